import { clientNetwork } from '../../../platform/addresses.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { FactorOwner, FailuresRow } from './store.ts';

const day = 86_400;

/** Wrong codes from one address before it is locked, and for how long after that one; each further one doubles it. */
const perAddress = { free: 4, lockSeconds: 300 };

/**
 * Wrong codes from all addresses within a day: three of a million codes are right at a time, so that somebody with the
 * password and any number of addresses guesses one with a probability of 0.0003 a day.
 */
const perAccount = 100;

/** Wrong codes within a day after which none is stored any more; a recovery code cannot be guessed in as many. */
const maxStored = 1_000;

/** The name of the row that counts for all addresses. */
const allAddresses = '';

type Attempt = Pick<PublicScope, 'stores' | 'caller' | 'clock'>;

export interface Failures {
  readonly ofAddress: FailuresRow | undefined;
  readonly ofAccount: FailuresRow | undefined;
}

/** Finds the wrong codes that still count. */
export const findFailures = async ({ stores, caller, clock }: Attempt, owner: FactorOwner): Promise<Failures> => {
  const now = timestamp(clock.now());
  const rows = await stores.secondFactorFailures.list(owner, [allAddresses, clientNetwork(caller.ip)]);
  const counting = rows.filter(({ expiresAt }) => now < expiresAt);
  return {
    ofAddress: counting.find(({ address }) => address !== allAddresses),
    ofAccount: counting.find(({ address }) => address === allAddresses),
  };
};

/** Whether this factor was shown from the caller's network, in a session that is still open. */
const isFamiliar = async (
  { stores, caller }: Attempt,
  { userId, providerId }: FactorOwner,
  now: Timestamp,
): Promise<boolean> => {
  const network = clientNetwork(caller.ip);
  const sessions = await stores.sessions.listOfUser(userId, now);
  return sessions.some(
    (session) =>
      session.mfaMethod !== null && session.providerId === providerId && clientNetwork(session.ip) === network,
  );
};

/**
 * Until when the address may not try again. The limit of the account is only for codes that can be guessed, and not for
 * addresses that the owner uses: somebody elsewhere who knows the password must not lock the owner out.
 */
export const lockedUntil = async (
  attempt: Attempt,
  owner: FactorOwner,
  { ofAddress, ofAccount }: Failures,
  isGuessable: boolean,
): Promise<Timestamp | undefined> => {
  const now = timestamp(attempt.clock.now());
  const end = ofAddress?.lockedUntil;
  if (typeof end === 'string' && now < end) return end;
  const isLimited = isGuessable && ofAccount !== undefined && ofAccount.failures >= perAccount;
  return isLimited && !(await isFamiliar(attempt, owner, now)) ? ofAccount.expiresAt : undefined;
};

const lockAfter = (failures: number, now: Date): Timestamp | null => {
  const surplus = failures - perAddress.free;
  if (surplus <= 0) return null;
  return timestamp(secondsAfter(now, Math.min(day, perAddress.lockSeconds * 2 ** Math.min(surplus - 1, 20))));
};

/** Counts a wrong code, in a transaction of the account. */
export const countFailure = async (
  { stores, caller, clock }: Attempt,
  owner: FactorOwner,
  { ofAddress, ofAccount }: Failures,
): Promise<void> => {
  if (ofAccount && ofAccount.failures >= maxStored) return;
  const now = clock.now();
  const failures = (ofAddress?.failures ?? 0) + 1;
  const end = timestamp(secondsAfter(now, day));
  await stores.secondFactorFailures.save({
    ...owner,
    address: clientNetwork(caller.ip),
    failures,
    lockedUntil: lockAfter(failures, now),
    expiresAt: end,
  });
  // Counted from the first one, so that somebody who goes on trying does not prolong it.
  await stores.secondFactorFailures.save({
    ...owner,
    address: allAddresses,
    failures: (ofAccount?.failures ?? 0) + 1,
    lockedUntil: null,
    expiresAt: ofAccount?.expiresAt ?? end,
  });
};

/** Forgets the wrong codes from the caller's address after a right one. */
export const forgetFailures = async ({ stores, caller }: Attempt, owner: FactorOwner): Promise<void> =>
  stores.secondFactorFailures.delete(owner, clientNetwork(caller.ip));
