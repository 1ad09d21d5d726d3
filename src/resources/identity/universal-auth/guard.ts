import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import type { UniversalAuthRow } from './store.ts';

export const notAttached = () => notFound('This machine identity has no universal auth.');

/** The identity and its universal auth, if the caller may do this with identities; 404 when it has none. */
export const requireUniversalAuth = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  action: string,
  identityId: string,
): Promise<{ identity: IdentityRow; auth: UniversalAuthRow }> => {
  const identity = await requireIdentity(scope, action, identityId);
  const auth = await scope.stores.universalAuths.findByIdentity(identity.id);
  if (!auth) throw notAttached();
  return { identity, auth };
};
