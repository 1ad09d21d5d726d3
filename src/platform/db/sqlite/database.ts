import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../../log.ts';
import { unitTimeLimitMs, type Database, type DatabaseFacts } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import { StorageHealth, writeProbe } from '../health.ts';
import { oneStatementDb, TransactionSnapshot } from '../snapshot.ts';
import { createDb, type Db } from '../knex/queries.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteReader } from './reader.ts';
import { SqliteWriter } from './writer.ts';

const sizeOf = async (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  );

const describe = async (file: string, read: Db): Promise<DatabaseFacts> => {
  const facts = await read(read.raw('(select sqlite_version() as "version") as facts')).first<{ version: string }>();
  const { bavail, bsize } = await statfs(dirname(file));
  // Changes are in the log until they are moved to the file.
  const sizes = await Promise.all([file, `${file}-wal`].map(sizeOf));
  return {
    kind: 'sqlite',
    version: facts.version,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    freeBytes: bavail * bsize,
  };
};

/** One writer with group commit, and readers beside it that see the last committed state, or that of their snapshot. */
export const openSqlite = (
  file: string,
  { log, timeLimitMs = unitTimeLimitMs }: { log: Log; timeLimitMs?: number },
): Database => {
  const health = new StorageHealth(log);
  const writer = new SqliteConnection(file, 'read-write', health);
  const reader = new SqliteReader(file, writer, health);
  const listeners: (() => void)[] = [];
  const writers = new GroupCommit(new SqliteWriter(writer, reader.besideCommit), {
    timeLimitMs,
    log,
    // Nothing else is changed meanwhile, whatever the keys are.
    addKeys: () => undefined,
    onGroup: () => {
      for (const listener of listeners) listener();
    },
  });

  const read = createDb('better-sqlite3', reader.execute);

  return {
    isRemote: false,
    read,
    oneStatement: (onSecond) => oneStatementDb('better-sqlite3', reader.execute, onSecond),
    snapshot: (onBegin) =>
      new TransactionSnapshot('better-sqlite3', { open: () => reader.snapshot(), onBegin, timeLimitMs }),
    channel: undefined,
    transaction: (_keys, work, urgency) => writers.run(work, urgency === 'urgent'),
    commitsAtOnce: 1,
    onGroup: (listener) => void listeners.push(listener),
    check: () => health.check(() => writers.run(writeProbe)),
    describe: () => describe(file, read),
    close: async () => {
      await writers.close();
      await reader.close();
      writer.close();
    },
  };
};
