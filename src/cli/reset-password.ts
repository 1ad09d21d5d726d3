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

const givenPassword = async (): Promise<string> => {
  const password = (await readAll(process.stdin)).replace(/\r?\n$/, '');
  const issues = passwordIssues(password, []);
  if (issues.length > 0) throw new StartError(issues.map(({ message }) => `The password ${message}.`).join('\n'));
  return password;
};

/** By chance one in seventy would have no digit. */
const newPassword = (): string => {
  const password = secretText(24);
  return passwordIssues(password, []).length > 0 ? newPassword() : password;
};

/** The database that the settings name, brought up to date; nobody else has it meanwhile if it is a file. */
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

/** Every organization that the user has joined learns of it. */
const record = async (
  { auditLogs, organizations }: Stores,
  retentionDays: number,
  { id: userId, username }: UserRow,
): Promise<void> => {
  const request = { requestId: '', operation: 'sallyport reset-password', ip: '', userAgent: '' };
  const means = { clock: systemClock, ids: randomIds, retentionDays, request, actor: undefined };
  for (const { id: organizationId } of await organizations.listOfMember({ userId })) {
    await auditLogs.insert(
      newEntry(means, {
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
      throw new StartError(`There is no account of ${username}. Are DATA_DIR and DATABASE_URL those of your server?`);
    if (user.passwordHash === null)
      throw new StartError(
        `${username} has no password yet: the invitation has not been accepted. Send a new one instead.`,
      );
    const isChanged = await users.changePassword(
      user.id,
      { from: user.passwordHash, to: passwordHash },
      timestamp(systemClock.now()),
    );
    if (!isChanged) throw new StartError(`${username} has just changed the password. Try again if it is still needed.`);
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
  new Command('reset-password')
    .description('Give a user a new password and end their sessions; a server on SQLite must be stopped first.')
    .argument('<email>', "the user's e-mail address")
    .option('--password-stdin', 'read the password from standard input instead of making one up')
    .action(resetPassword);
