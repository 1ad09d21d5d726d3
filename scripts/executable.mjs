// The program as one executable, which contains Node.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { versionsOf } from './node-binary.mjs';
import { root } from './setup.mjs';
import { bindingFor } from './sqlite-binding.mjs';

// The marker by which Node detects an embedded program.
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

export const inScratchFolder = async (work) => {
  const scratch = mkdtempSync(join(tmpdir(), 'sallyport-build-'));
  try {
    return await work(scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** Builds the two files for a Node, in this folder: they contain compiled code, which only the same version uses. */
export const buildFor = (node, folder) =>
  execFileSync(node, [join(root, 'scripts', 'build.mjs'), folder], { stdio: 'inherit' });

/** Leaves out what postject warns of for every Node: names of sections that the program does not need. */
const withoutSectionWarnings = async (work) => {
  const { warn } = console;
  console.warn = (...words) => String(words[0]).includes("Can't find string offset for section name") || warn(...words);
  try {
    await work();
  } finally {
    console.warn = warn;
  }
};

/** Makes the executable out of a Node and the program that was built for it. */
export const makeExecutable = (node, built, file) =>
  inScratchFolder(async (scratch) => {
    // Installed only by now, in a new clone.
    const { inject } = await import('postject');
    const blob = join(scratch, 'program.blob');
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
    copyFileSync(node, file);
    chmodSync(file, 0o755);
    await withoutSectionWarnings(() =>
      inject(file, 'NODE_SEA_BLOB', readFileSync(blob), {
        sentinelFuse: fuse,
        ...(process.platform === 'darwin' && { machoSegmentName: 'NODE_SEA' }),
      }),
    );
  });
