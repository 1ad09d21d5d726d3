import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateOrganizationGroupRoles', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const group = await newGroup(world(), organization);
    const update = (roles: unknown, caller: { token: string } = as) =>
      world().call('updateOrganizationGroupRoles', { as: caller, params: { groupId: group.id }, body: { roles } });
    return { organization, as, group, update, state: () => groupsOf(world(), organization) };
  };

  it('assigns another role to the group, built-in or custom', async () => {
    const { organization, as, group, update } = await setting();
    const custom = await world().newRole(organization, []);
    for (const role of ['member', custom.slug]) {
      const { status, body } = await update([{ role, isTemporary: false, unknown: 1 }]);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body).to.deep.equal(
        (await world().call('getOrganizationGroup', { as, params: { groupId: group.id } })).body,
      );
      const [held] = body.groupMembership.roles;
      expect(held.customRoleSlug ?? held.role).to.equal(role);
    }
    const metadata = { groupId: group.id, name: group.name, slug: group.slug, providerGroupName: null };
    expect(await auditOf(world(), organization)).to.have.deep.members(
      ['member', custom.slug].map((role) => ({ eventType: 'update-group', eventMetadata: { ...metadata, role } })),
    );
  });

  it('accepts one permanent role', async () => {
    const { update, state } = await setting();
    const before = await state();
    expectIssues(await update([]), 'body roles too_small');
    expectIssues(await update([{ role: 'member' }, { role: 'no-access' }]), 'body roles too_big');
    expectIssues(
      await update([{ role: 'member', isTemporary: true, temporaryMode: 'relative', temporaryRange: '1h' }]),
      'body roles.0.isTemporary enum',
    );
    expectError(await update([{ role: 'no-such-role' }]), 404, 'NotFound');
    expect(await state()).to.deep.equal(before);
  });

  it('grants only permissions that the caller has', async () => {
    const { organization, update, state } = await setting();
    const editor = await newUserWith(world(), organization, [{ subject: 'groups', action: ['read', 'edit'] }]);
    const granter = await newUserWith(world(), organization, [
      { subject: 'groups', action: ['read', 'edit', 'grant-privileges'] },
    ]);
    const member = await world().newUser(organization, 'member');
    const before = await state();
    expectError(await update([{ role: 'member' }], editor), 403, 'PermissionDenied', /grant privileges to groups/);
    expectError(await update([{ role: 'admin' }], granter), 403, 'PermissionBoundaryError');
    expectError(await update([{ role: 'member' }], member), 403, 'PermissionDenied', /edit groups/);
    expect(await state()).to.deep.equal(before);
    expect((await update([{ role: 'no-access' }], editor)).status).to.equal(200);
  });
});
