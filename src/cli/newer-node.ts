import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { isBuilt } from '../platform/embedded.ts';

/** The commands that may use SQLite; the others only call a server. */
const databaseCommands = [
  'serve',
  'migrate',
  'backup',
  'restore',
  'doctor',
  'reset-password',
  'reset-second-factor',
  'licence',
];

/** `npm start` puts a link there if it built the program for a newer Node than the one that it was called with. */
const newerNode = (): string => join(dirname(fileURLToPath(import.meta.url)), 'node');

/** Whether the command needs SQLite, and the program has it for a newer Node only. */
export const needsNewerNode = (): boolean =>
  isBuilt &&
  Number(process.versions.napi) < 10 &&
  databaseCommands.includes(process.argv[2] ?? '') &&
  existsSync(newerNode());

/** Runs the same command with the newer Node, and passes signals on; this process ends as that one does. */
export const runWithNewerNode = async (): Promise<void> => {
  // Before the other starts, so that no signal ends this one only. A terminal sends SIGINT to both.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void (signal === 'SIGINT' && isatty(0) ? undefined : child.kill(signal)));
  const child = spawn(newerNode(), process.argv.slice(1), { stdio: 'inherit' });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  process.exitCode = code ?? 128 + constants.signals[signal!];
};
