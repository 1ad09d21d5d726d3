// `npm run test:first-day [-- 20 24]`: types the commands of the README in a clean clone, with nothing but git, a shell
// and that version of Node, and an empty cache of npm. Says how long it takes to the first secret in a program.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from './faults/processes.mjs';
import { installNode } from './node-binary.mjs';
import { root } from './setup.mjs';

/** What a machine without a compiler and without Python has. */
const programs = ['bash', 'cat', 'dirname', 'env', 'git', 'npm', 'printenv', 'sed', 'sh', 'uname'];

const linkPrograms = (folder, node) => {
  mkdirSync(folder);
  for (const name of programs) {
    const path = execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    symlinkSync(realpathSync(path), join(folder, name));
  }
  symlinkSync(node, join(folder, 'node'));
};

/** The commands of the README up to the first secret in a program, and what the last one prints. */
const readmeSteps = (file) => {
  const blocks = [...readFileSync(file, 'utf8').matchAll(/^```(sh|text)\n([^]*?)^```$/gm)];
  const end = blocks.findIndex(([, language]) => language === 'text');
  if (end < 2) throw new Error('The README has no commands with what they print.');
  const [start, ...others] = blocks.slice(0, end).map(([, , block]) => block);
  return { start, others, expected: blocks[end][2] };
};

/** Each line that is not continued is a command; comments are none. */
const countCommands = (...blocks) =>
  blocks
    .join('')
    .replaceAll(/(\\|\|)\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')).length;

/** Resolves with the output once it matches. */
const untilPrinted = (child, pattern) =>
  new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk) => {
      output += chunk;
      if (pattern.test(output)) resolve(output);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(`the server did not start:\n${output}`)));
  });

const shell = async (commands, options) => {
  const child = spawn('bash', ['-eo', 'pipefail', '-c', commands], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, err, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  if (status !== 0) throw new Error(`failed:\n${commands}\n${out}${err}`);
  return out;
};

const firstDay = async (version, folder) => {
  linkPrograms(join(folder, 'bin'), installNode(version));
  const port = await freePort();
  const env = {
    PATH: join(folder, 'bin'),
    HOME: join(folder, 'home'),
    npm_config_cache: join(folder, 'npm-cache'),
    PORT: String(port),
    SALLYPORT_URL: `http://localhost:${port}`,
    ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
  };
  const clone = join(folder, 'sallyport');
  const began = performance.now();
  const seconds = () => `${Math.round((performance.now() - began) / 1000)} s`;
  execFileSync('git', ['clone', '--quiet', root, clone], { env });
  const cloned = seconds();
  const { start, others, expected } = readmeSteps(join(clone, 'README.md'));
  const options = { cwd: clone, env };
  const server = spawn('bash', ['-c', start], { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  try {
    await untilPrinted(server, /Sallyport is at\s+\S+\s/);
    const started = seconds();
    let printed = '';
    for (const block of others) printed = await shell(block, options);
    if (!printed.endsWith(expected)) throw new Error(`printed ${printed} instead of ${expected}`);
    const total = seconds();
    console.log(
      `ok      Node ${version}: cloned after ${cloned}, started after ${started}, the first secret in a program after ${total}; ${countCommands(start, ...others)} commands`,
    );
  } finally {
    const exited = server.exitCode === null && once(server, 'exit');
    if (exited) process.kill(-Number(server.pid), 'SIGTERM');
    await exited;
  }
};

const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20', '24'];
for (const version of versions) {
  const folder = mkdtempSync(join(tmpdir(), 'sallyport-first-day-'));
  try {
    await firstDay(version, folder);
  } catch (error) {
    console.log(`FAILED  Node ${version}: ${error.message}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
