import type { OrganizationRow } from '../../src/resources/organizations/store.ts';
import type { World } from './world.ts';

/** A group of the organization with these users and identities in it. */
export const newGroupOf = async ({ server: { parts } }: World, organization: OrganizationRow, ...members: { id: string }[]): Promise<{ groupId: string }> => {
  const groupId = parts.ids.uuid();
  const at = parts.clock.now().toISOString();
  const ids = members.map(({ id }) => id);
  await parts.database.transaction(async ({ db }) => {
    await db('groups').insert({ id: groupId, organizationId: organization.id, name: 'Test group', slug: `group-${groupId}`, role: 'no-access', roleId: null, createdAt: at, updatedAt: at });
    const memberships = await db('organization_memberships')
      .where({ organizationId: organization.id })
      .where((query) => void query.whereIn('userId', ids).orWhereIn('identityId', ids))
      .pluck<string[]>('id');
    for (const membershipId of memberships) await db('group_members').insert({ groupId, membershipId, createdAt: at });
    await db('organizations').where({ id: organization.id }).increment('accessRevision', 1);
  });
  return { groupId };
};
