import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createWorkspace', (world) => {
  const setting = async (role = 'member') => {
    const as = await world().newIdentity(await world().newOrganization(), role);
    const create = (body: unknown) => world().call('createWorkspace', { as, body });
    return { as, create };
  };

  it('creates a project like createProject, also for a machine identity', async () => {
    const { as, create } = await setting();
    const terraform = {
      slug: 'rockets',
      organizationSlug: '',
      type: 'secret-manager',
      shouldCreateDefaultEnvs: true,
      hasDeleteProtection: false,
    };
    const { status, body } = await create({ projectName: 'Rockets', projectDescription: 'They fly.', ...terraform });
    expect(status).to.equal(200);
    const { id } = body.project;
    expect(body.project).to.include({
      _id: id,
      name: 'Rockets',
      slug: 'rockets',
      description: 'They fly.',
      version: 3,
    });
    expect(body.project.environments.map(({ slug }: any) => slug)).to.deep.equal(['dev', 'staging', 'prod']);
    expect((await world().call('getWorkspace', { as, params: { workspaceId: id } })).body.workspace).to.deep.equal(
      body.project,
    );
    const eventMetadata = { id, name: 'Rockets', slug: 'rockets', type: 'secret-manager' };
    expect(await eventsOf(world(), id)).to.deep.equal([{ actorId: as.id, eventType: 'create-project', eventMetadata }]);
    expectError(await create({ projectName: 'Rockets', slug: 'rockets' }), 400, 'BadRequest', /taken/);
  });

  it('refuses callers who may not create projects', async () => {
    const { create } = await setting('no-access');
    expectError(await create({ projectName: 'Rockets' }), 403, 'ForbiddenError', /create projects/);
  });

  it('reports all problems of a request', async () => {
    const { as, create } = await setting();
    expectIssues(
      await create({ projectName: 'x'.repeat(65), slug: 'abcd' }),
      'body projectName too_big',
      'body slug too_small',
    );
    expect((await world().call('listWorkspaces', { as })).body.workspaces).to.deep.equal([]);
  });
});
