import { isHttpsSite } from '../../../config.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { hashText } from '../../../platform/crypto/digest.ts';
import { sameSecret } from '../../../platform/crypto/keyed-hash.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { decryptForSignOn, encryptForSignOn, SealError } from '../../../platform/crypto/sealing.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { Person } from './id-token.ts';

const lifeSeconds = 600;

/**
 * A sign-in that this browser began. It is only in an encrypted cookie: whoever begins sign-ins stores nothing on the
 * server, and a response that another browser began finds no attempt. What was used is stored, until it expires.
 */
export interface Attempt {
  readonly providerId: string;
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
  readonly callbackPort: number | null;
  readonly expiresAt: Timestamp;
}

/** A person at a provider who may turn out to be the owner of the account, once that has signed in. */
export interface PendingLink {
  readonly id: string;
  readonly providerId: string;
  readonly userId: string;
  readonly person: Pick<Person, 'issuer' | 'subject' | 'email'>;
  readonly expiresAt: Timestamp;
}

type Sealing = Pick<PublicScope, 'keyring' | 'clock' | 'config'>;

const random = (): string => secretBytes(32).toString('base64url');

const endOf = ({ clock }: Sealing): Timestamp => timestamp(secondsAfter(clock.now(), lifeSeconds));

export const newAttempt = (scope: Sealing, providerId: string, callbackPort: number | undefined): Attempt => ({
  providerId,
  state: random(),
  nonce: random(),
  verifier: random(),
  callbackPort: callbackPort ?? null,
  expiresAt: endOf(scope),
});

export const newPendingLink = (
  scope: Sealing,
  link: Pick<PendingLink, 'providerId' | 'userId' | 'person'>,
): PendingLink => ({ id: random(), ...link, expiresAt: endOf(scope) });

const contexts = { sso: 'sign-in', sso_link: 'pending-link' } as const;
type CookieName = keyof typeof contexts;

/**
 * What each cookie is encrypted for, so that one does not pass for the other; nor one with the prefix of https for one
 * with its former name, which somebody in the network could set.
 */
const contextOf = ({ config }: Pick<PublicScope, 'config'>, name: CookieName, isFormer = false): string =>
  isHttpsSite(config) && !isFormer ? `${contexts[name]} over https` : contexts[name];

/** What the server stored in a cookie of this browser; it is as it was, because it is authenticated. */
const read = (scope: Pick<PublicScope, 'keyring' | 'caller' | 'config'>, name: CookieName): unknown => {
  const sent = scope.caller.signOnCookie(name);
  if (!sent) return undefined;
  try {
    return JSON.parse(decryptForSignOn(scope.keyring, contextOf(scope, name, sent.isFormer), sent.value));
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
};

export const attemptCookie = (scope: Sealing, attempt: Attempt): string =>
  encryptForSignOn(scope.keyring, contextOf(scope, 'sso'), JSON.stringify(attempt));

export const linkCookie = (scope: Sealing, link: PendingLink): string =>
  encryptForSignOn(scope.keyring, contextOf(scope, 'sso_link'), JSON.stringify(link));

/** Returns the attempt of this browser that the provider responds to; throws if there is none. */
export const readAttempt = (scope: PublicScope, state: string | undefined): Attempt => {
  const attempt = read(scope, 'sso') as Attempt | undefined;
  if (!attempt) throw new Refused('attempt_missing', 'This browser has not begun to sign in.');
  if (attempt.expiresAt <= timestamp(scope.clock.now()))
    throw new Refused('attempt_expired', 'The sign-in took longer than ten minutes.');
  if (state === undefined || !sameSecret(state, attempt.state))
    throw new Refused('state_mismatch', 'The response is to another sign-in.');
  return attempt;
};

/**
 * Throws if the attempt was used before, whatever else changes. Used before the code is redeemed, so that two
 * responses do not race.
 */
export const takeAttempt = async (scope: PublicScope, { state, expiresAt }: Attempt): Promise<void> => {
  const isFirst = await scope.transaction([], ({ stores }) =>
    stores.signOnUses.take(`state:${hashText(state)}`, expiresAt),
  );
  if (!isFirst) throw new Refused('attempt_used', 'The sign-in was finished before.');
};

const useOf = ({ id }: PendingLink): string => `link:${hashText(id)}`;

/** The question that this browser has brought from a provider, if it is not answered yet. */
export const readPendingLink = async (scope: PublicScope): Promise<PendingLink | undefined> => {
  const link = read(scope, 'sso_link') as PendingLink | undefined;
  if (!link || link.expiresAt <= timestamp(scope.clock.now())) return undefined;
  return (await scope.stores.signOnUses.has(useOf(link))) ? undefined : link;
};

/** In a transaction: returns false if the question was answered before. */
export const takePendingLink = ({ stores }: Pick<PublicScope, 'stores'>, link: PendingLink): Promise<boolean> =>
  stores.signOnUses.take(useOf(link), link.expiresAt);
