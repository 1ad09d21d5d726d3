// src/ -> dist/: our own code as one file, and one for the thread that makes certificates; packages left where they are installed.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildHash, root } from './setup.mjs';

const dist = join(root, 'dist');

await build({
  entryPoints: { sallyport: join(root, 'src', 'cli', 'sallyport.ts'), 'pki-thread': join(root, 'src', 'platform', 'crypto', 'pki', 'thread.ts') },
  outdir: dist,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});
chmodSync(join(dist, 'sallyport.js'), 0o755);
writeFileSync(join(dist, 'build-hash'), buildHash());
