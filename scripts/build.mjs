// src/ and all packages -> dist/sallyport.cjs, one file for Node, with the native binding of SQLite beside it.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { buildHash, root } from './setup.mjs';
import { bindingFor } from './sqlite-binding.mjs';

const dist = join(root, 'dist');
const require = createRequire(import.meta.url);

const options = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  logLevel: 'warning',
  // Without comments the source is half as long, and plain ASCII, which Node stores in one byte per character instead
  // of two. Names stay, and lines stay short, for readable stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  define: { 'import.meta.url': 'fileUrl' },
  // Drivers of databases that are not used.
  external: ['sqlite3', 'tedious', 'mysql', 'mysql2', 'mariadb/callback', 'oracledb', 'pg-native', 'pg-query-stream'],
};

/** The source of the PKI thread as text, because a bundled program starts a thread from a string. */
const thread = async () => {
  const entry = join(root, 'src', 'platform', 'crypto', 'pki', 'thread.ts');
  const { outputFiles } = await build({ ...options, entryPoints: [entry], write: false });
  return outputFiles[0].contents;
};

const pages = join(root, 'src', 'http', 'pages');

const files = {
  'pki-thread.cjs': await thread(),
  ...Object.fromEntries(readdirSync(pages).map((file) => [file, readFileSync(join(pages, file))])),
  ...Object.fromEntries(
    ['swagger-ui-bundle.js', 'swagger-ui.css'].map((file) => [
      file,
      readFileSync(require.resolve(`swagger-ui-dist/${file}`)),
    ]),
  ),
};
const embedded = Object.fromEntries(
  Object.entries(files).map(([name, content]) => [name, gzipSync(content, { level: 9 }).toString('base64')]),
);

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
await build({
  ...options,
  entryPoints: [join(root, 'src', 'cli', 'sallyport.ts')],
  outfile: join(dist, 'sallyport.cjs'),
  define: { ...options.define, EMBEDDED: JSON.stringify(embedded) },
  banner: { js: `#!/usr/bin/env node\nconst fileUrl = require('node:url').pathToFileURL(__filename).href;` },
});
chmodSync(join(dist, 'sallyport.cjs'), 0o755);
copyFileSync(bindingFor(process.versions.napi), join(dist, 'better_sqlite3.node'));
writeFileSync(join(dist, 'build-hash'), buildHash());
