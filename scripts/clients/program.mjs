// Runs the program of a client to its end, and takes the lines that it reports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const longest = 10 * 60_000;

const lastWords = (text) => text.trim().split('\n').slice(-5).join(' ').slice(-500);

/**
 * The lines of JSON on its standard output; a program that fails as a whole gives one more, with what it wrote last.
 */
export const linesOf = async ({ command, args, env = {} }, settings) => {
  const child = spawn(command, args, {
    env: { ...process.env, ...settings, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: longest,
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
    : [...lines, { operation: '(the program)', error: `${signal ?? `exit ${status}`}: ${lastWords(written.stderr)}` }];
};
