import { expect } from 'chai';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { unmarked } from './checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getEnvironmentBySlug', (world) => {
  const get = (as: { token: string }, projectId: string, slug: string) =>
    world().call('getEnvironmentBySlug', { as, params: { projectId, slug } });

  it('returns all fields, and most of them again at the top level', async () => {
    const { admin, project, ids } = await newProjectWithEnvironments(world());
    const { status, body } = await get(admin, project.id, 'staging');
    expect(status).to.equal(200);
    const shown = { id: ids.staging, name: 'The staging', slug: 'staging', position: 2, projectId: project.id };
    expect(body).to.deep.equal({
      ...shown,
      environment: {
        ...shown,
        ...unmarked,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        softDeletedAt: null,
        deleteAfter: null,
        deletedByUserId: null,
        deletedByIdentityId: null,
      },
    });
  });

  it('requires the permission to read before it reveals whether the environment exists', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { organization, project } = setting;
    const others = await newProjectIdentity(world(), setting, [
      { subject: 'environments', action: ['create', 'edit', 'delete'] },
    ]);
    for (const slug of ['dev', 'none'])
      expectError(await get(others, project.id, slug), 403, 'PermissionDenied', /read environments/);
    expectError(
      await get(await world().newUser(organization, 'admin'), project.id, 'dev'),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await get((await newProjectWithEnvironments(world())).admin, project.id, 'dev'), 404, 'NotFound');
    expect(
      (
        await get(
          await newProjectIdentity(world(), setting, [{ subject: 'environments', action: ['read'] }]),
          project.id,
          'dev',
        )
      ).status,
    ).to.equal(200);
  });

  it('does not find unknown or deleted environments, or those of another project', async () => {
    const { admin, project, ids } = await newProjectWithEnvironments(world());
    await newProjectWithEnvironments(world(), ['elsewhere']);
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } });
    for (const slug of ['elsewhere', 'prod', 'none', 'Dev', '%', ids.dev!, 'x'.repeat(65)])
      expectError(await get(admin, project.id, slug), 404, 'NotFound');
    expectError(await get(admin, 'not-an-id', 'dev'), 404, 'NotFound');
  });
});
