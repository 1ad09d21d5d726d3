import { expect } from 'chai';
import { unmarked, wantsSecretManager } from './checks.ts';
import { newProjectWithEnvironments } from '../../support/fixtures/environments.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const graceSeconds = 14 * 86_400;

onEachDatabase('restoreEnvironment', (world) => {
  /** The environment dev is soft deleted. */
  const setting = async () => {
    const made = await newProjectWithEnvironments(world());
    const params = { projectId: made.project.id, id: made.ids.dev! };
    expect((await world().call('deleteEnvironment', { as: made.admin, params })).status).to.equal(200);
    const restore = (as: { token: string } = made.admin) => world().call('restoreEnvironment', { as, params });
    return { ...made, params, restore };
  };

  it('restores the environment unchanged at the last position', async () => {
    const { admin, project, ids, params, restore, order, entries } = await setting();
    const { status, body } = await world().clock.later(60, () => restore());
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      message: 'The environment was restored.',
      projectId: project.id,
      environment: {
        id: ids.dev,
        name: 'The dev',
        slug: 'dev',
        position: 3,
        ...unmarked,
        projectId: project.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:01:00.000Z',
        softDeletedAt: null,
        deleteAfter: null,
        deletedByUserId: null,
        deletedByIdentityId: null,
      },
    });
    expect(await order()).to.equal('staging prod dev');
    expect((await world().call('getEnvironment', { as: admin, params })).body.environment).to.deep.equal(
      body.environment,
    );
    const recorded = (await entries()).filter(({ eventType }) => eventType === 'restore-environment');
    expect(recorded).to.have.length(1);
    expect(recorded[0]).to.include({ actorId: admin.id, operation: 'restoreEnvironment' });
    expect(recorded[0].eventMetadata).to.deep.equal({ environmentId: ids.dev, name: 'The dev', slug: 'dev' });
    expectError(await restore(), 404, 'NotFound');
  });

  it('is allowed until deleteAfter, to the millisecond', async () => {
    const made = await setting();
    const before = await made.rows();
    // A session expires earlier; a token of a machine identity that is created then does not.
    const restoreAfter = (seconds: number) =>
      world().clock.later(seconds, async () => made.restore(await newProjectIdentity(world(), made, 'admin')));
    expectError(await restoreAfter(graceSeconds + 0.001), 400, 'BadRequest', /2030-01-15T00:00:00.000Z/);
    expect(await made.rows()).to.deep.equal(before);
    expect((await restoreAfter(graceSeconds)).status).to.equal(200);
  });

  it('requires the permission to delete', async () => {
    const made = await setting();
    const before = await made.rows();
    const others = await newProjectIdentity(world(), made, [
      { subject: 'environments', action: ['read', 'create', 'edit'] },
    ]);
    expectError(await made.restore(others), 403, 'PermissionDenied', /delete environments/);
    expectError(
      await made.restore(await world().newUser(made.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await made.restore((await newProjectWithEnvironments(world())).admin), 404, 'NotFound');
    expect(await made.rows()).to.deep.equal(before);
    expect(
      (await made.restore(await newProjectIdentity(world(), made, [{ subject: 'environments', action: ['delete'] }])))
        .status,
    ).to.equal(200);
  });

  it('does not find environments that are not deleted, or of another project', async () => {
    const { admin, project, ids, rows } = await setting();
    const otherProject = await setting();
    const before = [await rows(), await otherProject.rows()];
    for (const id of [ids.prod!, otherProject.ids.dev!, 'not-an-id']) {
      expectError(
        await world().call('restoreEnvironment', { as: admin, params: { projectId: project.id, id } }),
        404,
        'NotFound',
      );
    }
    expectError(await world().call('restoreEnvironment', { as: admin, params: otherProject.params }), 404, 'NotFound');
    expect([await rows(), await otherProject.rows()]).to.deep.equal(before);
  });

  wantsSecretManager(world, { operation: 'restoreEnvironment', parameter: 'projectId', answered: 'projectId' });
});
