// src/ -> dist/sallyport.js: our own code as one file, packages left where they are installed.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildHash, root } from './setup.mjs';

const outfile = join(root, 'dist', 'sallyport.js');

await build({
  entryPoints: [join(root, 'src', 'cli', 'sallyport.ts')],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});
chmodSync(outfile, 0o755);
writeFileSync(join(root, 'dist', 'build-hash'), buildHash());
