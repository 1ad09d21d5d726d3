// src/ -> dist/: our own code as one file for all commands, one for the server, and one for the thread that makes certificates; packages left where they are installed.
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildHash, root } from './setup.mjs';

const outdir = join(root, 'dist');
// What is named after its content would stay from earlier builds.
rmSync(outdir, { recursive: true, force: true });

await build({
  entryPoints: { sallyport: join(root, 'src', 'cli', 'sallyport.ts'), 'pki-thread': join(root, 'src', 'platform', 'crypto', 'pki', 'thread.ts') },
  outdir,
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  banner: { js: '#!/usr/bin/env node' },
  logLevel: 'warning',
});
chmodSync(join(outdir, 'sallyport.js'), 0o755);
writeFileSync(join(outdir, 'build-hash'), buildHash());
