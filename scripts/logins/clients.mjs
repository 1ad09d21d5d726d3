// Released clients of Infisical that log in by themselves, without a token that somebody gives them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentConfig } from '../clients/cli/agent.mjs';
import { go } from '../clients/go/client.mjs';
import { at } from '../clients/install.mjs';
import { lacking, pythonTools } from '../tools.mjs';

const { INFISICAL_CLI } = process.env;
const pythonSdk = 'infisicalsdk==1.0.17';
const cloudMethods = ['aws-iam', 'azure', 'gcp-id-token', 'gcp-iam'];

const missingCli = () =>
  INFISICAL_CLI ? lacking([INFISICAL_CLI, '--version']) : ['INFISICAL_CLI, the path of the program'];

const programFile = (name) => fileURLToPath(new URL(name, import.meta.url));
const pythonTool = (name) => join(pythonTools('.logins/python', [pythonSdk]), name);

const all = [
  {
    name: 'Node SDK',
    methods: ['aws-iam'],
    // It asks the metadata service for the region without a proxy.
    needsRegion: true,
    missing: () => [],
    command: ({ site, identityId }) => [process.execPath, programFile('aws-sdk.mjs'), site, identityId],
  },
  {
    name: 'Python SDK',
    methods: ['aws-iam', 'ldap'],
    missing: () => [],
    install: () => pythonTool('python'),
    command: ({ site, method, identityId }) => [
      pythonTool('python'),
      programFile('python-sdk.py'),
      ...[site, method, identityId],
    ],
  },
  {
    name: 'Go SDK',
    methods: [...cloudMethods, 'ldap'],
    missing: go.missing,
    install: go.install,
    command: ({ method }) => [at('go', 'client'), method],
  },
  {
    name: 'CLI',
    methods: cloudMethods,
    missing: missingCli,
    command: ({ site, method, identityId }) => [
      ...[INFISICAL_CLI, 'login', '--plain', '--silent', '--telemetry=false', '--method', method],
      ...['--machine-identity-id', identityId, '--domain', site],
    ],
  },
  {
    name: 'Agent',
    methods: [...cloudMethods, 'ldap'],
    missing: missingCli,
    command: ({ site, method, folder }) => [
      ...[INFISICAL_CLI, 'agent', '--telemetry=false'],
      ...['--config', agentConfig(folder, { address: site, type: method === 'ldap' ? 'ldap-auth' : method })],
    ],
    // It goes on, whether it has a token or not.
    accepted: /new access token saved/,
    refused: /Will retry/,
  },
];

/** The installed clients; prints which are skipped. */
export const installClients = () =>
  all.filter(({ name, missing, install }) => {
    const absent = missing();
    if (absent.length > 0) console.log(`skipped ${name}: not installed: ${absent.join(', ')}`);
    else install?.();
    return absent.length === 0;
  });

/** Why the client did not log in: the status of the response, or else what it printed last. */
const failureOf = (printed) =>
  /status-code=(\d{3})/.exec(printed)?.[1] ?? /\b[45]\d\d\b/.exec(printed)?.[0] ?? printed.trim().split('\n').at(-1);

/** Logs in with a client in a process of its own, which has this environment. */
export const logInWith = async ({ command, accepted, refused }, { site, method, identityId, environment, folder }) => {
  const [program, ...args] = command({ site, method, identityId, folder });
  const child = spawn(program, args, {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      SITE_URL: site,
      IDENTITY_ID: identityId,
      INFISICAL_MACHINE_IDENTITY_ID: identityId,
      INFISICAL_DISABLE_UPDATE_CHECK: 'true',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      printed += chunk;
      if (accepted?.test(printed) || refused?.test(printed)) child.kill();
    });
  const [status] = await once(child, 'close');
  return (accepted?.test(printed) ?? status === 0) ? 'logged in' : failureOf(printed);
};
