import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { AccessTokenRow } from '../access-tokens/store.ts';
import { requireSameRank } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';

interface OwnedToken {
  readonly token: AccessTokenRow;
  readonly owner: IdentityRow;
}

export const tokenNotFound = () => notFound('There is no such token.');

/** The token of that id, made by hand for an identity of the caller's organization. */
export const findToken = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  tokenId: string,
): Promise<OwnedToken> => {
  const token = await stores.accessTokens.findById(tokenId);
  const owner =
    token?.authMethod === 'token-auth'
      ? await stores.identities.findById(access.organization.id, token.identityId)
      : undefined;
  if (!token || !owner) throw tokenNotFound();
  return { token, owner };
};

/** The same, for a change. */
export const findChangeableToken = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  tokenId: string,
): Promise<AccessTokenRow> => {
  const { token, owner } = await findToken(scope, tokenId);
  requireSameRank(scope, owner);
  return token;
};
