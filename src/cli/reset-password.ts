import { text as readAll } from 'node:stream/consumers';
import { Command } from 'commander';
import { passwordReset } from '../audit/events.ts';
import { readConfig } from '../config.ts';
import { systemClock, timestamp } from '../platform/clock.ts';
import { Passwords } from '../platform/crypto/passwords.ts';
import { secretText } from '../platform/crypto/random-secrets.ts';
import type { Database } from '../platform/db/database.ts';
import { StartError } from '../platform/errors.ts';
import { passwordIssues } from '../resources/identity/account/password-rule.ts';
import { proveAddress } from '../resources/identity/account/proof.ts';
import { createStores } from '../stores.ts';
import { findAccount, recordOffline, withDatabase } from './offline-database.ts';
import { withSettings } from './settings-options.ts';
import { ofInstance } from '../transaction-keys.ts';

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

const replace = async (
  database: Database,
  retentionDays: number,
  username: string,
  passwordHash: string,
): Promise<boolean> =>
  database.transaction(ofInstance, async ({ db }) => {
    const stores = createStores(db);
    const { users, sessions, passwordResets } = stores;
    const user = await findAccount(stores, username);
    if (!(await users.isOwned(user.id)))
      throw new StartError(
        `${username} has no password yet, because the invitation was not accepted. Send a new invitation instead.`,
      );
    const now = timestamp(systemClock.now());
    await users.changePassword(user.id, { from: user.passwordHash, to: passwordHash }, now);
    await sessions.deleteOfUser(user.id);
    await passwordResets.cancel(user.id);
    const isFirstProof = await proveAddress(stores, user.id, now);
    const metadata = isFirstProof ? { removed: 'sign-ins' } : {};
    await recordOffline(stores, retentionDays, { type: passwordReset, command: 'reset-password', user, metadata });
    return isFirstProof;
  });

const resetPassword = async (email: string, { passwordStdin }: { passwordStdin?: true }): Promise<void> => {
  const config = readConfig(process.env);
  const username = email.trim().toLowerCase();
  const password = passwordStdin ? await givenPassword() : newPassword();
  const passwordHash = await new Passwords().hash(password);
  const isFirstProof = await withDatabase(config, (database) =>
    replace(database, config.auditRetentionDays, username, passwordHash),
  );
  console.log(`${username} has a new password, and all sessions have ended.`);
  if (isFirstProof)
    console.log(
      '  Nobody had shown before that the account belongs to the owner of the address, so its second factor, passkeys,\n  recovery codes and links to single sign-on were removed. Give the password to that person only.',
    );
  if (!passwordStdin) console.log(`  password       ${password}   (shown only now)`);
};

export const resetPasswordCommand = (): Command =>
  withSettings(new Command('reset-password'))
    .argument('<email>', "the user's e-mail address")
    .option('--password-stdin', 'read the password from standard input instead of generating one')
    .addHelpText('after', '\nExample: sallyport reset-password ada@example.com')
    .action(resetPassword);
