// Programs that are not from npm: which are installed, and ignored folders to install them into.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './setup.mjs';

/** Returns the commands that are missing or fail. */
export const lacking = (...commands) =>
  commands.filter(([command, ...args]) => spawnSync(command, args).status !== 0).map(([command]) => command);

export const quietly = (command, args, env = {}) => run(command, args, { isQuiet: true, env });

/** Runs `install` once for each version; removes another version first. */
export const once = (folder, version, install) => {
  const stamp = join(root, folder, 'version');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === version) return;
  rmSync(join(root, folder), { recursive: true, force: true });
  mkdirSync(join(root, folder), { recursive: true });
  install();
  writeFileSync(stamp, version);
};

export const python = ['python3', '-c', 'import venv, sys; assert sys.version_info >= (3, 11)'];

/** Creates a Python virtual environment with exactly these packages; returns the folder of its programs. */
export const pythonTools = (folder, packages) => {
  const programs = join(root, folder, 'tools', 'bin');
  once(folder, packages.join(), () => {
    quietly('python3', ['-m', 'venv', join(root, folder, 'tools')]);
    quietly(join(programs, 'pip'), ['install', '--quiet', ...packages]);
  });
  return programs;
};
