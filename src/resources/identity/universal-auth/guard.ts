import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { UniversalAuthRow } from './store.ts';

export const universalAuthNotFound = () => notFound('This machine identity has no universal auth.');

/** An identity with its universal auth. */
export interface FoundUniversalAuth {
  readonly identity: IdentityRow;
  readonly auth: UniversalAuthRow;
}

/** Finds the identity and its universal auth; 404 if it has none. */
export const findUniversalAuth = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  identityId: string,
): Promise<FoundUniversalAuth> => {
  const identity = await findIdentity(scope, identityId);
  const auth = await scope.stores.universalAuths.findByIdentity(identity.id);
  if (!auth) throw universalAuthNotFound();
  return { identity, auth };
};
