import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { precheckToken, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { publishedBy, type Endpoints } from './endpoints.ts';
import type { SignOnProviderRow } from './store.ts';

/** A person as the provider describes them. */
export interface Person {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; verified by the provider. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Undefined without the claim. */
  readonly groups: readonly string[] | undefined;
  /** The provider's own session, which its logout may name. */
  readonly sessionId: string | null;
  /** When the person last showed the provider who they are. */
  readonly authenticatedAt: Timestamp;
}

const clockTolerance = 60;
const maxGroups = 1_000;
const maxText = 255;
const unstorable = /[\0\p{Surrogate}]/u;

/** The names of an algorithm in headers of tokens. */
const namesOf = (algorithm: string): readonly string[] => (algorithm === 'EdDSA' ? ['EdDSA', 'Ed25519'] : [algorithm]);

/** Returns the claims of a token of the provider; fetches its keys again for an unknown key. */
export const verifyWith = async (
  { openIdProviders, clock }: Pick<PublicScope, 'openIdProviders' | 'clock'>,
  provider: SignOnProviderRow,
  { keys, issuer }: Pick<Endpoints, 'keys' | 'issuer'>,
  token: string,
): Promise<Claims> => {
  const algorithms = namesOf(provider.jwtSignatureAlgorithm);
  const expected = { issuer, now: clock.now(), algorithms, clockTolerance };
  precheckToken(token, issuer, algorithms);
  try {
    return await keys.verify(token, expected);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'unknown_key') throw error;
    const newKeys = await openIdProviders.refreshKeysOf(publishedBy(provider), keys);
    if (newKeys === keys) throw error;
    return newKeys.verify(token, expected);
  }
};

/** Throws unless the token is meant for this client, alone or as the authorized party of several. */
export const requireAudience = ({ aud, azp }: Claims, clientId: string): void => {
  const audiences = [aud].flat();
  if (!audiences.includes(clientId)) throw new Refused('audience_mismatch', 'The token is meant for another client.');
  if ((audiences.length > 1 || azp !== undefined) && azp !== clientId)
    throw new Refused('authorized_party_mismatch', 'The token was issued to another client.');
};

/** Returns a claim that is a text which can be stored. */
export const textClaim = (claims: Claims, name: string): string | undefined => {
  const value = claims[name];
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  if (value.length > maxText || unstorable.test(value))
    throw new Refused(
      'claim_unstorable',
      `The claim ${name} is too long, or contains characters that cannot be stored.`,
    );
  return value;
};

/** Microsoft Entra has no `email_verified`: `xms_edov` says that the owner of the domain was verified. */
const isVerified = ({ email_verified: verified, xms_edov: verifiedDomain }: Claims): boolean =>
  verified === undefined ? [true, 1, '1', 'true'].includes(verifiedDomain as never) : verified === true;

const emailIn = (claims: Claims): string => {
  const email = textClaim(claims, 'email')?.trim().toLowerCase();
  if (email === undefined || !/^[^\s@,]+@[^\s@,]+$/.test(email) || email.length > 254)
    throw new Refused('email_missing', 'The ID token has no e-mail address.');
  if (!isVerified(claims)) throw new Refused('email_not_verified', 'The provider has not verified the e-mail address.');
  return email;
};

const groupsIn = ({ groups }: Claims): readonly string[] | undefined => {
  if (groups === undefined) return undefined;
  const names = [groups].flat();
  if (names.length > maxGroups)
    throw new Refused('too_many_groups', `The claim groups has more than ${maxGroups} items.`);
  return names.filter((name) => typeof name === 'string');
};

const authenticatedAt = ({ auth_time: time }: Claims, now: Date): Timestamp =>
  timestamp(typeof time === 'number' && time * 1000 < now.getTime() && time > 0 ? new Date(time * 1000) : now);

/** Verifies the ID token of a sign-in, and returns who it is about; throws `Refused` otherwise. */
export const readIdToken = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  endpoints: Endpoints,
  { token, nonce }: { token: string; nonce: string },
): Promise<Person> => {
  const claims = await verifyWith(scope, provider, endpoints, token);
  requireAudience(claims, provider.clientId);
  if (claims.nonce !== nonce) throw new Refused('nonce_mismatch', 'The ID token is of another sign-in.');
  const subject = textClaim(claims, 'sub');
  if (subject === undefined) throw new Refused('subject_missing', 'The ID token has no subject.');
  return {
    issuer: endpoints.issuer,
    subject,
    email: emailIn(claims),
    firstName: textClaim(claims, 'given_name') ?? textClaim(claims, 'name') ?? null,
    lastName: textClaim(claims, 'family_name') ?? null,
    groups: groupsIn(claims),
    sessionId: textClaim(claims, 'sid') ?? null,
    authenticatedAt: authenticatedAt(claims, scope.clock.now()),
  };
};
