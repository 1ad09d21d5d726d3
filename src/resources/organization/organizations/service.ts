import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { freeSlug, suggestedSlug } from '../../../platform/slug.ts';
import type { PublicScope, Scope } from '../../../scope.ts';
import { factorOwner, findFactors } from '../../identity/second-factor/find.ts';
import { requireRecentSignIn } from '../../identity/sessions/recent.ts';
import { newMembership } from '../memberships/new.ts';
import { administrator } from '../organization-roles/assign.ts';
import { requireEnforceable, requireMayEnforceSignOn } from './enforcement.ts';
import { changeLeastRetention } from './retention.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { ofInstance, ofOrganization } from '../../../transaction-keys.ts';

const slugRules = { noun: 'organization', shortest: 1, longest: 64 };

/** Builds the row of a new organization with the slug that its name suggests; does not store it. */
export const newOrganization = ({ clock, ids }: Pick<PublicScope, 'clock' | 'ids'>, name: string): OrganizationRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    name,
    slug: suggestedSlug(name, slugRules),
    userTokenExpiration: null,
    enforceMfa: false,
    sessionIdleMinutes: null,
    sessionMaxMinutes: null,
    singleSignOnId: null,
    authEnforced: false,
    breakGlassUserId: null,
    leastAuditLogsRetentionDays: null,
    createdAt: now,
    updatedAt: now,
  };
};

/**
 * Stores a new organization under a free slug, and records the first entry in its audit log; in a transaction of the
 * instance, so that nobody takes the slug meanwhile.
 */
export const storeOrganization = async (
  { stores, audit, ids }: Scope,
  organization: OrganizationRow,
): Promise<OrganizationRow> => {
  const { id, name } = organization;
  const slug = await freeSlug(
    name,
    slugRules,
    (slugs) => stores.organizations.takenSlugs(slugs),
    () => ids.slugSuffix(),
  );
  await stores.organizations.insert({ ...organization, slug });
  await audit.record({ type: 'create-organization', metadata: { organizationId: id, name, slug }, organizationId: id });
  return { ...organization, slug };
};

/** Creates an organization that these users administer. */
export const createOrganizationWithMembers = async (
  scope: Scope,
  name: string,
  userIds: readonly string[],
): Promise<OrganizationRow> => {
  const organization = newOrganization(scope, name);
  const memberships = userIds.map((userId) => newMembership(scope, organization.id, { userId }, administrator));
  return scope.transaction(ofInstance, async (tx) => {
    const stored = await storeOrganization(tx, organization);
    for (const membership of memberships) await tx.stores.memberships.insert(membership);
    return stored;
  });
};

/** Deletes the organization with its data; 400 if it is the only one, without which nobody could log in. */
export const removeOrganization = (scope: Scope, id: string): Promise<OrganizationRow> =>
  scope.transaction(ofInstance, async ({ stores, actor, audit }) => {
    const organization = await stores.organizations.findById(id);
    if (!organization) throw notFound('Organization not found.');
    if ((await stores.organizations.count()) === 1)
      throw badRequest('This is the only organization of the server. Create another one first.');
    await stores.secretVersions.deleteInOrganization(id);
    await stores.organizations.delete(id);
    const { name, slug } = organization;
    // Nobody can read the log of a deleted organization, so the entry goes to the caller's other organizations.
    const where = actor.organization?.id === id ? { organizationId: null } : {};
    await audit.record({ type: 'delete-organization', metadata: { organizationId: id, name, slug }, ...where });
    return organization;
  });

/**
 * Checks whether the caller may change whether a second factor is required: they need a recent sign-in and, to turn it
 * on, a factor of their own, so that nobody locks themselves out. A client that sends the value back changes nothing.
 */
const requireMayEnforce = async (scope: Scope, id: string, enforceMfa: boolean): Promise<void> => {
  const organization = await scope.stores.organizations.findById(id);
  if (organization?.enforceMfa === enforceMfa || scope.actor.type !== 'user') return;
  requireRecentSignIn(scope);
  if (enforceMfa && (await findFactors(scope.stores, factorOwner(scope))).methods.length === 0)
    throw badRequest('Set up a second factor for your own account before you require one of everybody.');
};

export const changeOrganization = async (
  scope: Scope,
  id: string,
  {
    name,
    slug,
    userTokenExpiration,
    enforceMfa,
    sessionIdleMinutes,
    sessionMaxMinutes,
    authEnforced,
    breakGlassUserId,
    leastAuditLogsRetentionDays,
  }: Request<'updateOrganization'>['body'],
): Promise<OrganizationRow> => {
  const enforcement = {
    ...(authEnforced !== undefined && { authEnforced }),
    ...(breakGlassUserId !== undefined && { breakGlassUserId }),
  };
  await requireMayEnforceSignOn(scope, enforcement);
  if (enforceMfa !== undefined) await requireMayEnforce(scope, id, enforceMfa);
  const changes = {
    ...enforcement,
    ...(name !== undefined && { name }),
    ...(slug !== undefined && { slug }),
    ...(userTokenExpiration !== undefined && { userTokenExpiration }),
    ...(enforceMfa !== undefined && { enforceMfa }),
    ...(sessionIdleMinutes !== undefined && { sessionIdleMinutes }),
    ...(sessionMaxMinutes !== undefined && { sessionMaxMinutes }),
    ...(leastAuditLogsRetentionDays !== undefined && { leastAuditLogsRetentionDays }),
  };
  const change = scope.transaction(ofOrganization(id), async (tx) => {
    const { stores, clock, audit } = tx;
    if (Object.keys(changes).length > 0) {
      const before = await stores.organizations.findById(id);
      if (!before) throw notFound('Organization not found.');
      if (Object.keys(enforcement).length > 0) await requireEnforceable(tx, before, enforcement);
      const kept = await changeLeastRetention(tx, before, leastAuditLogsRetentionDays);
      await stores.organizations.update(id, { ...changes, updatedAt: timestamp(clock.now()) });
      await audit.record({ type: 'update-org', metadata: changes, ...kept });
    }
    const organization = await stores.organizations.findById(id);
    if (!organization) throw notFound('Organization not found.');
    return organization;
  });
  return badRequestIfTaken(change, `The slug "${slug}" is taken. Choose another one.`);
};
