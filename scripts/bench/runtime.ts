import { join } from 'node:path';
import { copyBuilt, installNode, versionsOf } from '../node-binary.mjs';
import { newFolder } from './processes.ts';

/** The Node that runs the measured servers, and the built server for it. The load is always from the current Node. */
export interface Runtime {
  readonly node: string;
  readonly version: string;
  readonly program: string;
}

const root = join(import.meta.dirname, '..', '..');

export const currentRuntime: Runtime = {
  node: process.execPath,
  version: process.version,
  program: join(root, 'dist', 'sallyport.cjs'),
};

/** The runtime of a version such as 24 or 24.9.0; without one, the current Node. */
export const runtimeOf = (version: string | undefined): Runtime => {
  if (version === undefined) return currentRuntime;
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error(`--node=${version} is not a version such as 24 or 24.9.0`);
  const node = installNode(version);
  return { node, version: `v${versionsOf(node).node}`, program: copyBuilt(node, newFolder()) };
};
