import type { Config } from '../../config.ts';
import { secondsAfter, timestamp, type Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/crypto/keys.ts';
import { signToken } from '../../platform/crypto/tokens.ts';
import type { Ids } from '../../platform/ids.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { AccessTokenRow } from './store.ts';

/** A token made by an administrator. Its row must be stored for it to work. */
export const issueAccessToken = (
  { clock, ids, keyring, config }: { clock: Clock; ids: Ids; keyring: Keyring; config: Config },
  identity: Pick<IdentityRow, 'id' | 'name' | 'organizationId'>,
): { row: AccessTokenRow; token: string } => {
  const issuedAt = clock.now();
  const expiresAt = secondsAfter(issuedAt, config.identityTokenMaxTtl);
  const id = ids.uuid();
  const authMethod = 'token-auth';
  const claims = {
    jti: id,
    authTokenType: 'identityAccessToken',
    identityAccessTokenId: id,
    identityId: identity.id,
    identityName: identity.name,
    authMethod,
    orgId: identity.organizationId,
  };
  return {
    row: { id, identityId: identity.id, authMethod, createdAt: timestamp(issuedAt), expiresAt: timestamp(expiresAt), isRevoked: false },
    token: signToken(keyring, claims, { issuedAt, expiresAt }),
  };
};
