import { timestamp } from '../../../platform/clock.ts';
import { LastUses } from '../../../platform/last-uses.ts';
import type { Parts } from '../../../scope.ts';
import { ServiceTokenStore, type PresentedServiceToken } from './store.ts';
import { ofTask } from '../../../transaction-keys.ts';

const uses = new LastUses();

/** Stores the time of the token's last use in the background, at most about once a minute. */
export const storeLastUse = (
  { background, database }: Pick<Parts, 'background' | 'database'>,
  { id, lastUsed }: Pick<PresentedServiceToken, 'id' | 'lastUsed'>,
  now: Date,
): void => {
  if (!uses.isDue(id, lastUsed, now)) return;
  background.start('store last use of service token', () =>
    database.transaction(ofTask('last uses of service tokens'), ({ db }) =>
      new ServiceTokenStore(db).setLastUsed(id, timestamp(now)),
    ),
  );
};
