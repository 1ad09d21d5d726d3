import { expect } from 'chai';
import { answersWithAllOfIt } from './checks.ts';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getEnvironmentById', (world) => {
  const get = (as: { token: string }, id: string) => world().call('getEnvironmentById', { as, params: { id } });

  answersWithAllOfIt(world, 'getEnvironmentById', (_, id) => ({ id }));

  it('asks the project that the environment belongs to', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { organization, ids } = setting;
    const others = await newProjectIdentity(world(), setting, [
      { subject: 'environments', action: ['create', 'edit', 'delete'] },
    ]);
    expectError(await get(others, ids.dev!), 403, 'PermissionDenied', /read environments/);
    expectError(await get(await world().newUser(organization, 'admin'), ids.dev!), 403, 'ProjectMembershipNotFound');
    expect(
      (await get(await newProjectIdentity(world(), setting, [{ subject: 'environments', action: ['read'] }]), ids.dev!))
        .status,
    ).to.equal(200);
  });

  it('knows none of another organization, and none that is deleted or does not exist', async () => {
    const { admin, project, ids } = await newProjectWithEnvironments(world());
    const elsewhere = await newProjectWithEnvironments(world());
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } });
    for (const id of [elsewhere.ids.dev!, ids.prod!, 'dev', 'not-an-id', 'environments'])
      expectError(await get(admin, id), 404, 'NotFound');
  });
});
