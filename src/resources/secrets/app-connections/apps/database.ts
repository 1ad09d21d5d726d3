import type { SqlLogin, SqlSession } from '../../../../platform/targets/sql.ts';
import type { Protocol } from '../../../../platform/targets/targets.ts';
import { render } from '../../../../platform/targets/template.ts';
import type { App, Login, Reachable } from './app.ts';
import { readTls, tlsOf, type TlsCredentials } from './tls.ts';

type DatabaseCredentials = TlsCredentials & {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
};

interface Database<S extends SqlSession> {
  readonly name: 'mysql' | 'postgres';
  readonly title: string;
  /** Whether one has to log in to a database; otherwise users need no rights in that of the connection. */
  readonly needsDatabase: boolean;
  readonly protocol: (login: SqlLogin) => Protocol<S>;
  /** Sets the password of the user of the session, or of another one. */
  readonly setPassword: (session: S, user: Login, isOwn: boolean) => Promise<void>;
}

/** A kind of database in which statements change passwords. */
export const databaseApp = <S extends SqlSession>({
  needsDatabase,
  protocol,
  setPassword,
  ...named
}: Database<S>): App<DatabaseCredentials> => {
  const inDatabase = (
    { targets, credentials, caller }: Reachable<DatabaseCredentials>,
    login: Login,
    work: (session: S) => Promise<void>,
  ): Promise<void> => {
    const { host, port } = credentials;
    const database = needsDatabase ? credentials.database : '';
    const tls = tlsOf(credentials);
    const use = { address: { host, port }, isEncrypted: tls !== undefined, caller };
    return targets.use(use, protocol({ host, database, tls, ...login }), work);
  };
  return {
    ...named,
    method: 'username-and-password',
    readCredentials: (reader) => ({
      shown: {
        host: reader.filledText('host').toLowerCase(),
        port: reader.number('port'),
        database: reader.filledText('database'),
        username: reader.filledText('username'),
        ...readTls(reader),
      },
      password: reader.filledText('password'),
    }),
    usernameIn: ({ username }) => username,
    logIn: (system, user) => inDatabase(system, user, (session) => session.run('SELECT 1')),
    setPassword: (system, admin, user, { rotationStatement } = {}) =>
      inDatabase(system, admin, (session) =>
        rotationStatement === undefined
          ? setPassword(session, user, user.username === admin.username)
          : session.run(render(rotationStatement, { ...user, database: system.credentials.database })),
      ),
  };
};
