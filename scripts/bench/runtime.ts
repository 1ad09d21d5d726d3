import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { bindingFor } from '../sqlite-binding.mjs';
import { newFolder } from './processes.ts';

/** The Node that runs the measured servers, and the built server for it. The load is always from the current Node. */
export interface Runtime {
  readonly node: string;
  readonly version: string;
  readonly program: string;
}

const root = join(import.meta.dirname, '..', '..');
const [programName, bindingName] = ['sallyport.cjs', 'better_sqlite3.node'];
const built = join(root, 'dist', programName);

export const currentRuntime: Runtime = { node: process.execPath, version: process.version, program: built };

/** The npm package with the binary of Node for a system. */
export const packageFor = (platform: string, arch: string): string => {
  if (platform === 'win32') return `node-win-${arch}`;
  return `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;
};

/** Installs the binary of a version of Node once, beside the packages, and returns its path. */
const installed = (version: string): string => {
  const name = packageFor(process.platform, process.arch);
  const folder = join(root, 'node_modules', '.cache', 'node', version);
  const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(binary)) return binary;
  console.error(`Installing ${name}@${version} ...`);
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefix', folder];
  execFileSync('npm', ['install', ...flags, `${name}@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] });
  return binary;
};

/** Part of `process.versions`. */
export interface Versions {
  readonly node: string;
  readonly modules: string;
  readonly napi?: string;
}

/** The binding of SQLite for a Node; a compiled one fits only the Node that compiled it. */
export const bindingOf = ({ node, modules, napi = '0' }: Versions, current: Versions = process.versions): string => {
  if (Number(napi) < 10 && modules !== current.modules)
    throw new Error(
      `Node ${node} needs a binding of SQLite that is compiled for it: run the benchmark with that Node itself instead of --node.`,
    );
  return bindingFor(napi);
};

/** The runtime of a version such as 24 or 24.9.0; without one, the current Node. */
export const runtimeOf = (version: string | undefined): Runtime => {
  if (version === undefined) return currentRuntime;
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error(`--node=${version} is not a version such as 24 or 24.9.0`);
  const node = installed(version);
  const printed = execFileSync(node, ['-p', 'JSON.stringify(process.versions)'], { encoding: 'utf8' });
  const versions = JSON.parse(printed) as Versions;
  const folder = newFolder();
  copyFileSync(built, join(folder, programName));
  copyFileSync(bindingOf(versions), join(folder, bindingName));
  return { node, version: `v${versions.node}`, program: join(folder, programName) };
};
