// Runs the commands of the identity page as somebody who copies them: `program.mjs folder node_modules python infisical`.
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { examplesOf } from '../../../src/console/client-commands/examples.ts';
import { step } from '../steps.mjs';

const [folder, modules, python, infisical] = process.argv.slice(2);
const { SITE_URL, PROJECT_ID, PROJECT_SLUG, IDENTITY_ID, CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN, OIDC_TOKEN } =
  process.env;

symlinkSync(modules, join(folder, 'node_modules'));

const ways = [
  {
    signIn: { method: 'universal-auth' },
    credentials: { INFISICAL_CLIENT_ID: CLIENT_ID, INFISICAL_CLIENT_SECRET: CLIENT_SECRET },
  },
  { signIn: { method: 'token-auth' }, credentials: { INFISICAL_TOKEN: ACCESS_TOKEN } },
  {
    signIn: { method: 'oidc-auth', identityId: IDENTITY_ID, provider: 'own', audience: '' },
    credentials: { ID_TOKEN: OIDC_TOKEN },
  },
];

/** How each example is run, and what it then prints; the CLI only where it is installed. */
const programs = {
  'Node.js': { file: 'program.mjs', run: [process.execPath], prints: 'HOST' },
  Python: { file: 'program.py', run: [python], prints: 'HOST' },
  curl: { file: 'curl.sh', run: ['sh', '-e'], prints: '"secretKey":"HOST"' },
  ...(infisical && {
    CLI: {
      file: 'cli.sh',
      run: ['sh', '-e'],
      prints: 'HOST=',
      adapt: (command) => command.replace('your-program', 'env'),
    },
  }),
};

const runExample = (command, { file, run: [program, ...args], prints }, credentials) => {
  const path = join(folder, file);
  writeFileSync(path, `${command}\n`);
  const { status, stdout, stderr } = spawnSync(program, [...args, path], {
    encoding: 'utf8',
    env: {
      HOME: folder,
      PATH: [...(infisical ? [dirname(infisical)] : []), process.env.PATH].join(':'),
      ...credentials,
    },
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`exit ${status}: ${stderr.slice(-500)}`);
  if (!stdout.includes(prints)) throw new Error(`prints ${JSON.stringify(stdout.slice(0, 300))}`);
};

const place = { site: SITE_URL, projectId: PROJECT_ID, projectSlug: PROJECT_SLUG, environment: 'dev' };
for (const { signIn, credentials } of ways) {
  for (const { title, command } of examplesOf(place, signIn)) {
    const program = programs[title];
    if (!program) continue;
    await step(`${title} with ${signIn.method}`, () =>
      runExample(program.adapt?.(command) ?? command, program, credentials),
    );
  }
}
