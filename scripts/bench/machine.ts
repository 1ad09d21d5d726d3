import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, platform, release, totalmem } from 'node:os';
import type { Machine } from './result.ts';

/** The description of the machine for the results, without its name, and of the Node that runs the servers. */
export const describeMachine = (node: string): Machine => ({
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${release().split('-')[0]}`,
  node,
});

/** Starts to measure the share of the processor time that the host of a virtual machine gives to others, in percent. */
export const measureStolenTime = (): (() => number) => {
  const times = (): { stolen: number; all: number } => {
    // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of these.
    const parts = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]!.split(/\s+/).slice(1, 9).map(Number);
    return { stolen: parts[7]!, all: parts.reduce((sum, part) => sum + part, 0) };
  };
  const before = times();
  return () => {
    const after = times();
    return (100 * (after.stolen - before.stolen)) / Math.max(1, after.all - before.all);
  };
};

export const versionOf = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;
