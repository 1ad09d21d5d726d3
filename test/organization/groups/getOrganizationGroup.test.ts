import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOrganizationGroup', (world) => {
  it('returns the membership of a group in its organization', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const role = await world().newRole(organization, []);
    const at = '2030-01-01T00:00:00.000Z';
    const permanentPeriod = {
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    };
    for (const held of ['member', role]) {
      const group = await newGroup(world(), organization, { role: held });
      const { status, body } = await world().call('getOrganizationGroup', { as, params: { groupId: group.id } });
      expect(status, JSON.stringify(body)).to.equal(200);
      const shown =
        typeof held === 'string'
          ? { role: held, customRoleId: null, customRoleName: null, customRoleSlug: null }
          : { role: 'custom', customRoleId: held.id, customRoleName: held.name, customRoleSlug: held.slug };
      expect(body).to.deep.equal({
        groupMembership: {
          id: group.id,
          groupId: group.id,
          group: { id: group.id, name: group.name, slug: group.slug, orgId: organization.id },
          roles: [{ id: group.id, ...shown, ...permanentPeriod, createdAt: at, updatedAt: at }],
          createdAt: at,
          updatedAt: at,
        },
      });
      expect((await world().call('listOrganizationGroups', { as })).body.groupMemberships).to.deep.include(
        body.groupMembership,
      );
    }
  });

  it('does not find groups of another organization', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const groupId of [foreign.id, 'no-such-group'])
      expectError(await world().call('getOrganizationGroup', { as, params: { groupId } }), 404, 'NotFound');
  });

  it('refuses callers who may not read groups', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'no-access');
    const { id: groupId } = await newGroup(world(), organization);
    expectError(
      await world().call('getOrganizationGroup', { as, params: { groupId } }),
      403,
      'PermissionDenied',
      /read groups/,
    );
  });
});
