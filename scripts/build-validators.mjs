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

/** Compiles the schemas of all requests; returns the code of a CommonJS module. */
export const compileValidators = async (contract) => {
  const { standaloneModule } = await runSource('scripts/standalone-validators.ts');
  const { operations } = await runSource('generated/operations.ts');
  const keys = Object.entries(operations).map(([id, { path, method }]) => ({ id, path, method }));
  const { code } = await transform(standaloneModule(contract, keys), { minify: true });
  return code;
};

/** Replaces the middleware of express-openapi-validator by the compiled schemas, so that the program has no compiler. */
export const compiledValidators = (code) => ({
  name: 'compiled-validators',
  setup: ({ onLoad }) =>
    onLoad({ filter: /openapi-validator[\\/]middleware\.ts$/ }, ({ path }) => ({
      contents: [
        `import { compiledCheckOf } from './compiled.ts';`,
        `const module = {};`,
        code,
        `export const checkOf = compiledCheckOf(module.exports);`,
      ].join('\n'),
      loader: 'js',
      resolveDir: join(path, '..'),
    })),
});
