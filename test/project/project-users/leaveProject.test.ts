import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { deny, rule } from '../../support/fixtures/project-secrets.ts';
import { at, newProjectSetting } from '../../support/fixtures/project-users.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('leaveProject', (world) => {
  it("ends the caller's membership with its roles and privileges, without a permission", async () => {
    const { admin, project, privileged, member, stored, entries, call } = await newProjectSetting(world());
    const colleague = await member('no-access');
    const user = await privileged('no-access', [{ subject: 'tags', action: 'read' }]);
    expect((await call('listTags', { as: user })).status).to.equal(200);
    const { status, body } = await call('leaveProject', { as: user });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      membership: { id: user.membershipId, userId: user.id, projectId: project.id, createdAt: at, updatedAt: at },
    });
    expectError(await call('listTags', { as: user }), 403, 'ProjectMembershipNotFound');
    expectError(await call('leaveProject', { as: user }), 403, 'ProjectMembershipNotFound');
    expect(await stored()).to.have.members([`${admin.id} admin`, `${colleague.id} no-access`]);
    expect(
      await world().server.parts.database.read('project_privileges').where({ projectMembershipId: user.membershipId }),
    ).to.deep.equal([]);
    const metadata = { members: [{ userId: user.id, email: user.email }], hadDenies: false };
    expect(await entries()).to.deep.equal([
      { eventType: 'leave-project', eventMetadata: metadata, actorId: user.id, operation: 'leaveProject' },
    ]);
  });

  it('is allowed for the last administrator, like removing oneself', async () => {
    const { stored, call } = await newProjectSetting(world());
    expect((await call('leaveProject', {})).status).to.equal(200);
    expect(await stored()).to.deep.equal([]);
  });

  it('does not remove a deny that limits permissions of a group', async () => {
    const { organization, project, member, privileged, stored, call } = await newProjectSetting(world());
    const group = await newGroup(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, [rule(['readValue'])]);
    for (const user of [
      await member([deny(['readValue'], { environment: 'prod' })]),
      await privileged('no-access', [deny(['readValue'], { environment: 'prod' })]),
    ]) {
      await addToGroup(world(), group, user);
      const before = await stored();
      expectError(await call('leaveProject', { as: user }), 403, 'PermissionBoundaryError');
      expect(await stored()).to.have.members(before);
    }
  });

  it('keeps access through a group, and cannot remove such access', async () => {
    const { organization, project, newcomer, member, call } = await newProjectSetting(world());
    const group = await newGroup(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const [both, only] = [await member('member'), await newcomer()];
    for (const user of [both, only]) await addToGroup(world(), group, user);
    expect((await call('leaveProject', { as: both })).status).to.equal(200);
    for (const as of [both, only]) {
      expect((await call('listTags', { as })).status).to.equal(200);
      expectError(await call('leaveProject', { as }), 400, 'BadRequest', /only through a group/);
    }
  });

  it('does not find projects of other organizations, and is allowed only for users', async () => {
    const { organization, call } = await newProjectSetting(world());
    expectError(
      await call('leaveProject', { as: await world().newUser(await world().newOrganization(), 'admin') }),
      404,
      'NotFound',
    );
    expectError(
      await call('leaveProject', { as: await world().newIdentity(organization, 'admin') }),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });

  it('succeeds only once for concurrent requests', async () => {
    const { member, entries, call } = await newProjectSetting(world());
    const user = await member('viewer');
    const answers = await Promise.all([1, 2, 3].map(() => call('leaveProject', { as: user })));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    expect(await entries()).to.have.length(1);
  });
});
