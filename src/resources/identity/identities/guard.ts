import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireBoundaryOfMember } from '../../project/project-memberships/boundary.ts';
import type { IdentityRow } from './store.ts';

type Deps = Pick<Scope, 'access' | 'stores'>;

export const identityNotFound = () => notFound('Machine identity not found.');

/** Finds the identity in the caller's organization; 404 if it does not exist there. */
export const findIdentity = async ({ access, stores }: Deps, identityId: string): Promise<IdentityRow> => {
  const identity = await stores.identities.findById(access.organization.id, identityId);
  if (!identity) throw identityNotFound();
  return identity;
};

/** 403 if the identity administers the instance and the caller does not. */
export const requireSameRank = (
  { access }: Pick<Deps, 'access'>,
  identity: Pick<IdentityRow, 'isInstanceAdmin'>,
): void => {
  if (identity.isInstanceAdmin) access.requireInstanceAdmin();
};

/**
 * 403 unless the caller has every permission of the identity, optionally except in one project: whoever can act as the
 * identity, delete it or end its logins, would gain or take those permissions.
 */
export const requireBoundaryOf = async (
  scope: Deps & Pick<Scope, 'clock'>,
  identity: IdentityRow,
  exceptProject?: string,
): Promise<void> => {
  requireSameRank(scope, identity);
  const membership = await scope.stores.memberships.findOfIdentity(identity.organizationId, identity.id);
  if (membership) await requireBoundaryOfMember(scope, membership.id, exceptProject);
};
