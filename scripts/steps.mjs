// Shows what is being done while it is done: on a terminal one line that changes, elsewhere a line for each step.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

const clearLine = '\r\u001b[2K';

/** Shows the title until the work is done, on a terminal with the seconds that have passed. */
export const step = async (title, work) => {
  const out = process.stderr;
  if (!out.isTTY) {
    out.write(`${title} ...\n`);
    return work();
  }
  const started = performance.now();
  const show = () => {
    const line = `${title} ... ${Math.floor((performance.now() - started) / 1000)} s`;
    out.write(`${clearLine}${line.slice(0, (out.columns || 80) - 1)}`);
  };
  show();
  const timer = setInterval(show, 1000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    out.write(clearLine);
  }
};

/** Runs a command while others may run; shows its output only if it fails. */
export const runQuietly = async (command, args, { cwd, env = {} }) => {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status === 0) return;
  process.stderr.write(`\n${out}${err}`);
  throw new Error(`${[command, ...args].join(' ')} failed (${signal ?? `exit ${status}`})`);
};
