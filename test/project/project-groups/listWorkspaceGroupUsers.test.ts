import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listWorkspaceGroupUsers', (world) => {
  const setting = async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const group = await newGroup(world(), organization);
    await addToProject(world(), project, { groupId: group.id }, 'viewer');
    const list = (query: Record<string, string> = {}, groupIdOrName = group.id) =>
      world().call('listWorkspaceGroupUsers', { as: admin, params: { projectId: project.id, groupIdOrName }, query });
    return { organization, project, group, list };
  };

  it('lists the users of the group without machine identities, with pagination', async () => {
    const { organization, group, list } = await setting();
    const users = [await world().newUser(organization, 'member'), await world().newUser(organization, 'member')];
    await world().newUser(organization, 'member');
    await addToGroup(world(), group, ...users, await world().newIdentity(organization, 'member'));
    const { status, body } = await list();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.totalCount).to.equal(2);
    expect(body.users.map(({ id }: any) => id)).to.have.members(users.map(({ id }) => id));
    const [first] = users;
    expect(body.users.find(({ id }: any) => id === first!.id)).to.deep.equal({
      id: first!.id,
      username: first!.email,
      email: first!.email,
      firstName: 'Test',
      lastName: 'User',
      isPartOfGroup: true,
      joinedGroupAt: '2030-01-01T00:00:00.000Z',
    });
    expect((await list({ limit: '1', offset: '1' })).body).to.have.nested.property('users.length', 1);
    expect((await list({ search: first!.email.toUpperCase() })).body).to.include({ totalCount: 1 });
  });

  it('limits pages, and finds only groups of the project', async () => {
    const { organization, list } = await setting();
    expectIssues(await list({ limit: '0', offset: '-1' }), 'query limit too_small', 'query offset too_small');
    expectIssues(await list({ limit: '101' }), 'query limit too_big');
    expect((await list({ limit: '100' })).status).to.equal(200);
    expectError(await list({}, (await newGroup(world(), organization)).id), 404, 'NotFound');
  });
});
