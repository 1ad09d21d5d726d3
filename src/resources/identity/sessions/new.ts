import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SessionRow } from './store.ts';

/** Builds the row of a new session of the caller; does not store it. */
export const newSession = (
  { clock, ids, caller, config }: Pick<PublicScope, 'clock' | 'ids' | 'caller' | 'config'>,
  userId: string,
): SessionRow => {
  const now = clock.now();
  return {
    id: ids.uuid(),
    userId,
    ip: caller.ip,
    userAgent: caller.userAgent,
    createdAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, config.userTokenTtl)),
  };
};
