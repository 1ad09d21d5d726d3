// Compiles the schemas of all requests, so that the server does not have to.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction } from 'node:vm';
import { build, transform } from 'esbuild';
import { root } from './setup.mjs';

/** Bundles a TypeScript file and runs it. */
const runSource = async (file) => {
  const { outputFiles } = await build({
    entryPoints: [join(root, file)],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    packages: 'external',
    write: false,
  });
  const module = { exports: {} };
  compileFunction(outputFiles[0].text, ['module', 'exports', 'require'])(
    module,
    module.exports,
    createRequire(join(root, 'package.json')),
  );
  return module.exports;
};

/** Replaces `schemas.ts` by the compiled schemas, and ajv, which compiled them, by nothing. */
export const compiledValidators = async (contract) => {
  const { standaloneModule } = await runSource('scripts/standalone-validators.ts');
  const { operations } = await runSource('generated/operations.ts');
  const keys = Object.entries(operations).map(([id, { path, method }]) => ({ id, path, method }));
  const { code } = await transform(standaloneModule(contract, keys), { minify: true });
  return {
    name: 'compiled-validators',
    setup: ({ onLoad }) => {
      onLoad({ filter: /openapi-validator[\\/]schemas\.ts$/ }, ({ path }) => ({
        contents: [
          `import { BuiltSchemas } from './built-schemas.ts';`,
          `const module = {};`,
          code,
          `export const schemasOf = (contract) => new BuiltSchemas(contract, module.exports);`,
        ].join('\n'),
        loader: 'js',
        resolveDir: join(path, '..'),
      }));
      onLoad({ filter: /express-openapi-validator[\\/]dist[\\/]framework[\\/]ajv[\\/]index\.js$/ }, () => ({
        contents: '',
      }));
    },
  };
};
