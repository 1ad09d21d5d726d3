// src/ and all packages -> dist/sallyport: the program as one executable, which contains Node; the recommended version,
// whichever one builds it.
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildFor, inScratchFolder, makeExecutable } from './executable.mjs';
import { installNode, recommendedNode } from './node-binary.mjs';
import { ensureSources, root } from './setup.mjs';

await ensureSources();
const node = installNode(recommendedNode);
const binary = join(root, 'dist', process.platform === 'win32' ? 'sallyport.exe' : 'sallyport');
mkdirSync(dirname(binary), { recursive: true });
await inScratchFolder(async (scratch) => {
  const built = join(scratch, 'built');
  buildFor(node, built);
  await makeExecutable(node, built, binary);
});
console.log(`Built ${binary}`);
