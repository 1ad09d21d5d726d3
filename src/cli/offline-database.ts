import { migrations } from '../../migrations/index.ts';
import { newEntry } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { StartError } from '../platform/errors.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import type { UserRow } from '../resources/organization/organization-users/store.ts';
import { openStorage } from '../storage.ts';
import type { Stores } from '../stores.ts';

/** Runs the work on the configured database with a migrated schema; an SQLite file is locked meanwhile. */
export const withDatabase = async <T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> => {
  const storage = openStorage(config);
  try {
    await prepareDatabase(storage.location, { migrations, keyring: storage.keyring, clock: systemClock });
    const database = openDatabase(storage.location, createLog('warn', process.stderr));
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    storage.release();
  }
};

/** Finds the account of an e-mail address; says what to check if there is none. */
export const findAccount = async ({ users }: Pick<Stores, 'users'>, username: string): Promise<UserRow> => {
  const user = await users.findByUsername(username);
  if (user) return user;
  throw new StartError(
    `There is no account ${username}. Check that DATA_DIR and DATABASE_URL are those of your server.`,
  );
};

interface OfflineEvent {
  readonly type: string;
  readonly command: string;
  readonly user: UserRow;
  readonly metadata?: object;
}

/** Records what a command did in the audit log of every organization of the user. */
export const recordOffline = async (
  { auditLogs, organizations }: Stores,
  retentionDays: number,
  { type, command, user: { id: userId, username }, metadata }: OfflineEvent,
): Promise<void> => {
  const request = { requestId: '', operation: `sallyport ${command}`, ip: '', userAgent: '' };
  const deps = { clock: systemClock, ids: randomIds, retentionDays, request, actor: undefined };
  const event = { type, metadata: { userId, username, ...metadata }, actor: { type: 'platform' } } as const;
  for (const { id: organizationId } of await organizations.listOfMember({ userId }))
    await auditLogs.insert(newEntry(deps, { ...event, organizationId }));
};
