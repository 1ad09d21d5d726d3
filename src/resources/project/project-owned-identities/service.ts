import { projectNotFound } from '../../../access/access.ts';
import { valuesOf } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { requireBoundaryOf, requireSameRank } from '../../identity/identities/guard.ts';
import { isSameMetadata, metadataValues, replaceMetadata } from '../../organization/memberships/metadata.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import { requireBoundaryOfValues } from '../project-memberships/boundary.ts';
import { addToProject, type RequestedRole } from '../project-memberships/service.ts';
import type { OwnedIdentityRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

export interface OwnedIdentity {
  readonly identity: OwnedIdentityRow;
  readonly metadata: readonly MetadataRow[];
}

type Body = Request<'createProjectOwnedIdentity'>['body'];

/** Finds the identity; 404 unless it belongs to the project. */
export const findOwnedIdentity = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  identityId: string,
): Promise<OwnedIdentity> => {
  const identity = await stores.projectOwnedIdentities.find(projectId, identityId);
  if (!identity) throw notFound('Machine identity not found in this project.');
  return { identity, metadata: await stores.memberships.listMetadata([identity.membershipId]) };
};

/** Finds the identity; 403 if it administers the instance and the caller does not. */
const findChangeable = async (tx: Scope, projectId: string, identityId: string): Promise<OwnedIdentity> => {
  const owned = await findOwnedIdentity(tx, projectId, identityId);
  requireSameRank(tx, owned.identity);
  return owned;
};

/** Creates an identity of the project with these roles there, and without access to the organization. */
export const createOwnedIdentity = async (
  scope: Scope,
  project: ProjectAccess,
  { name, hasDeleteProtection, metadata = [] }: Body,
  requested: readonly RequestedRole[],
): Promise<OwnedIdentity> => {
  const { access, clock, ids } = scope;
  const organizationId = access.organization.id;
  const projectId = project.row.id;
  const now = timestamp(clock.now());
  const identity = {
    id: ids.uuid(),
    organizationId,
    projectId,
    name: name.trim(),
    hasDeleteProtection,
    isInstanceAdmin: false,
    createdAt: now,
    updatedAt: now,
  };
  const fields = { identityId: identity.id };
  if (metadata.length > 0) project.require('grant-privileges', 'identity', fields);

  return scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const { stores } = tx;
    if (!(await stores.projects.findById(organizationId, projectId))) throw projectNotFound();
    const membership = newMembership(tx, organizationId, fields, { role: 'no-access', roleId: null });
    await stores.identities.insert(identity);
    await stores.memberships.insert(membership);
    await replaceMetadata(tx, membership.id, metadata);
    await addToProject(
      tx,
      project,
      { membershipId: membership.id },
      { subject: 'identity', fields, values: await valuesOf(stores, membership.id) },
      requested,
    );
    await tx.audit.record({
      type: 'create-identity',
      metadata: { ...fields, name: identity.name, hasDeleteProtection, roles: requested },
      project: project.row,
    });
    return findOwnedIdentity(tx, projectId, identity.id);
  });
};

export const changeOwnedIdentity = (
  scope: Scope,
  project: ProjectAccess,
  identityId: string,
  changes: Request<'updateProjectOwnedIdentity'>['body'],
): Promise<OwnedIdentity> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const { stores, clock } = tx;
    const projectId = project.row.id;
    const owned = await findChangeable(tx, projectId, identityId);
    const { identity, metadata } = owned;
    const name = (changes.name ?? identity.name).trim();
    const hasDeleteProtection = changes.hasDeleteProtection ?? identity.hasDeleteProtection;
    const isNewMetadata = !isSameMetadata(changes.metadata ?? metadata, metadata);
    // Rules may refer to the name and the metadata, so changing them can change what the identity may do.
    const isNewValue = name !== identity.name || isNewMetadata;
    if (isNewValue) project.require('grant-privileges', 'identity', { identityId });
    if (!isNewValue && hasDeleteProtection === identity.hasDeleteProtection) return owned;
    if (isNewValue)
      await requireBoundaryOfValues(tx, identity.membershipId, {
        username: name,
        metadata: metadataValues(changes.metadata ?? metadata),
      });
    if (identity.hasDeleteProtection && !hasDeleteProtection) await requireBoundaryOf(tx, identity);

    const updatedAt = timestamp(clock.now());
    await stores.identities.update(identityId, { name, hasDeleteProtection, updatedAt });
    await stores.memberships.update(identity.membershipId, { updatedAt });
    if (isNewMetadata) await replaceMetadata(tx, identity.membershipId, changes.metadata ?? []);
    await tx.audit.record({
      type: 'update-identity',
      metadata: { identityId, name, hasDeleteProtection },
      project: project.row,
    });
    return findOwnedIdentity(tx, projectId, identityId);
  });

export const deleteOwnedIdentity = (scope: Scope, project: ProjectAccess, identityId: string): Promise<OwnedIdentity> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const owned = await findChangeable(tx, project.row.id, identityId);
    const { name, hasDeleteProtection } = owned.identity;
    await requireBoundaryOf(tx, owned.identity);
    if (hasDeleteProtection)
      throw badRequest('This machine identity is protected from deletion. Set hasDeleteProtection to false first.');
    await tx.stores.identities.delete(identityId);
    await tx.audit.record({ type: 'delete-identity', metadata: { identityId, name }, project: project.row });
    return owned;
  });

/** Lists a page of the identities that the caller may read, and their total number. */
export const listOwnedPage = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectAccess,
  { search, offset, limit }: Request<'listProjectOwnedIdentities'>['query'],
): Promise<{ identities: OwnedIdentity[]; totalCount: number }> => {
  const all = await stores.projectOwnedIdentities.listIds(project.row.id, search);
  const readable = await filterYielding(all, (identityId) => project.allows('read', 'identity', { identityId }));
  const rows = await stores.projectOwnedIdentities.listByIds(project.row.id, readable.slice(offset, offset + limit));
  const metadata = new Map<string, MetadataRow[]>(rows.map(({ membershipId }) => [membershipId, []]));
  for (const entry of await stores.memberships.listMetadata([...metadata.keys()]))
    metadata.get(entry.membershipId)?.push(entry);
  return {
    identities: rows.map((identity) => ({ identity, metadata: metadata.get(identity.membershipId) ?? [] })),
    totalCount: readable.length,
  };
};
