import { TargetError } from '../../../../platform/targets/errors.ts';
import { redisProtocol, type RedisCommand, type RedisSession } from '../../../../platform/targets/redis.ts';
import type { App, Login, Reachable } from './app.ts';
import { readTls, tlsOf, type TlsCredentials } from './tls.ts';

type RedisCredentials = TlsCredentials & {
  readonly host: string;
  readonly port: number;
  readonly username: string;
};

const inRedis = <T>(
  { targets, credentials, caller }: Reachable<RedisCredentials>,
  login: Login,
  work: (session: RedisSession) => Promise<T>,
): Promise<T> => {
  const { host, port } = credentials;
  const tls = tlsOf(credentials);
  const use = { address: { host, port }, isEncrypted: tls !== undefined, caller };
  return targets.use(use, redisProtocol({ host, tls, ...login }), work);
};

const isRefused = (error: unknown): boolean => error instanceof TargetError && error.failure === 'refused';

/** Users are in memory only, until they are written to the ACL file, or without one to the configuration. */
const save = async (session: RedisSession): Promise<void> => {
  for (const command of [
    ['ACL', 'SAVE'],
    ['CONFIG', 'REWRITE'],
  ])
    try {
      await session.send(command);
      return;
    } catch (error) {
      // A server without files has none of both.
      if (!isRefused(error)) throw error;
    }
};

/** A user with rules is created anew, which ends the sessions of the old one. */
const commandsOf = ({ username, password }: Login, permissionScope: string | undefined): RedisCommand[] => {
  const name = username === '' ? 'default' : username;
  if (permissionScope === undefined) return [['ACL', 'SETUSER', name, 'resetpass', `>${password}`]];
  const rules = permissionScope.trim().split(/\s+/);
  return [
    ['ACL', 'DELUSER', name],
    ['ACL', 'SETUSER', name, 'reset', 'on', ...rules, 'resetpass', `>${password}`],
  ];
};

export const redis: App<RedisCredentials> = {
  name: 'redis',
  title: 'Redis',
  method: 'username-and-password',
  readCredentials: (reader) => ({
    shown: {
      host: reader.filledText('host').toLowerCase(),
      port: reader.number('port'),
      username: reader.text('username'),
      ...readTls(reader),
    },
    password: reader.text('password', ''),
  }),
  usernameIn: ({ username }) => username,
  logIn: (system, user) => inRedis(system, user, async (session) => void (await session.send(['PING']))),
  setPassword: (system, admin, user, { permissionScope } = {}) =>
    inRedis(system, admin, async (session) => {
      await session.run(commandsOf(user, permissionScope));
      await save(session);
    }),
  removeUser: (system, admin, username) =>
    inRedis(system, admin, async (session) => {
      await session.send(['ACL', 'DELUSER', username]);
      await save(session);
    }),
};
