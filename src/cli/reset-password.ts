import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import { migrations } from '../../migrations/index.ts';
import { newEntry } from '../audit/audit.ts';
import { passwordReset } from '../audit/events.ts';
import { readConfig, type Config } from '../config.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { Passwords } from '../platform/crypto/passwords.ts';
import { secretText } from '../platform/crypto/random-secrets.ts';
import type { Database } from '../platform/db/database.ts';
import { openDatabase } from '../platform/db/open.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { StartError } from '../platform/errors.ts';
import { randomIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { passwordIssues } from '../resources/identity/account/password-rule.ts';
import type { UserRow } from '../resources/organization/organization-users/store.ts';
import { openStorage } from '../storage.ts';
import { createStores, type Stores } from '../stores.ts';
import { withSettings } from './settings-options.ts';

const givenPassword = async (): Promise<string> => {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const issues = passwordIssues(password, []);
  if (issues.length > 0) throw new StartError(issues.map(({ message }) => `The password ${message}.`).join('\n'));
  return password;
};

/** Generates a valid password; one in seventy random ones has no digit. */
const newPassword = (): string => {
  const password = secretText(24);
  return passwordIssues(password, []).length > 0 ? newPassword() : password;
};

/** Runs the work on the configured database with a migrated schema; an SQLite file is locked meanwhile. */
const withDatabase = async (config: Config, work: (database: Database) => Promise<void>): Promise<void> => {
  const storage = openStorage(config);
  try {
    await prepareDatabase(storage.location, { migrations, keyring: storage.keyring, clock: systemClock });
    const database = openDatabase(storage.location, createLog('warn', process.stderr));
    await work(database).finally(() => database.close());
  } finally {
    storage.release();
  }
};

/** Records the reset in the audit log of every organization of the user. */
const record = async (
  { auditLogs, organizations }: Stores,
  retentionDays: number,
  { id: userId, username }: UserRow,
): Promise<void> => {
  const request = { requestId: '', operation: 'sallyport reset-password', ip: '', userAgent: '' };
  const deps = { clock: systemClock, ids: randomIds, retentionDays, request, actor: undefined };
  for (const { id: organizationId } of await organizations.listOfMember({ userId })) {
    await auditLogs.insert(
      newEntry(deps, {
        type: passwordReset,
        metadata: { userId, username },
        actor: { type: 'platform' },
        organizationId,
      }),
    );
  }
};

const replace = async (
  database: Database,
  retentionDays: number,
  username: string,
  passwordHash: string,
): Promise<void> => {
  await database.transaction(async ({ db }) => {
    const stores = createStores(db);
    const { users, sessions } = stores;
    const user = await users.findByUsername(username);
    if (!user)
      throw new StartError(
        `There is no account ${username}. Check that DATA_DIR and DATABASE_URL are those of your server.`,
      );
    if (user.passwordHash === null)
      throw new StartError(
        `${username} has no password yet, because the invitation was not accepted. Send a new invitation instead.`,
      );
    const isChanged = await users.changePassword(
      user.id,
      { from: user.passwordHash, to: passwordHash },
      timestamp(systemClock.now()),
    );
    if (!isChanged)
      throw new StartError(`${username} has just changed the password. Try again if the reset is still needed.`);
    await sessions.deleteOfUser(user.id);
    await record(stores, retentionDays, user);
  });
};

const resetPassword = async (email: string, { passwordStdin }: { passwordStdin?: true }): Promise<void> => {
  const config = readConfig(process.env);
  const username = email.trim().toLowerCase();
  const password = passwordStdin ? await givenPassword() : newPassword();
  const passwordHash = await new Passwords().hash(password);
  await withDatabase(config, (database) => replace(database, config.auditRetentionDays, username, passwordHash));
  console.log(`${username} has a new password, and all sessions have ended.`);
  if (!passwordStdin) console.log(`  password       ${password}   (shown only now)`);
};

export const resetPasswordCommand = (): Command =>
  withSettings(new Command('reset-password'))
    .argument('<email>', "the user's e-mail address")
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .action(resetPassword);
