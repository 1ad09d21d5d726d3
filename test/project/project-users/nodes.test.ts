import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectSetting } from '../../support/fixtures/project-users.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('users of projects on two nodes', () => {
  let one: World;
  let other: World;
  before(async () => {
    const storage = await newStorage('postgres');
    one = await ownWorld(storage);
    other = await ownWorld(storage);
  });

  it('see changes of their access by the other node in the next request', async () => {
    const { project, newcomer, call } = await newProjectSetting(one);
    const user = await newcomer();
    const probe = () => other.call('listProjectUsers', { as: user, params: { projectId: project.id } });
    expectError(await probe(), 403, 'ProjectMembershipNotFound');

    const { body } = await call('addProjectUsers', { body: { usernames: [user.email], roleSlugs: ['viewer'] } });
    const params = { projectMembershipId: body.memberships[0].id as string };
    expect((await probe()).status).to.equal(200);
    await call('updateProjectUserRoles', { params, body: { roles: [{ role: 'no-access' }] } });
    expectError(await probe(), 403, 'PermissionDenied');
    await call('updateWorkspaceUserRoles', { params, body: { roles: [{ role: 'member' }] } });
    expect((await probe()).status).to.equal(200);
    await call('removeProjectUser', { params });
    expectError(await probe(), 403, 'ProjectMembershipNotFound');
  });

  it('are added only once by concurrent requests to both nodes', async () => {
    const { admin, project, newcomer, stored } = await newProjectSetting(one);
    const people = [await newcomer(), await newcomer(), await newcomer()].map(({ email }) => email);
    const add = (node: World, usernames: string[]) =>
      node.call('addProjectUsers', {
        as: admin,
        params: { projectId: project.id },
        body: { usernames, roleSlugs: ['viewer'] },
      });
    const answers = await Promise.all([
      add(one, people),
      add(other, [...people].reverse()),
      add(one, people),
      add(other, people),
    ]);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    expect(await stored()).to.have.length(4);
  });
});
