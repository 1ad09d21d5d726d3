// The Node that runs the server. Node below 22.14 needs a compiled SQLite; where there is none, `npm start` uses a newer
// Node from npm, of an exact version that has a checksum in server-node/package-lock.json.
// Only Node's own modules here and in what is imported: this runs before anything is installed.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runQuietly } from './steps.mjs';

const pins = fileURLToPath(new URL('server-node', import.meta.url));
const cache = fileURLToPath(new URL('../node_modules/.cache/node', import.meta.url));

/** The npm package with the binary of Node for a system. */
export const packageFor = (platform, arch) => {
  if (platform === 'win32') return `node-win-${arch}`;
  return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
};

/** The version of Node for the server on this system; undefined if npm has none. */
export const serverNodeVersion = () => {
  // The binaries of npm are for glibc.
  if (process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime) return undefined;
  const { optionalDependencies } = JSON.parse(readFileSync(join(pins, 'package.json'), 'utf8'));
  return optionalDependencies[packageFor(process.platform, process.arch)];
};

/** Where the binary of that version is, or will be. */
export const serverNode = (version) =>
  join(cache, version, 'node_modules', packageFor(process.platform, process.arch), 'bin', 'node');

/** Installs that version; an interrupted installation is not used. */
export const installServerNode = async (version) => {
  mkdirSync(cache, { recursive: true });
  const scratch = mkdtempSync(join(cache, 'installing-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(pins, file), join(scratch, file));
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    await runQuietly('npm', ['ci', ...flags], { cwd: scratch });
    rmSync(join(cache, version), { recursive: true, force: true });
    renameSync(scratch, join(cache, version));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (!existsSync(serverNode(version)))
    throw new Error(`npm did not install Node ${version}. Install Node 24 yourself.`);
};
