// Runs the program of a client to its end, and collects the lines that it reports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const timeoutMs = 10 * 60_000;

const lastLines = (text) => text.trim().split('\n').slice(-5).join(' ').slice(-500);

/** The JSON lines of its standard output; if the program itself fails, one more with the end of its standard error. */
export const linesOf = async ({ command, args, env = {} }, settings) => {
  const child = spawn(command, args, {
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const written = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'])
    child[stream].setEncoding('utf8').on('data', (chunk) => (written[stream] += chunk));
  const [status, signal] = await once(child, 'close');
  process.removeListener('exit', end);
  const lines = written.stdout
    .split('\n')
    .filter((line) => line.startsWith('{"operation"'))
    .map((line) => JSON.parse(line));
  return status === 0
    ? lines
    : [...lines, { operation: '(the program)', error: `${signal ?? `exit ${status}`}: ${lastLines(written.stderr)}` }];
};
