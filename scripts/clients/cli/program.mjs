// Uses the command line as a machine identity, as a user and as the agent. The arguments are the command and a working
// folder.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { equal, fails, step } from '../steps.mjs';
import { agentConfig } from './agent.mjs';
import { loginWithBrowser } from './browser-login.mjs';

const [command, folder] = process.argv.slice(2);
const {
  SITE_URL,
  CLIENT_ID,
  CLIENT_SECRET,
  LEASE_CLIENT_ID,
  LEASE_CLIENT_SECRET,
  IDENTITY_ID,
  OIDC_TOKEN,
  SERVICE_ACCOUNT_TOKEN,
  ORGANIZATION_ID,
  PROJECT_ID,
  PROJECT_SLUG,
  USER_EMAIL,
  USER_PASSWORD,
} = process.env;
mkdirSync(folder, { recursive: true });

/** Runs the command and returns its standard output; throws its whole output if it fails. */
const run = async (...args) => {
  const [options, rest] = args.includes('--')
    ? [args.slice(0, args.indexOf('--')), args.slice(args.indexOf('--'))]
    : [args, []];
  const { status, stdout, stderr } = spawnSync(
    command,
    [...options, '--domain', `${SITE_URL}/api`, '--silent', '--telemetry=false', ...rest],
    { cwd: folder, encoding: 'utf8', timeout: 60_000 },
  );
  if (status !== 0) throw new Error(`${stderr} ${stdout}`);
  return stdout.trim();
};

let token = '';
const machine = () => ['--token', token, '--projectId', PROJECT_ID];
const exportSecrets = async (...args) =>
  Object.fromEntries(
    JSON.parse(await run('export', ...machine(), '--env', 'dev', '--format', 'json', ...args)).map(({ key, value }) => [
      key,
      value,
    ]),
  );

const logIn = (method, ...args) =>
  run('login', '--method', method, '--machine-identity-id', IDENTITY_ID, ...args, '--plain');

await step('log in with OIDC auth', async () => {
  token = await logIn('oidc-auth', '--jwt', OIDC_TOKEN);
});
await step('log in with JWT auth', () => logIn('jwt-auth', '--jwt', OIDC_TOKEN));
await step('log in with Kubernetes auth', () => {
  const file = join(folder, 'service-account-token');
  writeFileSync(file, `${SERVICE_ACCOUNT_TOKEN}\n`);
  return logIn('kubernetes', '--service-account-token-path', file);
});
await step('log in with universal auth', async () => {
  token = await run(
    'login',
    '--method',
    'universal-auth',
    '--client-id',
    CLIENT_ID,
    '--client-secret',
    CLIENT_SECRET,
    '--plain',
  );
});
await step('log in with a wrong secret', () =>
  fails(
    () => run('login', '--method', 'universal-auth', '--client-id', CLIENT_ID, '--client-secret', 'wrong', '--plain'),
    /Invalid credentials/,
  ),
);
await step('export', async () =>
  equal(await exportSecrets(), { HOST: 'example.com', SHARED: 'from prod', URL: 'https://example.com/' }),
);
await step('export with a tag', async () =>
  equal(await exportSecrets('--tags', 'backend', '--include-imports=false'), { HOST: 'example.com' }),
);
await step('export without references and imports', async () =>
  equal(await exportSecrets('--expand=false', '--include-imports=false'), {
    HOST: 'example.com',
    URL: 'https://${HOST}/',
  }),
);
await step('export of an unknown environment', () =>
  fails(() => run('export', ...machine(), '--env', 'none'), /404|none/),
);
await step('run', async () =>
  equal(await run('run', ...machine(), '--env', 'dev', '--', 'printenv', 'URL'), 'https://example.com/'),
);
await step('run of all folders', async () =>
  equal(await run('run', ...machine(), '--env', 'dev', '--recursive', '--', 'printenv', 'PORT'), '8080'),
);
await step('secrets', async () =>
  equal((await run('secrets', ...machine(), '--env', 'dev', '--plain')).includes('example.com'), true),
);
await step('secrets get', async () =>
  equal(await run('secrets', 'get', 'URL', ...machine(), '--env', 'dev', '--plain'), 'https://example.com/'),
);
await step('secrets set: create and update, with a new tag', async () => {
  await run('secrets', 'set', 'KEY=first', ...machine(), '--env', 'dev', '--tag', 'made');
  equal(await run('secrets', 'get', 'KEY', ...machine(), '--env', 'dev', '--plain'), 'first');
  await run('secrets', 'set', 'KEY=second', ...machine(), '--env', 'dev');
  equal(await run('secrets', 'get', 'KEY', ...machine(), '--env', 'dev', '--plain'), 'second');
});
await step('secrets generate-example-env', async () =>
  equal((await run('secrets', 'generate-example-env', ...machine(), '--env', 'dev')).includes('HOST'), true),
);
await step('secrets delete', async () => {
  await run('secrets', 'delete', 'KEY', '--type', 'shared', ...machine(), '--env', 'dev');
  equal('KEY' in (await exportSecrets()), false);
});
await step('secrets folders create, get and delete', async () => {
  await run('secrets', 'folders', 'create', '--name', 'web', '--path', '/', ...machine(), '--env', 'dev');
  equal((await run('secrets', 'folders', 'get', '--path', '/', ...machine(), '--env', 'dev')).includes('web'), true);
  await run('secrets', 'folders', 'delete', '--name', 'web', '--path', '/', ...machine(), '--env', 'dev');
});
await step('export with a template', async () => {
  writeFileSync(
    join(folder, 'template'),
    `{{ with getSecretByName "${PROJECT_ID}" "dev" "/" "HOST" }}{{ .Value }}{{ end }} {{ range listSecretsByProjectSlug "${PROJECT_SLUG}" "dev" "/app" }}{{ .Key }}{{ end }}`,
  );
  equal((await run('export', ...machine(), '--template', 'template')).replaceAll(/\s+/g, ' '), 'example.com PORT');
});
await step('token renew', () => run('token', 'renew', token));
await step('agent', async () => {
  writeFileSync(join(folder, 'client-id'), CLIENT_ID);
  writeFileSync(join(folder, 'client-secret'), CLIENT_SECRET);
  const template = `{{ range listSecrets "${PROJECT_ID}" "dev" "/" }}{{ .Key }}={{ .Value }};{{ end }}`;
  const file = agentConfig(folder, {
    address: SITE_URL,
    type: 'universal-auth',
    config: { 'client-id': './client-id', 'client-secret': './client-secret', remove_client_secret_on_read: false },
    templates: [
      { 'template-content': template, 'destination-path': 'rendered', config: { 'polling-interval': '60s' } },
    ],
  });
  await run('agent', '--config', file);
  equal(readFileSync(join(folder, 'rendered'), 'utf8').includes('HOST=example.com;'), true);
});

// The identity of these may lease, and read nothing.
await step('dynamic-secrets lease create, renew and delete', async () => {
  const universal = ['--method', 'universal-auth', '--client-id', LEASE_CLIENT_ID];
  const leaser = await run('login', ...universal, '--client-secret', LEASE_CLIENT_SECRET, '--plain');
  const place = ['--token', leaser, '--projectId', PROJECT_ID, '--env', 'dev'];
  equal(/\b\d{6}\b/.test(await run('dynamic-secrets', 'lease', 'create', 'codes', ...place, '--plain')), true);
  const listed = await run('dynamic-secrets', 'lease', 'list', 'codes', ...place);
  const [id] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(listed);
  await run('dynamic-secrets', 'lease', 'renew', id, '--ttl', '30m', ...place);
  await run('dynamic-secrets', 'lease', 'delete', id, ...place);
  await fails(() => run('secrets', ...place), /403|permission|allowed/);
});
await step('agent with a template that leases', async () => {
  writeFileSync(join(folder, 'lease-id'), LEASE_CLIENT_ID);
  writeFileSync(join(folder, 'lease-secret'), LEASE_CLIENT_SECRET);
  const template = `{{ with dynamicSecret "${PROJECT_SLUG}" "dev" "/" "codes" "10m" }}code={{ .TOTP }};{{ end }}`;
  const file = agentConfig(folder, {
    address: SITE_URL,
    type: 'universal-auth',
    config: { 'client-id': './lease-id', 'client-secret': './lease-secret', remove_client_secret_on_read: false },
    templates: [{ 'template-content': template, 'destination-path': 'leased', config: { 'polling-interval': '60s' } }],
  });
  await run('agent', '--config', file);
  equal(/^code=\d{6};$/.test(readFileSync(join(folder, 'leased'), 'utf8').trim()), true);
});
await step('bootstrap of a server that is set up', async () =>
  run(
    'bootstrap',
    '--email',
    USER_EMAIL,
    '--password',
    USER_PASSWORD,
    '--organization',
    'Clients',
    '--ignore-if-bootstrapped',
  ),
);

let session = '';
await step('log in as a user', async () => {
  session = await run(
    'login',
    '--email',
    USER_EMAIL,
    '--password',
    USER_PASSWORD,
    '--organization-id',
    ORGANIZATION_ID,
    '--plain',
  );
});
await step('log in as a user with a wrong password', () =>
  fails(
    () => run('login', '--email', USER_EMAIL, '--password', 'wrong', '--organization-id', ORGANIZATION_ID, '--plain'),
    /[Ii]nvalid credentials|401|400/,
  ),
);
await step('run as a user', async () =>
  equal(
    await run('run', '--token', session, '--projectId', PROJECT_ID, '--env', 'dev', '--', 'printenv', 'HOST'),
    'example.com',
  ),
);

// All following commands use the stored session of the user.
await step('stay logged in as a user', async () => {
  await run('vault', 'set', 'file');
  await run('login', '--email', USER_EMAIL, '--password', USER_PASSWORD, '--organization-id', ORGANIZATION_ID);
  writeFileSync(
    join(folder, '.infisical.json'),
    JSON.stringify({ workspaceId: PROJECT_ID, defaultEnvironment: '', gitBranchToEnvironmentMapping: null }),
  );
});
await step('login status', async () => equal((await run('login', 'status')).includes(USER_EMAIL), true));
await step('user get token', async () => equal((await run('user', 'get', 'token', '--plain')).split('.').length, 3));
await step('run in the folder of a project', async () =>
  equal(await run('run', '--env', 'dev', '--', 'printenv', 'URL'), 'https://example.com/'),
);
await step('secrets set and delete a personal secret', async () => {
  await run('secrets', 'set', 'HOST=mine.example.com', '--type', 'personal', '--env', 'dev');
  equal(await run('secrets', 'get', 'HOST', '--env', 'dev', '--plain'), 'mine.example.com');
  await run('secrets', 'delete', 'HOST', '--type', 'personal', '--env', 'dev');
  equal(await run('secrets', 'get', 'HOST', '--env', 'dev', '--plain'), 'example.com');
});
await step('service-token create, and use it', async () => {
  const serviceToken = await run(
    'service-token',
    'create',
    '--projectId',
    PROJECT_ID,
    '--scope',
    'dev:/',
    '--access-level',
    'read',
    '--token-only',
  );
  equal(await run('run', '--token', serviceToken, '--', 'printenv', 'URL'), 'https://example.com/');
});

for (const [name, isBlocked] of [
  ['log in with a browser, and run', false],
  ['log in with a code of the browser, and run', true],
])
  await step(name, () => {
    const home = join(folder, isBlocked ? 'code' : 'browser');
    const user = { email: USER_EMAIL, password: USER_PASSWORD };
    const place = ['--projectId', PROJECT_ID, '--env', 'dev', '--silent'];
    return loginWithBrowser({ command, url: SITE_URL, home, user, isBlocked }, (infisical) => {
      equal(infisical('login', 'status', '--silent').includes(USER_EMAIL), true);
      equal(infisical('secrets', 'get', 'URL', ...place, '--plain'), 'https://example.com/');
      equal(infisical('run', ...place, '--', 'printenv', 'URL'), 'https://example.com/');
    });
  });
