import { valuesOf } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { filterInSlices } from '../../../platform/slices.ts';
import type { Scope } from '../../../scope.ts';
import { requireBoundaryOf, requireSameRank } from '../../identity/identities/guard.ts';
import { isSameMetadata, metadataValues, replaceMetadata } from '../../organization/memberships/metadata.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import { requireStanding } from '../project-identities/service.ts';
import { requireBoundaryOfValues } from '../project-memberships/boundary.ts';
import { join, type RequestedRole } from '../project-memberships/service.ts';
import type { OwnedIdentityRow } from './store.ts';

export interface OwnedIdentity {
  readonly identity: OwnedIdentityRow;
  readonly metadata: readonly MetadataRow[];
}

type Body = Request<'createProjectOwnedIdentity'>['body'];

/** 404 for one that does not belong to the project. */
export const findOwned = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  identityId: string,
): Promise<OwnedIdentity> => {
  const identity = await stores.projectOwnedIdentities.find(projectId, identityId);
  if (!identity) throw notFound('No such machine identity belongs to this project.');
  return { identity, metadata: await stores.memberships.metadataOf([identity.membershipId]) };
};

/** The same, for a change: nobody else changes it until the transaction is over. */
const lockOwned = async (tx: Scope, projectId: string, identityId: string): Promise<OwnedIdentity> => {
  await tx.stores.identities.lock(tx.access.organization.id, identityId);
  const owned = await findOwned(tx, projectId, identityId);
  requireSameRank(tx, owned.identity);
  return owned;
};

/** A new identity of the project: in the organization without any access, in the project with these roles. */
export const createOwned = async (
  scope: Scope,
  project: ProjectAccess,
  { name, hasDeleteProtection, metadata = [] }: Body,
  wanted: readonly RequestedRole[],
): Promise<OwnedIdentity> => {
  const { access, clock, ids } = scope;
  const organizationId = access.organization.id;
  const projectId = project.project.id;
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
  const thing = { identityId: identity.id };
  if (metadata.length > 0) project.require('grant-privileges', 'identity', thing);

  return scope.transaction(async (tx) => {
    const { stores } = tx;
    await requireStanding(tx, projectId);
    const membership = newMembership(tx, organizationId, thing, { role: 'no-access', roleId: null });
    await stores.identities.insert(identity);
    await stores.memberships.insert(membership);
    await replaceMetadata(tx, membership.id, metadata);
    await join(
      tx,
      project,
      { membershipId: membership.id },
      { subject: 'identity', thing, values: await valuesOf(stores, membership.id) },
      wanted,
    );
    await tx.audit.record({
      type: 'create-identity',
      metadata: { ...thing, name: identity.name, hasDeleteProtection, roles: wanted },
      project: project.project,
    });
    return findOwned(tx, projectId, identity.id);
  });
};

export const changeOwned = (
  scope: Scope,
  project: ProjectAccess,
  identityId: string,
  wanted: Request<'updateProjectOwnedIdentity'>['body'],
): Promise<OwnedIdentity> =>
  scope.transaction(async (tx) => {
    const { stores, clock } = tx;
    const projectId = project.project.id;
    const owned = await lockOwned(tx, projectId, identityId);
    const { identity, metadata } = owned;
    const name = (wanted.name ?? identity.name).trim();
    const hasDeleteProtection = wanted.hasDeleteProtection ?? identity.hasDeleteProtection;
    const isNewMetadata = !isSameMetadata(wanted.metadata ?? metadata, metadata);
    // Rules may refer to the name and the metadata: whoever sets them decides what the identity may do.
    const isNewValue = name !== identity.name || isNewMetadata;
    if (isNewValue) project.require('grant-privileges', 'identity', { identityId });
    if (!isNewValue && hasDeleteProtection === identity.hasDeleteProtection) return owned;
    if (isNewValue)
      await requireBoundaryOfValues(tx, identity.membershipId, {
        username: name,
        metadata: metadataValues(wanted.metadata ?? metadata),
      });
    if (identity.hasDeleteProtection && !hasDeleteProtection) await requireBoundaryOf(tx, identity);

    const updatedAt = timestamp(clock.now());
    await stores.identities.update(identityId, { name, hasDeleteProtection, updatedAt });
    await stores.memberships.update(identity.membershipId, { updatedAt });
    if (isNewMetadata) await replaceMetadata(tx, identity.membershipId, wanted.metadata ?? []);
    await tx.audit.record({
      type: 'update-identity',
      metadata: { identityId, name, hasDeleteProtection },
      project: project.project,
    });
    return findOwned(tx, projectId, identityId);
  });

export const deleteOwned = (scope: Scope, project: ProjectAccess, identityId: string): Promise<OwnedIdentity> =>
  scope.transaction(async (tx) => {
    const owned = await lockOwned(tx, project.project.id, identityId);
    const { name, hasDeleteProtection } = owned.identity;
    await requireBoundaryOf(tx, owned.identity);
    if (hasDeleteProtection)
      throw badRequest('This machine identity is protected from deletion. Set hasDeleteProtection to false first.');
    await tx.stores.identities.delete(identityId);
    await tx.audit.record({ type: 'delete-identity', metadata: { identityId, name }, project: project.project });
    return owned;
  });

/** A page of those that the caller may read, and how many of them there are. */
export const listOwnedPage = async (
  { stores }: Pick<Scope, 'stores'>,
  project: ProjectAccess,
  { search, offset, limit }: Request<'listProjectOwnedIdentities'>['query'],
): Promise<{ identities: OwnedIdentity[]; totalCount: number }> => {
  const all = await stores.projectOwnedIdentities.listIds(project.project.id, search);
  const readable = await filterInSlices(all, (identityId) => project.allows('read', 'identity', { identityId }));
  const rows = await stores.projectOwnedIdentities.findAll(project.project.id, readable.slice(offset, offset + limit));
  const metadata = new Map<string, MetadataRow[]>(rows.map(({ membershipId }) => [membershipId, []]));
  for (const entry of await stores.memberships.metadataOf([...metadata.keys()]))
    metadata.get(entry.membershipId)?.push(entry);
  return {
    identities: rows.map((identity) => ({ identity, metadata: metadata.get(identity.membershipId) ?? [] })),
    totalCount: readable.length,
  };
};
