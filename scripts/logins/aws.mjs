// Logs in with AWS auth, against the STS of moto, which checks signatures.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../faults/processes.mjs';
import { untilListening } from '../faults/sockets.mjs';
import { pythonTools } from '../tools.mjs';
import { logInWith } from './clients.mjs';

const motoVersion = '5.2.1';
const account = '123456789012';
/** How many requests moto responds to without checking their signatures: those that make the user and the role. */
const unchecked = 4;

/** Starts moto with a user and a role; returns the key of the user, and the credentials of the role on an instance. */
export const startMoto = async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const programs = pythonTools('.logins/moto', [`moto[server,iam,sts]==${motoVersion}`]);
  const moto = spawn(join(programs, 'moto_server'), ['-H', '127.0.0.1', '-p', String(port)], {
    env: { PATH: process.env.PATH, INITIAL_NO_AUTH_ACTION_COUNT: String(unchecked) },
    stdio: 'ignore',
  });
  process.once('exit', () => moto.kill());
  await untilListening('moto', port);
  const ask = async (service, fields) => {
    const scope = `unchecked/20200101/us-east-1/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(fields),
    });
    const body = await response.text();
    return (name) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(body)[1];
  };
  const ofIam = { Version: '2010-05-08' };
  await ask('iam', { ...ofIam, Action: 'CreateUser', UserName: 'build', Path: '/machines/' });
  const key = await ask('iam', { ...ofIam, Action: 'CreateAccessKey', UserName: 'build' });
  await ask('iam', { ...ofIam, Action: 'CreateRole', RoleName: 'build', AssumeRolePolicyDocument: '{}' });
  const role = await ask('sts', {
    Version: '2011-06-15',
    Action: 'AssumeRole',
    RoleArn: `arn:aws:iam::${account}:role/build`,
    RoleSessionName: 'i-0123456789abcdef0',
  });
  return {
    url,
    key: { AWS_ACCESS_KEY_ID: key('AccessKeyId'), AWS_SECRET_ACCESS_KEY: key('SecretAccessKey') },
    role: {
      AccessKeyId: role('AccessKeyId'),
      SecretAccessKey: role('SecretAccessKey'),
      Token: role('SessionToken'),
      Expiration: role('Expiration'),
    },
    stop: () => moto.kill(),
  };
};

/** Credentials of a role as a function or a task has them, in variables. */
const inVariables = ({ AccessKeyId, SecretAccessKey, Token }) => ({
  AWS_ACCESS_KEY_ID: AccessKeyId,
  AWS_SECRET_ACCESS_KEY: SecretAccessKey,
  AWS_SESSION_TOKEN: Token,
});

export const tryAws = async (clients, { key, role }, { site, folder, clouds, attach, expectEqual }) => {
  const ofUser = await attach('aws-auth', { allowedPrincipalArns: `arn:aws:iam::${account}:user/build` });
  const ofRole = await attach('aws-auth', { allowedPrincipalArns: `arn:aws:iam::${account}:role/build` });
  const others = await attach('aws-auth', { allowedAccountIds: '210987654321' });
  for (const client of clients) {
    const expectLogin = async (what, expected, identityId, environment) => {
      const settings = { site, folder, method: 'aws-iam', identityId, environment };
      expectEqual(`${client.name}: AWS, ${what}`, expected, await logInWith(client, settings));
    };
    const region = { AWS_REGION: 'eu-central-1' };
    const alone = { ...region, AWS_EC2_METADATA_DISABLED: 'true' };
    await expectLogin('the key of a user', 'logged in', ofUser, { ...alone, ...key });
    await expectLogin('a user in another account', '401', others, { ...alone, ...key });
    await expectLogin('a wrong key', '401', ofUser, { ...alone, ...key, AWS_SECRET_ACCESS_KEY: 'wrong' });
    const unknown = { ...key, AWS_ACCESS_KEY_ID: 'AKIAUNKNOWN000000000' };
    await expectLogin('an unknown key', '401', ofUser, { ...alone, ...unknown });
    const session = inVariables(role);
    await expectLogin('the session of a role', 'logged in', ofRole, { ...alone, ...session });
    await expectLogin('a session with a wrong key', '401', ofRole, {
      ...alone,
      ...session,
      AWS_SECRET_ACCESS_KEY: 'wrong',
    });
    await expectLogin('a session with a wrong token', '401', ofRole, {
      ...alone,
      ...session,
      AWS_SESSION_TOKEN: 'wrong',
    });
    const instance = { ...(client.needsRegion && region), ...clouds.environment };
    await expectLogin('the role of the instance', 'logged in', ofRole, instance);
    await expectLogin('another role', '401', ofUser, instance);
  }
};
