import { defaultRequirements, generatePassword } from '../../../../platform/crypto/generated-passwords.ts';
import { redisProtocol, type RedisCommand, type RedisSession } from '../../../../platform/targets/redis.ts';
import { render } from '../../../../platform/targets/template.ts';
import type { Inputs, Provider, ProviderDeps } from './provider.ts';
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
import { checkTemplates, type TemplateField } from './templates.ts';

interface RedisInputs extends Inputs, TlsInputs {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly creationStatement: string;
  readonly revocationStatement: string;
  readonly renewStatement: string;
}

type StatementField = 'creationStatement' | 'renewStatement' | 'revocationStatement';

const statements: readonly TemplateField<StatementField>[] = [
  ['creationStatement', 'Redis creation', ['username', 'password', 'expiration']],
  ['renewStatement', 'Redis renew', ['username', 'expiration']],
  ['revocationStatement', 'Redis revoke', ['username']],
];

/** Commands that would end the transaction, the login or the connection. */
const notInTransactions = new Set(['AUTH', 'DISCARD', 'EXEC', 'HELLO', 'MULTI', 'QUIT', 'RESET']);

/** Redis has no statements: these are commands between semicolons, and their words between blanks. */
const commandsIn = (text: string): RedisCommand[] =>
  text
    .split(';')
    .map((command) => command.trim().split(/\s+/))
    .filter(([first]) => first !== '');

const read = (inputs: Inputs, path: readonly string[]): RedisInputs => {
  const reader = new InputReader(inputs, path);
  const result: RedisInputs = {
    host: reader.filledText('host').toLowerCase(),
    port: reader.number('port'),
    username: reader.text('username'),
    password: reader.text('password', ''),
    creationStatement: reader.filledText('creationStatement'),
    revocationStatement: reader.filledText('revocationStatement'),
    renewStatement: reader.text('renewStatement', ''),
    ...readTls(reader),
  };
  for (const [field] of statements) {
    const refused = commandsIn(result[field]).find(([name]) => notInTransactions.has(name!.toUpperCase()));
    if (refused) reader.refuse(field, 'invalid', `must not contain ${refused[0]}: statements run in one transaction`);
  }
  reader.end();
  checkTemplates(result, statements);
  return result;
};

const inRedis = (
  inputs: RedisInputs,
  deps: ProviderDeps,
  { hidden, ...options }: SessionOptions,
  work: (session: RedisSession) => Promise<unknown>,
): Promise<unknown> => {
  const { host, username, password } = inputs;
  const protocol = redisProtocol({ host, username, password, tls: tlsOf(inputs) });
  return inSession(targetOf(inputs), protocol, deps, { ...options, hidden: [username, password, ...hidden] }, work);
};

/** Runs the commands of a statement, whose words are filled in after they are separated. */
const run = async (
  inputs: RedisInputs,
  statement: string,
  values: Readonly<Record<string, string>>,
  deps: ProviderDeps,
  latest?: number,
): Promise<void> => {
  const commands = commandsIn(statement).map((words) => words.map((word) => render(word, values)));
  if (commands.length === 0) return;
  const hidden = [values.username!, values.password ?? ''];
  await inRedis(inputs, deps, { hidden, latest }, (session) => session.run(commands));
};

/** Creates users of Redis with the statements of the dynamic secret. Redis ends the sessions of a user that it deletes. */
export const redis: Provider<RedisInputs> = {
  read,
  checkHost: (inputs, targets) => requireAllowed(targetOf(inputs), targets),

  /** A server that is too old for users does not know this command. */
  check: async (inputs, deps) => {
    await inRedis(inputs, deps, { hidden: [] }, (session) => session.send(['ACL', 'WHOAMI']));
  },

  checkConfig: () => undefined,

  async create(inputs, { username, expireAt }, deps) {
    const password = generatePassword(defaultRequirements);
    const values = { username, password, expiration: expireAt.toISOString() };
    await run(inputs, inputs.creationStatement, values, deps, latestBegin(deps));
    return { DB_USERNAME: username, DB_PASSWORD: password };
  },

  renew: (inputs, { username, expireAt }, deps) =>
    run(inputs, inputs.renewStatement, { username, expiration: expireAt.toISOString() }, deps),

  revoke: (inputs, { username }, deps) => run(inputs, inputs.revocationStatement, { username }, deps),

  shown: (inputs) => inputs,
};
