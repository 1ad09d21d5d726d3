// Kills during the migration of the schema: the data of an older version on SQLite, an empty database with two nodes on
// PostgreSQL.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from '../../setup.mjs';
import { callerOf } from '../connection.mjs';
import { bootstrap } from '../organization.mjs';
import { Postgres } from '../postgres.mjs';
import { newFolder, pause, randomBetween, removeFolder, spawnServer, startServer } from '../processes.mjs';
import { damageOf, postgresStorage } from '../storage.mjs';

const releases = join(root, 'test', 'upgrade');

/** Checks that the earlier data still exists; there may be more by now. */
const missingIn = (now, then, at) => {
  if (typeof then !== 'object' || then === null)
    return now === then ? [] : [`lost: ${at} is ${JSON.stringify(now)} instead of ${JSON.stringify(then)}`];
  if (typeof now !== 'object' || now === null) return [`lost: ${at}`];
  return Object.entries(then).flatMap(([key, value]) => missingIn(now[key], value, `${at}.${key}`));
};

const oldData = (release) => {
  const folder = newFolder();
  const expected = JSON.parse(readFileSync(join(releases, release, 'expected.json'), 'utf8'));
  const storage = { DATA_DIR: join(folder, 'data'), ROOT_KEY: expected.rootKey };
  mkdirSync(storage.DATA_DIR, { mode: 0o700 });
  writeFileSync(
    join(storage.DATA_DIR, 'sallyport.db'),
    gunzipSync(readFileSync(join(releases, release, 'sallyport.db.gz'))),
    { mode: 0o600 },
  );
  return { folder, storage, expected };
};

const problemsOfUpgrade = async (url, { account, organizationId, answers }) => {
  const { accessToken } = await callerOf(url)('POST', '/api/v3/auth/login', account);
  const { token } = await callerOf(url, accessToken)('POST', '/api/v3/auth/select-organization', { organizationId });
  const call = callerOf(url, token);
  const problems = [];
  for (const [path, answer] of Object.entries(answers))
    problems.push(...missingIn(await call('GET', path), answer, path));
  call.close();
  return problems;
};

/** Kills the process at a random moment of a start of about this duration. */
const killAtStart = async (storage, startMs) => {
  const server = spawnServer(storage);
  await pause(randomBetween(0, startMs));
  await server.kill();
};

const startMsOf = async (storage) => {
  const started = performance.now();
  const server = await startServer(storage);
  const startMs = performance.now() - started;
  await server.kill();
  return startMs;
};

const killUpgrades = async ({ cycles }) => {
  const problems = [];
  const names = readdirSync(releases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const startMs = await startMsOf(oldData(names[0]).storage);
  let checked = 0;
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const { folder, storage, expected } = oldData(names[cycle % names.length]);
    await killAtStart(storage, startMs);
    const server = await startServer(storage);
    problems.push(...(await problemsOfUpgrade(server.url, expected)), ...(await damageOf(storage)));
    checked += Object.keys(expected.answers).length;
    await server.stop();
    removeFolder(folder);
  }
  return { done: `${cycles} kills while upgrading ${names.join(', ')}`, acknowledged: checked, inDoubt: 0, problems };
};

/** Two nodes start at once on an empty database; one is killed at a random moment, and the other finishes. */
const killFirstStarts = async ({ cycles }) => {
  const server = await Postgres.create();
  await server.start();
  const problems = [];
  try {
    const startMs = await startMsOf(postgresStorage(await server.newDatabase('first')));
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const storage = postgresStorage(await server.newDatabase(`first_${cycle}`));
      const [, other] = await Promise.all([killAtStart(storage, startMs), startServer(storage)]);
      const { token } = await bootstrap(other.url);
      const again = await startServer(storage);
      const { projects } = await callerOf(again.url, token)('GET', '/api/v1/projects');
      if (!Array.isArray(projects)) problems.push('wrong: the second node does not have the organization');
      await Promise.all([other.stop(), again.stop()]);
      await server.query(`drop database first_${cycle} with (force)`);
    }
  } finally {
    await server.stop('immediate');
  }
  return { done: `${cycles} kills while the schema was created`, acknowledged: cycles, inDoubt: 0, problems };
};

export const scenarios = [
  { name: 'kills during migration', on: 'sqlite', run: killUpgrades },
  { name: 'kills during migration', on: 'postgres', run: killFirstStarts },
];
