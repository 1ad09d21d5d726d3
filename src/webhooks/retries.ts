import { secondsAfter } from '../platform/clock.ts';
import type { WebhookRow } from '../resources/secrets/webhooks/store.ts';

const firstDelay = 10;
export const longestDelay = 3600;
/** How long a webhook may fail before it is paused. */
const patience = 86_400;

/** How many seconds to wait after this many failures in a row. */
export const delaySeconds = (failures: number): number => Math.min(firstDelay * 2 ** (failures - 1), longestDelay);

/** Whether no attempt is left after one more failure now. */
export const isGivenUp = (
  { failures, failingSince }: Pick<WebhookRow, 'failures' | 'failingSince'>,
  now: Date,
): boolean =>
  failingSince !== null &&
  secondsAfter(now, delaySeconds(failures + 1)) > secondsAfter(new Date(failingSince), patience);
