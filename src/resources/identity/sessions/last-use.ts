import { timestamp } from '../../../platform/clock.ts';
import { LastUses } from '../../../platform/last-uses.ts';
import type { Parts } from '../../../scope.ts';
import { idleSeconds } from './limits.ts';
import { SessionStore, type PresentedSession } from './store.ts';
import { ofTask } from '../../../transaction-keys.ts';

const uses = new LastUses();

/** One for all sessions, so that the uses of a moment are committed together. No session is opened or ended by it. */
const task = ofTask('last use of sessions');

/** Stores the time of the session's last use in the background, at most about once a minute. */
export const storeSessionUse = (
  { background, database }: Pick<Parts, 'background' | 'database'>,
  session: Pick<PresentedSession, 'id' | 'lastUsedAt' | 'longestIdleSeconds'>,
  now: Date,
): void => {
  if (!uses.isDue(session.id, session.lastUsedAt, now)) return;
  const use = { lastUsedAt: timestamp(now), longestIdleSeconds: idleSeconds(session, timestamp(now)) };
  background.start('store last use of session', () =>
    database.transaction(task, ({ db }) => new SessionStore(db).recordUse(session, use)),
  );
};
