import {
  defaultRequirements,
  generatePassword,
  type PasswordRequirements,
} from '../../../../platform/crypto/generated-passwords.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import { badRequest, notFound } from '../../../../platform/errors.ts';
import { mysqlProtocol } from '../../../../platform/targets/mysql.ts';
import { postgresProtocol } from '../../../../platform/targets/postgres.ts';
import type { SqlSession } from '../../../../platform/targets/sql.ts';
import type { Protocol } from '../../../../platform/targets/targets.ts';
import { render } from '../../../../platform/targets/template.ts';
import { ProviderError, type Inputs, type Provider, type ProviderDeps } from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';
import {
  inSession,
  latestBegin,
  readTls,
  requireAllowed,
  targetOf,
  tlsOf,
  type SessionOptions,
  type TlsInputs,
} from './target.ts';
import { checkTemplates } from './templates.ts';

/** MySQL and MariaDB have one protocol. */
const protocols = { postgres: postgresProtocol, mysql2: mysqlProtocol };
type Client = keyof typeof protocols;
const clients = Object.keys(protocols) as Client[];

interface SqlInputs extends Inputs, TlsInputs {
  readonly client: Client;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly creationStatement: string;
  readonly revocationStatement: string;
  readonly renewStatement: string;
  readonly passwordRequirements?: PasswordRequirements;
}

const statements = [
  ['creationStatement', 'SQL creation', ['username', 'password', 'expiration', 'database']],
  ['renewStatement', 'SQL renew', ['username', 'expiration', 'database']],
  ['revocationStatement', 'SQL revoke', ['username', 'database']],
] as const;

/** The credential outlives its lease by a moment, so that a client never has one that ended before its lease. */
const graceSeconds = 5;

const checkRequirements = (reader: InputReader, { length, required, allowedSymbols = '' }: PasswordRequirements) => {
  const least = Object.values(required).reduce((sum, count) => sum + count, 0);
  if (least === 0) reader.refuse('passwordRequirements', 'too_small', 'must require at least one character of a class');
  if (least > length)
    reader.refuse('passwordRequirements', 'too_big', 'must not require more characters than the length');
  if (/['"\\;`{}\s]|[^\x21-\x7e]/.test(allowedSymbols))
    reader.refuse(
      'passwordRequirements',
      'pattern',
      'must not allow quotes, backslashes, semicolons, braces and spaces',
    );
};

const refuseGateways = (reader: InputReader): void => {
  const ids = ['gatewayId', 'gatewayPoolId'].map((name) => reader.text(name, '')).filter((id) => id !== '');
  if (ids.length === 2) throw badRequest('Cannot specify both a gateway and a gateway pool');
  if (ids.length === 1) throw notFound(`Gateway with ID ${ids[0]} not found. This server has no gateways.`);
};

const read = (inputs: Inputs, path: readonly string[]): SqlInputs => {
  const reader = new InputReader(inputs, path);
  const passwordRequirements = reader.value('passwordRequirements') as PasswordRequirements | undefined;
  const result: SqlInputs = {
    client: reader.oneOf('client', clients),
    host: reader.filledText('host').toLowerCase(),
    port: reader.number('port'),
    database: reader.text('database'),
    username: reader.text('username'),
    password: reader.text('password'),
    creationStatement: reader.filledText('creationStatement'),
    revocationStatement: reader.filledText('revocationStatement'),
    renewStatement: reader.text('renewStatement', ''),
    ...(passwordRequirements && { passwordRequirements }),
    ...readTls(reader),
  };
  if (passwordRequirements) checkRequirements(reader, passwordRequirements);
  reader.end();
  refuseGateways(reader);
  checkTemplates(result, statements);
  return result;
};

/** Works as the root user. */
const inDatabase = <T>(
  inputs: SqlInputs,
  deps: ProviderDeps,
  { hidden, ...options }: SessionOptions,
  work: (session: SqlSession) => Promise<T>,
): Promise<T> => {
  const { client, host, database, username, password } = inputs;
  const protocol: Protocol<SqlSession> = protocols[client]({ host, database, username, password, tls: tlsOf(inputs) });
  const values = [username, password, database, ...hidden];
  return inSession(targetOf(inputs), protocol, deps, { ...options, hidden: values }, work);
};

/** Creates users of a database with the statements of the dynamic secret. */
export const sqlDatabase: Provider<SqlInputs> = {
  read,

  checkHost: (inputs, targets) => requireAllowed(targetOf(inputs), targets),

  check: (inputs, deps) => inDatabase(inputs, deps, { hidden: [] }, (session) => session.run('SELECT 1')),

  checkConfig: () => undefined,

  async create(inputs, { username, expireAt }, deps) {
    const password = generatePassword(inputs.passwordRequirements ?? defaultRequirements);
    const values = {
      username,
      password,
      database: inputs.database,
      expiration: secondsAfter(expireAt, graceSeconds).toISOString(),
    };
    const options = { hidden: [username, password], latest: latestBegin(deps) };
    const statement = render(inputs.creationStatement, values);
    await inDatabase(inputs, deps, options, (session) => session.run(statement));
    return { DB_USERNAME: username, DB_PASSWORD: password };
  },

  async renew(inputs, { username, expireAt }, deps) {
    const { renewStatement, database } = inputs;
    if (renewStatement === '') return;
    const expiration = secondsAfter(expireAt, graceSeconds).toISOString();
    const text = render(renewStatement, { username, expiration, database });
    const work = (session: SqlSession) => session.changeUser(text, username);
    if (!(await inDatabase(inputs, deps, { hidden: [username] }, work)))
      throw new ProviderError('The user does not exist any more.', false);
  },

  async revoke(inputs, { username }, deps) {
    const text = render(inputs.revocationStatement, { username, database: inputs.database });
    await inDatabase(inputs, deps, { hidden: [username] }, (session) => session.removeUser(text, username));
  },

  shown: (inputs) => inputs,
};
