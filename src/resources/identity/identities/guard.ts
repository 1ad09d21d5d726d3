import { rulesInOrganization } from '../../../access/abilities.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireCoverInProjects } from '../../project/project-memberships/boundary.ts';
import type { IdentityRow } from './store.ts';

type Guarded = Pick<Scope, 'access' | 'stores'>;

export const identityNotFound = () => notFound('There is no such machine identity.');

/** The identity of that id in the caller's organization. */
export const findIdentity = async ({ access, stores }: Guarded, identityId: string): Promise<IdentityRow> => {
  const identity = await stores.identities.findById(access.organization.id, identityId);
  if (!identity) throw identityNotFound();
  return identity;
};

/** An identity that administers the instance is nobody's business but that of instance administrators. */
export const requireSameRank = (
  { access }: Pick<Guarded, 'access'>,
  identity: Pick<IdentityRow, 'isInstanceAdmin'>,
): void => {
  if (identity.isInstanceAdmin) access.requireInstanceAdmin();
};

/** Whoever can become an identity, or make it end, needs to hold all that it holds, perhaps but for one project. */
export const requireBoundaryOf = async (
  scope: Guarded & Pick<Scope, 'clock'>,
  identity: IdentityRow,
  exceptProject?: string,
): Promise<void> => {
  requireSameRank(scope, identity);
  const membership = await scope.stores.memberships.findOfIdentity(identity.organizationId, identity.id);
  if (!membership) return;
  await scope.access.requireCover(await rulesInOrganization(scope.stores, membership.id));
  await requireCoverInProjects(scope, membership.id, exceptProject);
};
