// Processes and temporary folders of the campaign, which are always removed when the campaign ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../setup.mjs';

export { pause };

const folders = [];
const children = new Set();

process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder that other users can enter, because PostgreSQL refuses to run as root. */
export const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-faults-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
};

export const removeFolder = (folder) => rmSync(folder, { recursive: true, force: true });

export const killOnExit = (child) => {
  children.add(child);
  return child.once('exit', () => children.delete(child));
};

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

/** Waits until the check is true; throws after a minute, or after the given time. */
export const until = async (what, check, milliseconds = 60_000) => {
  const end = Date.now() + milliseconds;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what}: not within ${milliseconds / 1000} s`);
    await pause(20);
  }
};

const built = join(root, 'dist', 'sallyport.cjs');

/** The environment variables that a program needs. */
const base = { PATH: process.env.PATH, HOME: process.env.HOME };

/**
 * Starts the built server without waiting for it: `listening` resolves with its address, or rejects if it ends before.
 * `command` replaces Node as the command to start, such as a shell that sets limits first, and `program` the built one.
 */
export const spawnServer = (environment, { command = process.execPath, before = [], program = built } = {}) => {
  const log = join(newFolder(), 'log');
  const file = openSync(log, 'w');
  const env = { ...base, PORT: '0', LOG_LEVEL: 'warn', ...environment };
  const child = killOnExit(spawn(command, [...before, program, 'serve'], { env, stdio: ['ignore', file, 'pipe'] }));
  closeSync(file);
  const exited = once(child, 'exit');
  let output = '';
  const listening = new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      output += chunk;
      const url = /(?:Listening on|Sallyport is at)\s+(https?:\/\/[^\s/]+)[\s/]/.exec(output)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the server ended during its start: ${output}`)));
  });
  listening.catch(() => undefined);
  const end = async (signal) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
    return child.exitCode;
  };
  return {
    child,
    listening,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    logged: () => readFileSync(log, 'utf8'),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
};

export const startServer = async (environment, options) => {
  const server = spawnServer(environment, options);
  return { ...server, url: await server.listening };
};

/** Runs a command of the program to its end. */
export const runCommand = async (args, environment, { command = process.execPath, program = built } = {}) => {
  const child = killOnExit(
    spawn(command, [program, ...args], {
      env: { ...base, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  return { code, output };
};

/** The memory of a process in MB (on Linux: the resident set size). */
export const residentMegabytes = (pid) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;

export const randomBetween = (low, high) => low + Math.random() * (high - low);
export const pick = (list) => list[Math.floor(Math.random() * list.length)];
