import type { Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import { findClaim } from '../login-methods/claims.ts';
import type { OidcAuthRow } from './store.ts';

/** Bounds the mapped claims, because they are part of the access token, which is sent with every request. */
const maxMappedLength = 4_096;

/** Returns the claims that rules may refer to, or null if none are mapped. */
export const mappedClaims = (
  { claimMetadataMapping }: OidcAuthRow,
  claims: Claims,
): Readonly<Record<string, string>> | null => {
  if (!claimMetadataMapping) return null;
  // Sorted, so that equal claims have the same JSON, however they are configured.
  const names = Object.entries(claimMetadataMapping).sort(([one], [other]) => (one < other ? -1 : 1));
  const mapped = Object.fromEntries(
    names.map(([name, claim]) => {
      const value = findClaim(claims, claim);
      if (value === undefined) throw new Refused('mapped_claim_missing', `The token has no claim ${claim}.`);
      return [name, `${value}`];
    }),
  );
  if (JSON.stringify(mapped).length > maxMappedLength)
    throw new Refused('mapped_claims_too_large', 'The claims named in claimMetadataMapping are too long.');
  return mapped;
};
