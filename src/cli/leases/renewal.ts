import { millisecondsOf } from '../../resources/secrets/dynamic-secrets/ttl.ts';
import { RefusedByServer } from '../server/client.ts';
import type { DynamicSecret, Lease } from './reference.ts';

/** How much of what is left of a lease is used before it is renewed, and before that is tried again. */
const usedShare = 2 / 3;
/** With less than this left, it is not tried again. */
const lastMs = 5_000;
/** The server renews by no less. */
const leastMs = 60_000;

export interface RenewalDeps {
  /** Renews the lease by as many milliseconds. */
  readonly renew: (milliseconds: number) => Promise<Lease>;
  /** Waits; rejects when there is nothing more to renew. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Says why the lease is not renewed. */
  readonly report: (problem: string) => void;
}

/** Differences of times of the server, because the clock of this machine may be another one. */
const between = (start: string, end: string): number => Date.parse(end) - Date.parse(start);

/** Renews a lease by its first length, again and again, as long as the dynamic secret allows it. */
export const keepRenewed = async (
  first: Lease,
  { maxTTL }: Pick<DynamicSecret, 'maxTTL'>,
  { renew, pause, report }: RenewalDeps,
): Promise<void> => {
  const lengthMs = between(first.createdAt, first.expireAt);
  const longestMs = maxTTL === null ? Infinity : millisecondsOf(maxTTL);
  let lease = first;
  let problem = '';
  for (let leftMs = lengthMs; leftMs > lastMs;) {
    await pause(leftMs * usedShare);
    leftMs *= 1 - usedShare;
    const moreMs = Math.min(lengthMs, longestMs - between(lease.createdAt, lease.expireAt));
    if (moreMs < leastMs) return report(`The lease ends at ${lease.expireAt}: no lease may be longer than ${maxTTL}.`);
    try {
      lease = await renew(moreMs);
      leftMs = between(lease.updatedAt, lease.expireAt);
      problem = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== problem) report(`The lease is not renewed: ${message}`);
      problem = message;
      if (error instanceof RefusedByServer && error.status === 404) return;
    }
  }
};
