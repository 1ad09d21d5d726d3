import { expect } from 'chai';
import { createStores } from '../../src/stores.ts';
import { sendHeaders } from '../support/clients/late-requests.ts';
import { expectError } from '../support/expect/expect.ts';
import { newProject, newProjectWithAdmin } from '../support/fixtures/projects.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onEachDatabase('a project that only the body names', (world) => {
  /** A member whose last folders were all created in the same project. */
  const setting = async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    let count = 0;
    const folder = (projectId: string) => ({ projectId, environment: 'dev', name: `folder-${(count += 1)}` });
    const create = (projectId = project.id) => world().call('createFolder', { as: admin, body: folder(projectId) });
    await world().call('createEnvironment', {
      as: admin,
      params: { projectId: project.id },
      body: { name: 'Dev', slug: 'dev' },
    });
    for (let index = 0; index < 2; index += 1) expect((await create()).status).to.equal(200);
    return { organization, project, admin, folder, create };
  };

  it('may be another one than in the last request', async () => {
    const { organization, create } = await setting();
    const other = await newProject(world(), organization);
    const { status, body } = await create(other.id);
    expect([status, body.error]).to.deep.equal([403, 'ProjectMembershipNotFound']);
    expect((await create()).status).to.equal(200);
  });

  it('is read once the body is there: rules of the time before do not count', async () => {
    const { organization, project, admin, folder } = await setting();
    const { parts } = world().server;
    const late = await sendHeaders(world(), 'createFolder', { as: admin, body: folder(project.id) });
    // Requests of other connections are answered after the headers have been received.
    expect((await world().call('getStatus')).status).to.equal(200);
    await parts.database.transaction(ofInstance, async ({ db }) => {
      const { memberships, projectMemberships } = createStores(db);
      const member = (await memberships.findOfUser(organization.id, admin.id))!;
      await projectMemberships.delete((await projectMemberships.findOfMember(project.id, member.id))!);
    });
    expectError(await late.finish(), 403, 'ProjectMembershipNotFound');
  });
});
