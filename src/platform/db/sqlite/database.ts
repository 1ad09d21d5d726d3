import type { Log } from '../../log.ts';
import { unitTimeLimitMs, type Database } from '../database.ts';
import { GroupCommit } from './group-commit.ts';
import { StorageHealth, writeProbe } from '../health.ts';
import { createDb } from '../knex/queries.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteReader } from './reader.ts';

/** One writer with group commit, and a reader beside it that always sees the last committed state. */
export const openSqlite = (
  file: string,
  { log, timeLimitMs = unitTimeLimitMs }: { log: Log; timeLimitMs?: number },
): Database => {
  const health = new StorageHealth(log);
  const writer = new SqliteConnection(file, 'read-write', health);
  const reader = new SqliteReader(file, health);
  const writers = new GroupCommit(writer, { timeLimitMs, log, commit: reader.besideCommit });

  return {
    isRemote: false,
    read: createDb('better-sqlite3', reader.execute),
    channel: undefined,
    transaction: (work, urgency = 'ordinary') => writers.transaction(work, urgency),
    commitsAtOnce: 1,
    onGroup: (listener) => writers.onGroup(listener),
    check: () => health.check(() => writers.transaction(writeProbe, 'ordinary')),
    close: async () => {
      await writers.close();
      await reader.close();
      writer.close();
    },
  };
};
