// Logs in with AWS auth, by the Node SDK of Infisical, against the STS of moto, which checks signatures.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pythonTools } from '../tools.mjs';

const motoVersion = '5.2.1';
/** How many requests moto answers without checking their signatures: those that make the user. */
const unchecked = 2;

export const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** Resolves when somebody listens on the port. */
export const untilOpen = async (url) => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const isThere = await fetch(url, { method: 'OPTIONS' }).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await delay(100);
  }
  throw new Error(`nobody listens at ${url}`);
};

export const startMoto = async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const programs = pythonTools('.logins', [`moto[server,iam,sts]==${motoVersion}`]);
  const moto = spawn(join(programs, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    env: { PATH: process.env.PATH, INITIAL_NO_AUTH_ACTION_COUNT: String(unchecked) },
    stdio: 'ignore',
  });
  process.once('exit', () => moto.kill());
  await untilOpen(`${url}/moto-api/`);
  const ask = async (fields) => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=unchecked/20200101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=0';
    const body = new URLSearchParams({ Version: '2010-05-08', ...fields });
    return (await fetch(url, { method: 'POST', headers: { authorization }, body })).text();
  };
  await ask({ Action: 'CreateUser', UserName: 'build', Path: '/machines/' });
  const answer = await ask({ Action: 'CreateAccessKey', UserName: 'build' });
  const valueOf = (name) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(answer)[1];
  const key = { AWS_ACCESS_KEY_ID: valueOf('AccessKeyId'), AWS_SECRET_ACCESS_KEY: valueOf('SecretAccessKey') };
  return { url, key };
};

/** Logs in with the SDK in a process of its own, which has these credentials; returns what it prints. */
const logInWithSdk = (site, identityId, credentials) =>
  new Promise((resolve) => {
    const program = spawn(
      process.execPath,
      [fileURLToPath(new URL('aws-sdk.mjs', import.meta.url)), site, identityId],
      {
        env: { PATH: process.env.PATH, AWS_REGION: 'eu-central-1', AWS_EC2_METADATA_DISABLED: 'true', ...credentials },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let printed = '';
    program.stdout.on('data', (chunk) => (printed += chunk));
    program.once('exit', () => resolve(printed.trim()));
  });

export const tryAws = async ({ url, key }, { site, attach, expectEqual }) => {
  const arn = 'arn:aws:iam::123456789012:user/build';
  const fields = { allowedPrincipalArns: arn };
  const [named, others] = [
    await attach('aws-auth', fields),
    await attach('aws-auth', { allowedAccountIds: '210987654321' }),
  ];
  expectEqual('AWS: a signature that moto accepts', 'logged in', await logInWithSdk(site, named, key));
  expectEqual('AWS: another account', '401', await logInWithSdk(site, others, key));
  const wrong = { ...key, AWS_SECRET_ACCESS_KEY: 'wrong' };
  expectEqual('AWS: a signature that moto refuses', '401', await logInWithSdk(site, named, wrong));
  const unknown = { ...key, AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN000000000' };
  expectEqual('AWS: an unknown key', '401', await logInWithSdk(site, named, unknown));
  await fetch(`${url}/moto-api/reset`, { method: 'POST' });
};
