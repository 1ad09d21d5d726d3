import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { removeFactors } from '../resources/identity/second-factor/remove.ts';
import { createStores } from '../stores.ts';
import { findAccount, recordOffline, withDatabase } from './offline-database.ts';
import { withSettings } from './settings-options.ts';
import { ofInstance } from '../transaction-keys.ts';

/** For an administrator who lost the second factor, when no other one can remove it. */
const resetSecondFactor = async (email: string): Promise<void> => {
  const config = readConfig(process.env);
  const username = email.trim().toLowerCase();
  await withDatabase(config, (database) =>
    database.transaction(ofInstance, async ({ db }) => {
      const stores = createStores(db);
      const user = await findAccount(stores, username);
      await removeFactors(stores, user.id);
      await recordOffline(stores, config.auditRetentionDays, {
        type: 'reset-second-factor',
        command: 'reset-second-factor',
        user,
      });
    }),
  );
  console.log(`${username} has no second factor any more, and all sessions have ended.`);
};

export const resetSecondFactorCommand = (): Command =>
  withSettings(new Command('reset-second-factor'))
    .argument('<email>', "the user's e-mail address")
    .addHelpText('after', '\nExample: sallyport reset-second-factor ada@example.com')
    .action(resetSecondFactor);
