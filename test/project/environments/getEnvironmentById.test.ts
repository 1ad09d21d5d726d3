import { expect } from 'chai';
import { returnsAllFields } from './checks.ts';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getEnvironmentById', (world) => {
  const get = (as: { token: string }, id: string) => world().call('getEnvironmentById', { as, params: { id } });

  returnsAllFields(world, 'getEnvironmentById', (_, id) => ({ id }));

  it('checks the permission in the project of the environment', async () => {
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

  it('does not find unknown or deleted environments, or those of another organization', async () => {
    const { admin, project, ids } = await newProjectWithEnvironments(world());
    const otherProject = await newProjectWithEnvironments(world());
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } });
    for (const id of [otherProject.ids.dev!, ids.prod!, 'dev', 'not-an-id', 'environments'])
      expectError(await get(admin, id), 404, 'NotFound');
  });
});
