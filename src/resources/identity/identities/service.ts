import { organizationRules } from '../../../access/organization-roles.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import type { Reply, Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { isSameMetadata, metadataValues, replaceMetadata } from '../../organization/memberships/metadata.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import { requireBoundaryOfValues } from '../../project/project-memberships/boundary.ts';
import { findRole } from '../../organization/organization-roles/assign.ts';
import { requireBoundaryOf, requireSameRank, identityNotFound } from './guard.ts';
import type { IdentityFilter, IdentityPage, IdentityRow } from './store.ts';
import { identityMembershipView } from './view.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

interface IdentityWithMetadata {
  readonly identity: IdentityRow;
  readonly metadata: readonly MetadataRow[];
}

export const addIdentity = async (
  scope: Scope,
  { name, role: slug, hasDeleteProtection, metadata = [] }: Request<'createIdentity'>['body'],
): Promise<IdentityWithMetadata> => {
  const { access, ids, clock } = scope;
  if (slug !== 'no-access' || metadata.length > 0) access.require('grant-privileges', 'identity');
  const now = timestamp(clock.now());
  const organizationId = access.organization.id;
  const identity = {
    id: ids.uuid(),
    organizationId,
    projectId: null,
    name: name.trim(),
    hasDeleteProtection,
    isInstanceAdmin: false,
    createdAt: now,
    updatedAt: now,
  };

  return scope.transaction(ofOrganization(organizationId), async (tx) => {
    const { stores } = tx;
    const role = await findRole(stores, organizationId, slug);
    await access.requirePermissionBoundary(organizationRules(role));
    const membership = newMembership(scope, organizationId, { identityId: identity.id }, role);
    await stores.identities.insert(identity);
    await stores.memberships.insert(membership);
    await tx.audit.record({
      type: 'create-identity',
      metadata: { identityId: identity.id, name: identity.name, role: slug, hasDeleteProtection },
    });
    return { identity, metadata: await replaceMetadata(tx, membership.id, metadata) };
  });
};

/** Returns the identity with its membership; 403 or 404 unless the caller may change it. */
const findChangeable = async ({ access, stores }: Scope, identityId: string) => {
  const identity = await stores.identities.findById(access.organization.id, identityId);
  if (!identity) throw identityNotFound();
  requireSameRank({ access }, identity);
  const member = await stores.identities.findMember(identity.organizationId, identityId);
  if (!member) throw identityNotFound();
  return { identity, member, metadata: await stores.memberships.listMetadata([member.id]) };
};

export const changeIdentity = async (
  scope: Scope,
  identityId: string,
  changes: Request<'updateIdentity'>['body'],
): Promise<IdentityWithMetadata> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const { access, stores, clock } = tx;
    const { identity, member, metadata } = await findChangeable(tx, identityId);
    const {
      name = identity.name,
      role = member.roleSlug ?? member.role,
      hasDeleteProtection = identity.hasDeleteProtection,
    } = changes;
    const isNew = {
      name: name.trim() !== identity.name,
      role: role !== (member.roleSlug ?? member.role),
      metadata: !isSameMetadata(changes.metadata ?? metadata, metadata),
      protection: hasDeleteProtection !== identity.hasDeleteProtection,
    };
    // Rules may refer to the name and the metadata, so changing them can change what the identity may do.
    if (isNew.name || isNew.role || isNew.metadata) access.require('grant-privileges', 'identity');
    if (!Object.values(isNew).includes(true)) return { identity, metadata };
    if (isNew.name || isNew.metadata)
      await requireBoundaryOfValues(tx, member.id, {
        username: name.trim(),
        metadata: metadataValues(changes.metadata ?? metadata),
      });
    if (isNew.protection && !hasDeleteProtection) await requireBoundaryOf(tx, identity);

    const updatedAt = timestamp(clock.now());
    const changed = { ...identity, name: name.trim(), hasDeleteProtection, updatedAt };
    await stores.identities.update(identityId, { name: changed.name, hasDeleteProtection, updatedAt });
    if (isNew.role) {
      const assigned = await findRole(stores, identity.organizationId, role);
      // The former role is taken from the identity.
      await access.requirePermissionBoundary(organizationRules(member));
      await access.requirePermissionBoundary(grantedBy(organizationRules(member), organizationRules(assigned)));
      await stores.memberships.update(member.id, { role: assigned.role, roleId: assigned.roleId });
    }
    await stores.memberships.update(member.id, { updatedAt });
    await tx.audit.record({
      type: 'update-identity',
      metadata: { identityId, name: changed.name, role, hasDeleteProtection },
    });
    return {
      identity: changed,
      metadata: isNew.metadata ? await replaceMetadata(tx, member.id, changes.metadata ?? []) : metadata,
    };
  });

export const removeIdentity = async (scope: Scope, identityId: string): Promise<IdentityWithMetadata> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const { identity, metadata } = await findChangeable(tx, identityId);
    await requireBoundaryOf(tx, identity);
    if (identity.hasDeleteProtection)
      throw badRequest('This machine identity is protected from deletion. Set hasDeleteProtection to false first.');
    await tx.stores.identities.delete(identityId);
    await tx.audit.record({ type: 'delete-identity', metadata: { identityId, name: identity.name } });
    return { identity, metadata };
  });

/** Lists a page of the identities of the caller's organization. */
export const listIdentityPage = async (
  { access, stores, clock }: Scope,
  filter: IdentityFilter,
  page: IdentityPage,
): Promise<Reply<'searchIdentities'>> => {
  const organizationId = access.organization.id;
  const rows = await stores.identities.listMembers(organizationId, filter, page);
  const metadata = new Map<string, MetadataRow[]>(rows.map(({ id }) => [id, []]));
  for (const entry of await stores.memberships.listMetadata([...metadata.keys()]))
    metadata.get(entry.membershipId)?.push(entry);
  const now = timestamp(clock.now());
  return {
    identities: rows.map((row) => identityMembershipView(row, metadata.get(row.id) ?? [], now)),
    totalCount: await stores.identities.countMembers(organizationId, filter),
  };
};
