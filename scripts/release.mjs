// `npm run release [-- --draft]`: what is published of this version for this kind of machine, in dist/release. A draft
// has the unreleased section of the changelog.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildFor, inScratchFolder, makeExecutable } from './executable.mjs';
import { installNode, recommendedNode, versionsOf } from './node-binary.mjs';
import { archiveOf } from './release/archive.mjs';
import { sectionOf } from './release/changelog.mjs';
import { checksumsOf } from './release/checksums.mjs';
import { sbomOf } from './release/sbom.mjs';
import { ensureSources, root } from './setup.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const name = `sallyport-${version}-${process.platform}-${process.arch}`;
const folder = join(root, 'dist', 'release');

/** The manual page and the completions, as the program itself prints them. */
const printedFiles = (node, built) => {
  const print = (...args) => execFileSync(node, [join(built, 'sallyport.cjs'), ...args]);
  const shells = ['bash', 'zsh', 'fish'].map((shell) => [`completions/sallyport.${shell}`, print('completion', shell)]);
  return [['man/sallyport.1', print('man')], ...shells].map(([path, content]) => ({
    name: `${name}/${path}`,
    content,
    mode: 0o644,
  }));
};

/** The two files with what has to go with them, in a folder of their own. */
const bundleOf = (node, built) => {
  const file = (path, mode) => ({
    name: `${name}/${basename(path)}`,
    content: readFileSync(path),
    mode,
  });
  return archiveOf([
    file(join(built, 'sallyport.cjs'), 0o755),
    file(join(built, 'better_sqlite3.node'), 0o644),
    file(join(root, 'LICENSE'), 0o644),
    file(join(root, 'README.md'), 0o644),
    ...printedFiles(node, built),
  ]);
};

const release = async (changes) => {
  await ensureSources();
  const node = installNode(recommendedNode);
  const files = {
    executable: process.platform === 'win32' ? `${name}.exe` : name,
    bundle: `${name}.tar.gz`,
    sbom: `${name}.cdx.json`,
    changes: `sallyport-${version}-changes.md`,
  };
  const at = (file) => join(folder, file);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await inScratchFolder(async (scratch) => {
    const built = join(scratch, 'built');
    buildFor(node, built);
    const packages = JSON.parse(readFileSync(join(built, 'packages.json'), 'utf8'));
    writeFileSync(at(files.sbom), `${JSON.stringify(sbomOf(packages, versionsOf(node).node), null, 2)}\n`);
    writeFileSync(at(files.bundle), bundleOf(node, built));
    await makeExecutable(node, built, at(files.executable));
  });
  writeFileSync(at(files.changes), changes);
  writeFileSync(at(`${name}.sha256`), checksumsOf(folder, Object.values(files)));
  for (const file of [...Object.values(files), `${name}.sha256`]) console.log(join('dist', 'release', file));
};

try {
  const { values } = parseArgs({ options: { draft: { type: 'boolean' } } });
  // Before anything is built, which takes a minute.
  const changes = sectionOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), values.draft ? 'Unreleased' : version);
  await release(changes);
} catch (error) {
  console.error(`FAILED  release: ${error.message}`);
  process.exitCode = 1;
}
