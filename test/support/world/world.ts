import { Agent } from 'node:http';
import { join } from 'node:path';
import request, { type Response, type Test } from 'supertest';
import { operations, type OperationId } from '../../../generated/operations.ts';
import { readConfig } from '../../../src/config.ts';
import { startServer, type RunningServer } from '../../../src/main.ts';
import { Passwords } from '../../../src/platform/crypto/passwords.ts';
import { createLog } from '../../../src/platform/log.ts';
import { setupToken } from '../../../src/resources/instance/setup/setup-token.ts';
import { createMembers, type Members } from './members.ts';
import { TestClock } from './clock.ts';
import { cloudKeys, stopCloudKeys } from '../clients/cloud-keys.ts';
import { readBytes } from '../clients/bytes.ts';
import { builtValidators } from '../expect/compiled-checks.ts';
import { assertDocumented, findOperation, pathOf } from '../expect/contract.ts';
import { fastScratchFolder } from './folders.ts';
import { newMigratedDatabase, newMigratedDirectory } from './migrated.ts';
import { newPki } from './pki.ts';
import { newPostgresDatabase } from './postgres.ts';
import { patientMs } from './time-limit.ts';

export type DatabaseKind = 'sqlite' | 'postgres';
export const databaseKinds: readonly DatabaseKind[] = ['sqlite', 'postgres'];

export const testRootKey = Buffer.alloc(32, 'for tests only').toString('base64');

export interface CallOptions {
  readonly as?: { readonly token: string };
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** A running server with the objects that tests need. */
export interface World extends Members {
  readonly server: RunningServer;
  readonly clock: TestClock;
  /** Everything logged so far. */
  readonly logged: () => string;
  /** Calls an operation, and fails if the contract does not document the response. */
  call(id: OperationId, options?: CallOptions): Promise<Response>;
  /** Sends a request with any method and path, and fails if the contract does not document the response. */
  send(method: string, path: string, options?: CallOptions): Promise<Response>;
}

export type Environment = Readonly<Record<string, string>>;

/** Returns the settings of a new, migrated database in which nothing is stored. */
export const newStorage = async (kind: DatabaseKind): Promise<Environment> =>
  kind === 'sqlite'
    ? { DATA_DIR: await newMigratedDirectory(), ROOT_KEY: testRootKey }
    : { DATABASE_URL: await newMigratedDatabase(), DATABASE_POOL: '10', ROOT_KEY: testRootKey };

/** Returns the settings of a new database without tables. */
export const newEmptyStorage = async (kind: DatabaseKind): Promise<Environment> =>
  kind === 'sqlite'
    ? { DATA_DIR: join(fastScratchFolder(), 'data'), ROOT_KEY: testRootKey }
    : { DATABASE_URL: await newPostgresDatabase(), DATABASE_POOL: '10', ROOT_KEY: testRootKey };

/** Superagent sends only objects and strings; other JSON values have to be serialized here. */
const sendBody = (call: Test, body: unknown): Test =>
  typeof body === 'string' || (typeof body === 'object' && body !== null)
    ? call.send(body)
    : call.type('json').send(JSON.stringify(body));

/**
 * Reuses connections, which saves a quarter of the processor time of a small request. It closes those that are idle for
 * a second, before a server does: a request on a connection that is being closed would fail.
 */
const connections = new Agent({ keepAlive: true, timeout: 1000 });

/** Starts a server whose clock is this many days ahead. */
export const startWorld = async (environment: Environment, days = 0): Promise<World> => {
  const lines: string[] = [];
  const clock = new TestClock(days);
  const config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'trace',
    LOGIN_RATE_LIMIT: '1000000',
    ALLOW_HOSTS: '127.0.0.1',
    WEBHOOK_ALLOW_HOSTS: 'hooks.example.com',
    DRAIN_DELAY_MS: '0',
    ...environment,
  });
  const log = createLog(config.logLevel, { write: (line) => void lines.push(line) });
  // Real hashes with low cost: the tests log in hundreds of times.
  const passwords = new Passwords({ cost: { ln: 4, r: 8, p: 1 } });
  const server = await startServer(config, log, {
    ...{ clock, passwords, pki: newPki(), timeLimitMs: patientMs },
    validators: builtValidators,
  });

  const send = async (
    method: string,
    path: string,
    { as, query, body, headers = {} }: CallOptions = {},
  ): Promise<Response> => {
    const agent = request(server.url);
    const call = agent[method.toLowerCase() as 'get'](path)
      .agent(connections)
      .ok(() => true);
    if (as) call.set('Authorization', `Bearer ${as.token}`);
    if (query) call.query(query);
    call.set(headers);
    const id = findOperation(method, path);
    if (id && !['application/json', 'text/event-stream'].includes(operations[id].responseType))
      call.buffer(true).parse(readBytes as never);
    const response = await (body === undefined ? call : sendBody(call, body));
    if (method !== 'OPTIONS' && response.status !== 405) assertDocumented(method, path, response);
    return response;
  };

  return {
    server,
    clock,
    logged: () => lines.join(''),
    send,
    call: (id, options = {}) => send(operations[id].method, pathOf(operations[id], options.params), options),
    ...createMembers(server.parts),
  };
};

const worlds = new Map<DatabaseKind, Promise<World>>();
const others: World[] = [];

const isError = (line: string): boolean => line !== '' && (JSON.parse(line) as { level: number }).level >= 50;

/** The last errors that the running servers have logged, to explain a failed test. */
export const lastErrors = async (): Promise<readonly string[]> => {
  const shared = await Promise.all(worlds.values());
  return [...shared, ...others].flatMap((world) => world.logged().split('\n').slice(-500).filter(isError).slice(-3));
};

const bootstrapped = async (kind: DatabaseKind): Promise<World> => {
  // The tests pass on client certificates as a proxy does.
  const { url } = await cloudKeys();
  const peers = { TRUST_PROXY: '127.0.0.1', AZURE_LOGIN_URL: url, GCP_KEYS_URL: url };
  const world = await startWorld({ ...(await newStorage(kind)), ...peers });
  const body = {
    email: 'root@example.com',
    password: 'for tests only',
    organization: 'Root',
    setupToken: setupToken(world.server.parts.keyring),
  };
  const { status } = await world.call('bootstrapInstance', { body });
  if (status !== 200) throw new Error(`the world of the tests could not be set up: ${status}`);
  return world;
};

const sharedWorld = (kind: DatabaseKind): Promise<World> => {
  let world = worlds.get(kind);
  if (!world) worlds.set(kind, (world = bootstrapped(kind)));
  return world;
};

/** A separate server, for tests of startup and limits; stopped after the tests of its file. */
export const ownWorld = async (environment: Environment): Promise<World> => {
  const world = await startWorld(environment);
  others.push(world);
  return world;
};

/** Runs the tests of a suite on one database, on the server that all suites share. */
export const onDatabase = (kind: DatabaseKind, title: string, tests: (world: () => World) => void): Mocha.Suite =>
  describe(title, () => {
    let world: World;
    before(async () => {
      world = await sharedWorld(kind);
    });
    tests(() => world);
  });

export type SuiteTests = (world: () => World, kind: DatabaseKind) => void;

/** Runs the tests of a suite on each database. */
export const onEachDatabase = (title: string, tests: SuiteTests): void => {
  for (const kind of databaseKinds) onDatabase(kind, `${title} [${kind}]`, (world) => tests(world, kind));
};

/** Stops the servers that are not shared, so that their connections and timers do not burden the tests after them. */
export const stopOwnWorlds = async (): Promise<void> => {
  await Promise.all(others.splice(0).map((world) => world.server.stop()));
};

export const stopWorlds = async (): Promise<void> => {
  await stopOwnWorlds();
  const shared = await Promise.allSettled(worlds.values());
  const started = shared.flatMap((world) => (world.status === 'fulfilled' ? [world.value] : []));
  await Promise.all(started.map((world) => world.server.stop()));
  await stopCloudKeys();
};
