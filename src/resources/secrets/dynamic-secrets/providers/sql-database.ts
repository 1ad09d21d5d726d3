import {
  defaultRequirements,
  generatePassword,
  type PasswordRequirements,
} from '../../../../platform/crypto/generated-passwords.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import { badRequest, notFound } from '../../../../platform/errors.ts';
import { TargetError, withoutValues } from '../../../../platform/targets/errors.ts';
import { postgresProtocol, type SqlSession } from '../../../../platform/targets/postgres.ts';
import type { Targets } from '../../../../platform/targets/targets.ts';
import { isTemplateOf, render } from '../../../../platform/targets/template.ts';
import { ProviderError, type Inputs, type Provider, type ProviderDeps } from './provider.ts';
import { InputReader } from './read.ts';

const clients = ['postgres'] as const;

interface SqlInputs extends Inputs {
  readonly client: (typeof clients)[number];
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly username: string;
  readonly password: string;
  readonly creationStatement: string;
  readonly revocationStatement: string;
  readonly renewStatement: string;
  readonly passwordRequirements?: PasswordRequirements;
  readonly ca: string;
  readonly sslEnabled: boolean;
  readonly sslRejectUnauthorized: boolean;
}

const statements = [
  ['creationStatement', 'SQL creation', ['username', 'password', 'expiration', 'database']],
  ['renewStatement', 'SQL renew', ['username', 'expiration', 'database']],
  ['revocationStatement', 'SQL revoke', ['username', 'database']],
] as const;

/** The credential outlives its lease by a moment, so that a client never has one that ended before its lease. */
const graceSeconds = 5;
/** A creation that waited longer is given up, because the lease counts as failed by then. */
const latestBeginMs = 60_000;

/** PostgreSQL's `undefined_object`. Something else that the statements name may be missing as well. */
const isGone = ({ code, message }: TargetError, username: string | undefined): boolean =>
  code === '42704' && username !== undefined && message.includes(username);

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
    ca: reader.text('ca', ''),
    sslEnabled: reader.flag('sslEnabled', false),
    sslRejectUnauthorized: reader.flag('sslRejectUnauthorized', true),
  };
  if (passwordRequirements) checkRequirements(reader, passwordRequirements);
  reader.end();
  refuseGateways(reader);
  for (const [name, called, variables] of statements)
    if (!isTemplateOf(result[name], variables))
      throw badRequest(
        `Template sanitization failed: ${called}. It may contain ${variables.map((each) => `{{${each}}}`).join(', ')}, and no other template.`,
      );
  return result;
};

const isEncrypted = ({ ca, sslEnabled }: SqlInputs): boolean => ca !== '' || sslEnabled;

const addressOf = ({ host, port }: SqlInputs) => ({ host, port });

class UserGone extends ProviderError {}

/** Runs the work in a session as the root user; the message of an error contains none of its values, nor these. */
const inSession = async (
  inputs: SqlInputs,
  { targets, caller }: ProviderDeps,
  work: (session: SqlSession) => Promise<void>,
  { username: user, password: secret = '' }: { username?: string; password?: string } = {},
): Promise<void> => {
  const progress = { hasBegun: false };
  const tls = isEncrypted(inputs) ? { ca: inputs.ca, verifiesCertificate: inputs.sslRejectUnauthorized } : undefined;
  const { host, database, username, password } = inputs;
  try {
    await targets.use(
      { address: addressOf(inputs), isEncrypted: isEncrypted(inputs), caller },
      postgresProtocol({ host, database, username, password, tls }),
      (session) => {
        progress.hasBegun = true;
        return work(session);
      },
    );
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    if (progress.hasBegun && isGone(error, user)) throw new UserGone('The user does not exist any more.', false);
    // What PostgreSQL refused was rolled back.
    const message = withoutValues(error.message, [user ?? '', secret, username, password, database]);
    throw new ProviderError(message, progress.hasBegun && error.failure !== 'refused');
  }
};

/** Creates users of a database with the statements of the dynamic secret. */
export const sqlDatabase: Provider<SqlInputs> = {
  read,

  checkHost: (inputs: SqlInputs, targets: Targets) => {
    const problem = targets.problemOf({ address: addressOf(inputs), isEncrypted: isEncrypted(inputs) });
    if (problem !== undefined) throw badRequest(problem);
  },

  check: (inputs, deps) => inSession(inputs, deps, (session) => session.run('SELECT 1')),

  checkConfig: () => undefined,

  async create(inputs, { username, expireAt }, deps) {
    const password = generatePassword(inputs.passwordRequirements ?? defaultRequirements);
    const values = {
      username,
      password,
      database: inputs.database,
      expiration: secondsAfter(expireAt, graceSeconds).toISOString(),
    };
    const latest = deps.clock.elapsed() + latestBeginMs;
    const create = async (session: SqlSession): Promise<void> => {
      if (deps.clock.elapsed() > latest) throw new TargetError('refused', 'Too many others were waiting.');
      await session.run(render(inputs.creationStatement, values));
    };
    await inSession(inputs, deps, create, { username, password });
    return { DB_USERNAME: username, DB_PASSWORD: password };
  },

  async renew(inputs, { username, expireAt }, deps) {
    if (inputs.renewStatement === '') return;
    const expiration = secondsAfter(expireAt, graceSeconds).toISOString();
    const text = render(inputs.renewStatement, { username, expiration, database: inputs.database });
    await inSession(inputs, deps, (session) => session.run(text), { username });
  },

  async revoke(inputs, { username }, deps) {
    const text = render(inputs.revocationStatement, { username, database: inputs.database });
    try {
      await inSession(inputs, deps, (session) => session.run(text), { username });
    } catch (error) {
      if (!(error instanceof UserGone)) throw error;
    }
  },

  shown: (inputs) => inputs,
};
