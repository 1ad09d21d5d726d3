import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import type { TestRole } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateGroup', (world) => {
  const setting = async (role: TestRole = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const group = await newGroup(world(), organization, { role });
    const update = (body: unknown, caller: { token: string } = as) =>
      world().call('updateGroup', { as: caller, params: { id: group.id }, body });
    const stored = async () => (await world().call('getGroup', { as, params: { id: group.id } })).body;
    const state = () => groupsOf(world(), organization);
    return { organization, as, group, update, stored, state };
  };

  it('updates all given fields and records it', async () => {
    const { organization, group, update, stored } = await setting();
    const { status, body } = await world().clock.later(60, () =>
      update({ name: ' Launch crew ', slug: 'launch-crew', role: 'member' }),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      id: group.id,
      orgId: organization.id,
      name: 'Launch crew',
      slug: 'launch-crew',
      providerGroupName: null,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:01:00.000Z',
    });
    expect(await stored()).to.deep.equal({ ...body, role: 'member', roleId: null, customRoleSlug: null });
    expect(await auditOf(world(), organization)).to.deep.equal([
      {
        eventType: 'update-group',
        eventMetadata: {
          groupId: group.id,
          name: 'Launch crew',
          slug: 'launch-crew',
          role: 'member',
          providerGroupName: null,
        },
      },
    ]);
  });

  it('keeps omitted fields', async () => {
    const { organization, group, update, stored } = await setting('member');
    const role = await world().newRole(organization, []);
    await update({ name: 'Other' });
    expect(await stored()).to.include({ name: 'Other', slug: group.slug, role: 'member' });
    await update({ role: role.slug });
    expect(await stored()).to.include({
      name: 'Other',
      slug: group.slug,
      role: 'custom',
      roleId: role.id,
      customRoleSlug: role.slug,
    });
    await update({ slug: 'other-slug' });
    expect(await stored()).to.include({ name: 'Other', slug: 'other-slug', role: 'custom', roleId: role.id });
    await update({ role: 'no-access' });
    expect(await stored()).to.include({ role: 'no-access', roleId: null, customRoleSlug: null });
  });

  it('changes and records nothing if no value differs', async () => {
    const { organization, group, update, state } = await setting();
    const before = await state();
    for (const body of [{}, { name: group.name, slug: group.slug, role: 'no-access' }]) {
      expect((await update(body)).body).to.include({ id: group.id, updatedAt: group.updatedAt });
    }
    expect(await state()).to.deep.equal(before);
    expect(await auditOf(world(), organization)).to.deep.equal([]);
  });

  it('refuses a slug that is in use', async () => {
    const { organization, update, state } = await setting();
    const { slug } = await newGroup(world(), organization);
    const before = await state();
    expectError(await update({ name: 'New name', slug }), 400, 'BadRequest', /already/);
    expect(await state()).to.deep.equal(before);
    expect((await update({ slug: (await newGroup(world(), await world().newOrganization())).slug })).status).to.equal(
      200,
    );
  });

  it('does not find a role of another organization', async () => {
    const { update, state } = await setting();
    const foreign = await world().newRole(await world().newOrganization(), []);
    const before = await state();
    for (const role of [foreign.slug, 'custom'])
      expectError(await update({ name: 'New name', role }), 404, 'NotFound', /role/);
    expect(await state()).to.deep.equal(before);
  });

  it('refuses callers without the permission, for any id', async () => {
    const { organization, group, state } = await setting();
    const as = await world().newUser(organization, 'member');
    const before = await state();
    for (const id of [group.id, 'not-an-id']) {
      expectError(
        await world().call('updateGroup', { as, params: { id }, body: { name: 'A' } }),
        403,
        'PermissionDenied',
        /edit groups/,
      );
    }
    expect(await state()).to.deep.equal(before);
  });

  it('requires grant-privileges for another role or name, and all permissions of the role', async () => {
    const { organization, update, state } = await setting();
    const editor = await newUserWith(world(), organization, [{ subject: 'groups', action: ['edit'] }]);
    const granter = await newUserWith(world(), organization, [
      { subject: 'groups', action: ['edit', 'grant-privileges'] },
      { subject: 'settings', action: ['read'] },
    ]);
    const held = await world().newRole(organization, [{ subject: 'settings', action: ['read'] }]);
    const before = await state();
    expectError(await update({ role: held.slug }, editor), 403, 'PermissionDenied', /grant privileges to groups/);
    expectError(await update({ name: 'New name' }, editor), 403, 'PermissionDenied', /grant privileges to groups/);
    expectError(await update({ role: 'unknown' }, editor), 403, 'PermissionDenied', /grant privileges to groups/);
    const refused = await update({ name: 'New name', role: 'member' }, granter);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ subject: 'groups', action: 'read' });
    expect(await state()).to.deep.equal(before);

    expect((await update({ slug: 'another-slug', role: 'no-access' }, editor)).status).to.equal(200);
    expect((await update({ name: 'New name', role: 'no-access' }, granter)).status).to.equal(200);
    expect((await update({ role: held.slug }, granter)).status).to.equal(200);
    expectError(await update({ role: 'no-access' }, editor), 403, 'PermissionDenied', /grant privileges to groups/);
    expect((await update({ role: 'no-access' }, granter)).status).to.equal(200);
  });

  it('counts a removed deny as a grant of the denied permissions', async () => {
    const organization = await world().newOrganization();
    const deny = { subject: 'app-connections', action: ['edit', 'read'], inverted: true };
    const group = await newGroup(world(), organization, { role: await world().newRole(organization, [deny]) });
    const rules = [{ subject: 'groups', action: ['edit', 'grant-privileges'] }];
    const narrow = await newUserWith(world(), organization, [
      ...rules,
      { subject: 'app-connections', action: ['read'] },
    ]);
    const wide = await newUserWith(world(), organization, [
      ...rules,
      { subject: 'app-connections', action: ['read', 'edit'] },
    ]);
    const update = (as: { token: string }) =>
      world().call('updateGroup', { as, params: { id: group.id }, body: { role: 'no-access' } });
    const before = await groupsOf(world(), organization);
    const refused = await update(narrow);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'app-connections', action: 'edit' }]);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);
    expect((await update(wide)).status).to.equal(200);
  });

  it('does not find groups of another organization', async () => {
    const { as } = await setting();
    const otherOrganization = await world().newOrganization();
    const foreign = await newGroup(world(), otherOrganization);
    const before = await groupsOf(world(), otherOrganization);
    for (const id of [foreign.id, 'not-an-id'])
      expectError(
        await world().call('updateGroup', { as, params: { id }, body: { name: 'Mine' } }),
        404,
        'NotFound',
        /group/i,
      );
    expect(await groupsOf(world(), otherOrganization)).to.deep.equal(before);
  });

  it('validates the request', async () => {
    const { update } = await setting();
    expectIssues(
      await update({ name: '', slug: 'x'.repeat(4), role: '' }),
      'body name too_small',
      'body name pattern',
      'body slug too_small',
      'body role too_small',
    );
    expectIssues(
      await update({ name: 'x'.repeat(256), slug: 'x'.repeat(256), role: 'x'.repeat(65) }),
      'body name too_big',
      'body slug too_big',
      'body role too_big',
    );
    expectIssues(await update({ name: null, slug: 7, role: {} }), 'body name type', 'body slug type', 'body role type');
    expectIssues(await update({ slug: 'Not a slug' }), 'body slug pattern');
    expect((await update({ name: 'x', slug: 'x'.repeat(5) })).status).to.equal(200);
    expect((await update({ name: 'é'.repeat(255), slug: 'x'.repeat(255) })).status).to.equal(200);
    expectError(await update({ role: 'x'.repeat(64) }), 404, 'NotFound');
  });
});
