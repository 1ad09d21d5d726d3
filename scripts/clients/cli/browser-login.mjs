// `infisical login` as people use it: the command prints an address, and a browser signs in there and hands the session
// over. The command needs a terminal, which `script` provides.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { register } from 'tsx/esm/api';

const timeoutMs = 60_000;

/** Starts the command; `until` resolves with the first match in its output. */
const startLogin = (command, url, { env, cwd }) => {
  const child = spawn('script', ['-qfec', `'${command}' login --domain '${url}' --telemetry=false`, '/dev/null'], {
    env,
    cwd,
    timeout: timeoutMs,
  });
  let output = '';
  const ended = once(child, 'exit');
  const until = (pattern) =>
    new Promise((resolve, reject) => {
      const look = () => pattern.test(output) && resolve(pattern.exec(output)[0]);
      child.stdout.on('data', (chunk) => {
        output += chunk;
        look();
      });
      child.once('exit', () => reject(new Error(`login ended without ${pattern}: ${output}`)));
      look();
    });
  return { until, ended, type: (text) => child.stdin.write(`${text}\r`) };
};

const signIn = async (page, { email, password }) => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Hand over the session' }).click();
};

/**
 * Logs in with a new home folder, and returns what `run` returns, which gets a function that runs the command as the user.
 * With `isBlocked`, the browser cannot reach the port, and the code that it shows is pasted.
 */
export const loginWithBrowser = async ({ command, url, home, user, isBlocked }, run) => {
  register();
  const { openBrowser } = await import('../../../test/support/clients/browser.ts');
  mkdirSync(home, { recursive: true });
  const env = { ...process.env, HOME: home, TERM: 'xterm' };
  spawnSync(command, ['vault', 'set', 'file'], { env });
  const login = startLogin(command, url, { env, cwd: home });
  const address = await login.until(/http\S+callback_port=\d+/);
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    if (isBlocked)
      await page.route(`http://127.0.0.1:${new URL(address).searchParams.get('callback_port')}/`, (route) =>
        route.abort(),
      );
    await page.goto(address);
    await signIn(page, user);
    if (isBlocked) {
      await login.until(/Paste your browser token/);
      login.type(await page.getByLabel('Code for the CLI').inputValue());
    } else await page.getByText('The CLI is signed in').waitFor();
    await login.until(new RegExp(`logged in as ${user.email}`));
    await login.ended;
  } finally {
    await browser.close();
  }
  return run((...args) =>
    spawnSync(command, args, { env, cwd: home, encoding: 'utf8', timeout: timeoutMs }).stdout.trim(),
  );
};
