import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { addToProject, permanent } from '../../support/fixtures/projects.ts';
import { privilegeSetting, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('getPrivilege', (world) => {
  const setting = () => privilegeSetting(world());
  const get = (id: string, as: { token: string }) => world().call('getPrivilege', { as, params: { id } });

  it('returns the same as creating it', async () => {
    const { created, admin } = await setting();
    for (const body of [
      {},
      {
        type: temporaryType,
        permissions: [
          { subject: 'tags', action: 'read' },
          { subject: 'secrets', action: ['read'], inverted: true },
        ],
      },
    ]) {
      const privilege = await created(body);
      const { status, body: found } = await get(privilege.id, admin);
      expect(status).to.equal(200);
      expect(found).to.deep.equal({ privilege });
    }
  });

  it('is allowed for callers who may read the identity in the project of the privilege', async () => {
    const { created, newMember, organization, identity, project } = await setting();
    const { id } = await created();
    expect((await get(id, await newMember('viewer'))).status).to.equal(200);
    expect(
      (
        await get(
          id,
          await newMember([{ subject: 'identity', action: 'read', conditions: { identityId: identity.id } }]),
        )
      ).status,
    ).to.equal(200);
    expectError(
      await get(
        id,
        await newMember([{ subject: 'identity', action: 'read', conditions: { identityId: { $ne: identity.id } } }]),
      ),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(await get(id, await newMember('no-access')), 403, 'PermissionDenied');
    expectError(await get(id, identity), 403, 'PermissionDenied');
    const outsider = await world().newUser(organization, 'admin');
    expectError(await get(id, outsider), 403, 'ProjectMembershipNotFound');
    await addToProject(world(), project, outsider, 'viewer');
    expect((await get(id, outsider)).status).to.equal(200);
  });

  it('does not find unknown or malformed ids, or privileges of another organization', async () => {
    const { admin, identity, membershipId, project } = await setting();
    const foreign = await setting();
    const { id } = await foreign.created();
    const messages = new Set<string>();
    for (const name of [
      'x',
      'slug',
      '%20',
      world().server.parts.ids.uuid(),
      id,
      identity.id,
      membershipId,
      project.id,
    ]) {
      const response = await get(name, admin);
      expectError(response, 404, 'NotFound');
      messages.add(response.body.message as string);
    }
    expect([...messages]).to.deep.equal(['Privilege not found.']);
  });

  it('does not find privileges of users', async () => {
    const { admin, organization, project } = await setting();
    const { ids, database } = world().server.parts;
    const user = await world().newUser(organization, 'member');
    const { id: projectMembershipId } = await addToProject(world(), project, user, 'viewer');
    const at = '2030-01-01T00:00:00.000Z';
    const privilege = {
      id: ids.uuid(),
      projectMembershipId,
      slug: 'of-a-user',
      permissions: '[]',
      ...permanent,
      createdAt: at,
      updatedAt: at,
    };
    await database.transaction(ofInstance, async ({ db }) => {
      await db('project_privileges').insert(privilege);
    });
    for (const operation of ['getPrivilege', 'deletePrivilege', 'updatePrivilege'] as const) {
      const body = operation === 'updatePrivilege' ? { slug: 'other' } : undefined;
      expectError(await world().call(operation, { as: admin, params: { id: privilege.id }, body }), 404, 'NotFound');
    }
  });
});
