// Other versions of Node, from npm: for the executable, the benchmark and `npm run test:nodes`.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { packageFor } from './server-node.mjs';
import { root, run } from './setup.mjs';
import { bindingFor, hasPrebuiltBinding } from './sqlite-binding.mjs';

/** The version of Node that the executable contains. */
export const recommendedNode = '24';

/** Installs the binary of a version of Node once, beside the packages, and returns its path. */
export const installNode = (version) => {
  const name = packageFor(process.platform, process.arch);
  const cache = join(root, 'node_modules', '.cache', 'node');
  const folder = join(cache, version);
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.error(`Installing ${name}@${version} ...`);
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'installing-'));
  try {
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', scratch];
    execFileSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
    // An interrupted installation is not used.
    rmSync(folder, { recursive: true, force: true });
    chmodSync(scratch, 0o755);
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return binary;
};

/** `process.versions` of a Node. */
export const versionsOf = (node) =>
  JSON.parse(execFileSync(node, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' }));

/** Whether the compiled binding of SQLite fits this Node. */
const hasBinding = (node) =>
  spawnSync(node, ['--eval', `new (require('better-sqlite3'))(':memory:')`], { cwd: root }).status === 0;

/** Compiles the binding of SQLite for this Node, whose package has the headers for it. */
const compileBinding = (node) => {
  console.error('Compiling SQLite for that version of Node (a minute or two) ...');
  const folder = dirname(node);
  run('npm', ['rebuild', 'better-sqlite3'], {
    isQuiet: true,
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, npm_config_nodedir: dirname(folder) },
  });
};

/** Copies the built server to a folder, with the binding of SQLite for this Node beside it; returns its path. */
export const copyBuilt = (node, folder) => {
  const { napi } = versionsOf(node);
  if (!hasPrebuiltBinding(napi) && !hasBinding(node)) compileBinding(node);
  const program = join(folder, 'sallyport.cjs');
  copyFileSync(join(root, 'dist', 'sallyport.cjs'), program);
  copyFileSync(bindingFor(napi), join(folder, 'better_sqlite3.node'));
  return program;
};
