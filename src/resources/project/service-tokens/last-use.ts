import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { Parts } from '../../../scope.ts';
import { ServiceTokenStore, type PresentedServiceToken } from './store.ts';

const everySeconds = 60;
const maxRemembered = 10_000;

/**
 * By token, when its last use was written, or tried to be: also while the database fails, each is tried once a minute.
 */
const tried = new Map<string, Timestamp>();

/** Stores when the token was used last, about once a minute, while the request goes on. */
export const noteUse = (
  { background, database }: Pick<Parts, 'background' | 'database'>,
  { id, lastUsed }: Pick<PresentedServiceToken, 'id' | 'lastUsed'>,
  now: Date,
): void => {
  const recently = timestamp(secondsAfter(now, -everySeconds));
  const before = tried.get(id) ?? lastUsed;
  if (before !== null && before > recently) return;
  if (tried.size >= maxRemembered) tried.clear();
  tried.set(id, timestamp(now));
  background.start('storing when a service token was used', () =>
    database.transaction(({ db }) => new ServiceTokenStore(db).setLastUsed(id, timestamp(now)), 'traces'),
  );
};
