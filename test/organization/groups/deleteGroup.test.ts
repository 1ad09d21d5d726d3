import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, auditOf, groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteGroup', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const group = await newGroup(world(), organization);
    const remove = (caller: { token: string } = as) =>
      world().call('deleteGroup', { as: caller, params: { id: group.id } });
    return { organization, as, group, remove };
  };

  it('deletes the group with its project memberships, keeps its members, and records it', async () => {
    const { organization, as, group, remove } = await setting();
    const member = await world().newUser(organization, 'member');
    await addToGroup(world(), group, member);
    const { id } = await addToProject(
      world(),
      await newProject(world(), organization),
      { groupId: group.id },
      'member',
    );

    const { status, body } = await remove();
    expect(status, JSON.stringify(body)).to.equal(200);
    const { organizationId: orgId, role: _, roleId: __, ...rest } = group;
    expect(body).to.deep.equal({ ...rest, orgId });
    expectError(await world().call('getGroup', { as, params: { id: group.id } }), 404, 'NotFound');
    expectError(await remove(), 404, 'NotFound');
    const { read } = world().server.parts.database;
    expect(await read('group_members').where({ groupId: group.id })).to.deep.equal([]);
    expect(await read('project_memberships').where({ id })).to.deep.equal([]);
    expect((await world().call('listGroups', { as: member })).body).to.deep.equal([]);
    expect(await auditOf(world(), organization)).to.deep.equal([
      { eventType: 'delete-group', eventMetadata: { groupId: group.id, name: group.name, slug: group.slug } },
    ]);
  });

  it('releases the slug', async () => {
    const { as, group, remove } = await setting();
    await remove();
    expect((await world().call('createGroup', { as, body: { name: 'Again', slug: group.slug } })).status).to.equal(200);
  });

  it('requires what the group gives its members in projects', async () => {
    const { organization, group, remove } = await setting();
    const project = await newProject(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const as = await world().newIdentity(
      organization,
      await world().newRole(organization, [{ subject: 'groups', action: ['delete'] }]),
    );
    expectError(await remove(as), 403, 'PermissionBoundaryError', /nor take them from others/);
    await addToProject(world(), project, as, 'viewer');
    expect((await remove(as)).status).to.equal(200);
  });

  it('counts a removed deny as a grant of the denied permissions', async () => {
    const { organization, group, remove } = await setting();
    const project = await newProject(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, [
      { subject: 'secrets', action: ['create'], inverted: true, conditions: { environment: 'prod' } },
    ]);
    const deleter = await newUserWith(world(), organization, [{ subject: 'groups', action: ['delete'] }]);
    const before = await groupsOf(world(), organization);
    const refused = await remove(deleter);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'secrets', action: 'create' }]);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);

    await addToProject(world(), project, deleter, [{ subject: 'secrets', action: ['create'] }]);
    expect((await remove(deleter)).status).to.equal(200);
  });

  it('requires all permissions of a deny that depends on the members', async () => {
    const { organization, group, remove } = await setting();
    const project = await newProject(world(), organization);
    const conditions = { secretPath: { $glob: '/{{identity.metadata.team}}/**' } };
    await addToProject(world(), project, { groupId: group.id }, [
      { subject: 'secrets', action: ['create'], inverted: true, conditions },
    ]);
    const rules = [{ subject: 'groups', action: ['delete'] }];
    const part = await newUserWith(world(), organization, rules);
    await addToProject(world(), project, part, [
      { subject: 'secrets', action: ['create'], conditions: { secretPath: { $glob: '/rockets/**' } } },
    ]);
    const whole = await newUserWith(world(), organization, rules);
    await addToProject(world(), project, whole, 'member');
    expectError(await remove(part), 403, 'PermissionBoundaryError');
    expect((await remove(whole)).status).to.equal(200);
  });

  it('counts a removed deny in the organization in the same way', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [
      { subject: 'app-connections', action: ['read'], inverted: true },
    ]);
    const group = await newGroup(world(), organization, { role });
    const narrow = await newUserWith(world(), organization, [{ subject: 'groups', action: ['delete'] }]);
    const wide = await newUserWith(world(), organization, [
      { subject: 'groups', action: ['delete'] },
      { subject: 'app-connections', action: ['read'] },
    ]);
    expectError(
      await world().call('deleteGroup', { as: narrow, params: { id: group.id } }),
      403,
      'PermissionBoundaryError',
    );
    expect((await world().call('deleteGroup', { as: wide, params: { id: group.id } })).status).to.equal(200);
  });

  it('refuses callers without the permission, for any id', async () => {
    const { organization, group } = await setting();
    const as = await world().newUser(organization, 'member');
    const before = await groupsOf(world(), organization);
    for (const id of [group.id, 'not-an-id'])
      expectError(await world().call('deleteGroup', { as, params: { id } }), 403, 'PermissionDenied', /delete groups/);
    expect(await groupsOf(world(), organization)).to.deep.equal(before);
  });

  it('does not find groups of another organization', async () => {
    const { as } = await setting();
    const otherOrganization = await world().newOrganization();
    const foreign = await newGroup(world(), otherOrganization);
    const before = await groupsOf(world(), otherOrganization);
    for (const id of [foreign.id, 'not-an-id'])
      expectError(await world().call('deleteGroup', { as, params: { id } }), 404, 'NotFound', /group/i);
    expect(await groupsOf(world(), otherOrganization)).to.deep.equal(before);
  });
});
