// dist/sallyport.cjs -> dist/sallyport: the program as one executable, which runs without Node.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'postject';
import { ensureReady, root } from './setup.mjs';

// The marker by which Node detects an embedded program.
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

ensureReady();
const dist = join(root, 'dist');
const scratch = mkdtempSync(join(tmpdir(), 'sallyport-binary-'));
try {
  const blob = join(scratch, 'program.blob');
  const config = {
    main: join(dist, 'sallyport.cjs'),
    output: blob,
    disableExperimentalSEAWarning: true,
    assets: { 'better_sqlite3.node': join(dist, 'better_sqlite3.node') },
  };
  writeFileSync(join(scratch, 'config.json'), JSON.stringify(config));
  execFileSync(process.execPath, ['--experimental-sea-config', join(scratch, 'config.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const binary = join(dist, process.platform === 'win32' ? 'sallyport.exe' : 'sallyport');
  copyFileSync(process.execPath, binary);
  chmodSync(binary, 0o755);
  await inject(binary, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: fuse,
    ...(process.platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
  });
  console.log(`Built ${binary}`);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
