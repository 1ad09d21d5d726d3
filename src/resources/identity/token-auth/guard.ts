import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { AccessTokenRow } from '../access-tokens/store.ts';
import { requireSameRank } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';

export interface TokenOfIdentity {
  readonly token: AccessTokenRow;
  readonly owner: IdentityRow;
}

export const tokenNotFound = () => notFound('Token not found.');

/** Finds a token that was created with token auth in the caller's organization; 404 if it does not exist there. */
export const findToken = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  tokenId: string,
): Promise<TokenOfIdentity> => {
  const token = await stores.accessTokens.findById(tokenId);
  const owner =
    token?.authMethod === 'token-auth'
      ? await stores.identities.findById(access.organization.id, token.identityId)
      : undefined;
  if (!token || !owner) throw tokenNotFound();
  return { token, owner };
};

/** Finds the token; 403 unless the caller may rename it. */
export const findChangeableToken = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  tokenId: string,
): Promise<TokenOfIdentity> => {
  const found = await findToken(scope, tokenId);
  requireSameRank(scope, found.owner);
  return found;
};
