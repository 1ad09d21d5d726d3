import type { Reply } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { AccessTokenRow, AuthMethod, TokenSettings } from './store.ts';

type Deps = Pick<PublicScope, 'clock' | 'ids' | 'keyring' | 'config'>;

/** The machine identity that a token belongs to. */
interface Owner {
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
}

export type TokenLimits = Pick<TokenSettings, 'accessTokenTTL' | 'accessTokenMaxTTL' | 'accessTokenPeriod'>;
type Limits = TokenLimits & Pick<TokenSettings, 'accessTokenNumUsesLimit'>;

export interface IssuedToken {
  /** Must be stored for the token to work. */
  readonly row: AccessTokenRow;
  readonly token: string;
  readonly expiresIn: number;
}

/**
 * Returns the lifetime in seconds of a token that is issued or renewed now: the least of its TTL, the rest of its
 * maximum TTL and the server's maximum. A period replaces the first two.
 */
export const lifetime = (
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  { ttl, maxTtl, period, createdAt }: Pick<AccessTokenRow, 'ttl' | 'maxTtl' | 'period' | 'createdAt'>,
): number => {
  if (period > 0) return Math.min(period, config.identityTokenMaxTtl);
  const age = Math.floor((clock.now().getTime() - new Date(createdAt).getTime()) / 1000);
  const limits = [config.identityTokenMaxTtl, ...(ttl > 0 ? [ttl] : []), ...(maxTtl > 0 ? [maxTtl - age] : [])];
  return Math.min(...limits);
};

/** Returns the limits of an auth method as columns of a token. */
export const toTokenLimits = ({
  accessTokenTTL,
  accessTokenMaxTTL,
  accessTokenPeriod,
}: TokenLimits): Pick<AccessTokenRow, 'ttl' | 'maxTtl' | 'period'> => ({
  ttl: accessTokenTTL,
  maxTtl: accessTokenMaxTTL,
  period: accessTokenPeriod,
});

type Proved = Pick<AccessTokenRow, 'oidcClaims' | 'loginValues'>;

/** What the login proved, as the claim that clients know. */
const identityAuthOf = ({ oidcClaims, loginValues }: Proved): { identityAuth?: object } => {
  if (oidcClaims) return { identityAuth: { oidc: { claims: oidcClaims } } };
  return loginValues ? { identityAuth: loginValues } : {};
};

/** What the login proved, by the path after `identity.auth.` in the templates of rules; null if nothing. */
export const authValuesOf = ({ oidcClaims, loginValues }: Proved): Readonly<Record<string, string>> | null => {
  const groups = Object.entries({ ...(oidcClaims && { 'oidc.claims': oidcClaims }), ...loginValues });
  const values = groups.flatMap(([group, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${group}.${name}`, text] as const),
  );
  return values.length > 0 ? Object.fromEntries(values) : null;
};

/** Signs the JWT of a token's row, with the claims that clients read. */
export const signAccessToken = (
  { clock, keyring }: Pick<Deps, 'clock' | 'keyring'>,
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
      ...identityAuthOf(row),
      ...(row.numUsesLimit > 0 && { numUsesLimit: row.numUsesLimit }),
    },
    { issuedAt: clock.now(), expiresAt: new Date(row.expiresAt) },
  );

export const issueAccessToken = (
  deps: Deps,
  owner: Owner,
  settings: Limits,
  more: { authMethod: AuthMethod } & Partial<
    Pick<AccessTokenRow, 'name' | 'clientSecretId' | 'oidcClaims' | 'loginValues'>
  >,
): IssuedToken => {
  const now = deps.clock.now();
  const limits = { ...toTokenLimits(settings), createdAt: timestamp(now) };
  const expiresIn = lifetime(deps, limits);
  const row: AccessTokenRow = {
    id: deps.ids.uuid(),
    identityId: owner.id,
    authMethod: more.authMethod,
    name: more.name ?? null,
    clientSecretId: more.clientSecretId ?? null,
    oidcClaims: more.oidcClaims ?? null,
    loginValues: more.loginValues ?? null,
    ...limits,
    numUses: 0,
    numUsesLimit: settings.accessTokenNumUsesLimit,
    lastUsedAt: null,
    lastRenewedAt: null,
    updatedAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, expiresIn)),
    isRevoked: false,
  };
  return { row, token: signAccessToken(deps, row, owner), expiresIn };
};

export const accessTokenView = ({ token, expiresIn, row }: IssuedToken): Reply<'loginWithUniversalAuth'> => ({
  accessToken: token,
  expiresIn,
  // A token with a period ignores the configured maximum.
  accessTokenMaxTTL: row.period > 0 ? 0 : row.maxTtl,
  tokenType: 'Bearer',
});
