import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { TokenSettings } from '../token-auth/store.ts';
import type { AccessTokenRow, AuthMethod } from './store.ts';

type Means = Pick<PublicScope, 'clock' | 'ids' | 'keyring' | 'config'>;
type Owner = Pick<IdentityRow, 'id' | 'name' | 'organizationId'>;
export type TokenLimits = Pick<TokenSettings, 'accessTokenTTL' | 'accessTokenMaxTTL' | 'accessTokenPeriod'>;
type Limits = TokenLimits & Pick<TokenSettings, 'accessTokenNumUsesLimit'>;

export interface IssuedToken {
  /** Must be stored for the token to work. */
  readonly row: AccessTokenRow;
  readonly token: string;
  readonly expiresIn: number;
}

/**
 * How long a token made or renewed now may live, in seconds: its TTL, what is left of its maximum, and the server's own
 * ceiling. A period replaces the first two.
 */
export const lifetime = (
  { clock, config }: Pick<Means, 'clock' | 'config'>,
  { ttl, maxTtl, period, createdAt }: Pick<AccessTokenRow, 'ttl' | 'maxTtl' | 'period' | 'createdAt'>,
): number => {
  if (period > 0) return Math.min(period, config.identityTokenMaxTtl);
  const age = Math.floor((clock.now().getTime() - new Date(createdAt).getTime()) / 1000);
  const limits = [config.identityTokenMaxTtl, ...(ttl > 0 ? [ttl] : []), ...(maxTtl > 0 ? [maxTtl - age] : [])];
  return Math.min(...limits);
};

/** The limits of an auth method as a token has them. */
export const limitsOf = ({
  accessTokenTTL,
  accessTokenMaxTTL,
  accessTokenPeriod,
}: TokenLimits): Pick<AccessTokenRow, 'ttl' | 'maxTtl' | 'period'> => ({
  ttl: accessTokenTTL,
  maxTtl: accessTokenMaxTTL,
  period: accessTokenPeriod,
});

/** The JWT of a token's row; the claims are those that clients look at. */
export const signAccessToken = (
  { clock, keyring }: Pick<Means, 'clock' | 'keyring'>,
  row: AccessTokenRow,
  owner: Owner,
): string =>
  signToken(
    keyring,
    {
      jti: row.id,
      authTokenType: 'identityAccessToken',
      identityAccessTokenId: row.id,
      identityId: owner.id,
      identityName: owner.name,
      authMethod: row.authMethod,
      orgId: owner.organizationId,
      clientSecretId: row.clientSecretId ?? '',
      accessTokenTTL: row.ttl,
      accessTokenMaxTTL: row.maxTtl,
      accessTokenPeriod: row.period,
      ...(row.oidcClaims && { identityAuth: { oidc: { claims: row.oidcClaims } } }),
      ...(row.numUsesLimit > 0 && { numUsesLimit: row.numUsesLimit }),
    },
    { issuedAt: clock.now(), expiresAt: new Date(row.expiresAt) },
  );

export const issueAccessToken = (
  means: Means,
  owner: Owner,
  settings: Limits,
  more: { authMethod: AuthMethod } & Partial<Pick<AccessTokenRow, 'name' | 'clientSecretId' | 'oidcClaims'>>,
): IssuedToken => {
  const now = means.clock.now();
  const limits = { ...limitsOf(settings), createdAt: timestamp(now) };
  const expiresIn = lifetime(means, limits);
  const row: AccessTokenRow = {
    id: means.ids.uuid(),
    identityId: owner.id,
    authMethod: more.authMethod,
    name: more.name ?? null,
    clientSecretId: more.clientSecretId ?? null,
    oidcClaims: more.oidcClaims ?? null,
    ...limits,
    numUses: 0,
    numUsesLimit: settings.accessTokenNumUsesLimit,
    lastUsedAt: null,
    lastRenewedAt: null,
    updatedAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, expiresIn)),
    isRevoked: false,
  };
  return { row, token: signAccessToken(means, row, owner), expiresIn };
};
