// src/ and all packages -> dist/sallyport: the program as one executable, which contains Node; the recommended version,
// whichever one builds it.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installNode, recommendedNode, versionsOf } from './node-binary.mjs';
import { ensureReady, root } from './setup.mjs';
import { bindingFor } from './sqlite-binding.mjs';

// The marker by which Node detects an embedded program.
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

ensureReady();
// Installed only now, in a new clone.
const { inject } = await import('postject');
const dist = join(root, 'dist');
const node = installNode(recommendedNode);
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-binary-'));
try {
  const blob = join(scratch, 'program.blob');
  // The program contains compiled code, which only the version of Node that compiled it uses.
  const built = join(scratch, 'built');
  execFileSync(node, [join(root, 'scripts', 'build.mjs'), built], { stdio: 'inherit' });
  const config = {
    main: join(built, 'sallyport.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { 'better_sqlite3.node': bindingFor(versionsOf(node).napi) },
  };
  writeFileSync(join(scratch, 'config.json'), JSON.stringify(config));
  // Only the Node that runs the program can read what this makes.
  execFileSync(node, ['--experimental-sea-config', join(scratch, 'config.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const binary = join(dist, process.platform === 'win32' ? 'sallyport.exe' : 'sallyport');
  copyFileSync(node, binary);
  chmodSync(binary, 0o755);
  await inject(binary, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: fuse,
    ...(process.platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
  console.log(`Built ${binary}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
