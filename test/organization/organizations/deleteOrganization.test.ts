import { expect } from 'chai';
import { setupToken } from '../../../src/resources/instance/setup/setup-token.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { createTestObjects } from '../../support/fixtures/test-objects.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('deleteOrganization', (world, kind) => {
  const remove = (as: { token: string }, organizationId: string) =>
    world().call('deleteOrganization', { as, params: { organizationId } });

  it('deletes the organization with everything that it owns, and keeps the session with another token', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const role = await world().newRole(organization, [{ subject: 'role', action: ['read'] }]);
    const holder = await world().newUser(organization, role);
    const machine = await world().newIdentity(organization, role);

    const { status, body } = await remove(as, organization.id);
    expect(status).to.equal(200);
    expect(body.organization).to.include({ id: organization.id, name: organization.name });

    expect((await world().call('checkAuth', { as: { token: body.accessToken } })).status).to.equal(200);
    expect(
      (await world().call('listOrganizations', { as: { token: body.accessToken } })).body.organizations,
    ).to.deep.equal([]);
    expectError(
      await world().call('listOrganizationRoles', { as: { token: body.accessToken } }),
      401,
      'UnauthorizedError',
      /select-organization/,
    );
    await world().call('logout', { as: { token: body.accessToken } });
    expectError(await world().call('checkAuth', { as: { token: as.loginToken } }), 401, 'TokenError');

    expectError(await world().call('listOrganizationRoles', { as: holder }), 403, 'ForbiddenError');
    expectError(await world().call('listOrganizationRoles', { as: machine }), 401, 'TokenError');
    expect(
      (await world().call('listOrganizations', { as: { token: holder.loginToken } })).body.organizations,
    ).to.deep.equal([]);
    const { stores } = world().server.parts;
    expect(await stores.organizations.findById(organization.id)).to.equal(undefined);
    expect(await stores.roles.findById(organization.id, role.id)).to.equal(undefined);
  });

  it('also deletes projects and groups, with assigned roles', async () => {
    const { organization, admin, project, ids } = await createTestObjects(world());
    const group = await newGroupOf(world(), organization, admin);
    await addToProject(world(), project, group, [{ subject: 'tags', action: 'read' }]);
    const { database } = world().server.parts;
    await database.transaction(ofInstance, ({ db }) =>
      db('groups').where({ id: group.groupId }).update({ role: 'custom', roleId: ids.roleId }),
    );
    expect((await remove(admin, organization.id)).status).to.equal(200);
    for (const table of ['projects', 'groups', 'organization_memberships'])
      expect(await database.read(table).where({ organizationId: organization.id }), table).to.deep.equal([]);
    expect(await database.read('project_memberships').where({ projectId: project.id })).to.deep.equal([]);
  });

  it('keeps other organizations and the memberships of their members', async () => {
    const [organization, other] = [await world().newOrganization(), await world().newOrganization()];
    const as = await world().newUser(organization, 'admin');
    await world().join(other, as, 'member');
    await remove(as, organization.id);
    const { body } = await world().call('selectOrganization', {
      as: { token: as.loginToken },
      body: { organizationId: other.id },
    });
    expect((await world().call('listOrganizationRoles', { as: body })).status).to.equal(200);
  });

  it('requires the role admin itself, not only its permissions', async () => {
    const organization = await world().newOrganization();
    const everything = await world().newRole(organization, [
      { subject: 'settings', action: ['read', 'create', 'edit', 'delete'] },
    ]);
    for (const role of ['member', 'no-access', everything]) {
      expectError(
        await remove(await world().newUser(organization, role), organization.id),
        403,
        'ForbiddenError',
        /administrators/,
      );
    }
    expect(await world().server.parts.stores.organizations.findById(organization.id)).to.not.equal(undefined);
  });

  it('is not allowed for machine identities', async () => {
    const organization = await world().newOrganization();
    expectError(
      await remove(await world().newIdentity(organization, 'admin'), organization.id),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });

  it('finds only the organization of the token, even for an administrator of both', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const other = await world().newOrganization();
    await world().join(other, as, 'admin');
    for (const id of [other.id, 'not-an-id']) expectError(await remove(as, id), 404, 'NotFound');
  });

  describe('on a server with few organizations', () => {
    it('keeps the last one, also for concurrent requests', async () => {
      const small = await ownWorld(await newStorage(kind));
      const { keyring } = small.server.parts;
      const credentials = { email: 'root@example.com', password: 'for tests only' };
      const { body } = await small.call('bootstrapInstance', {
        body: { ...credentials, organization: 'Root', setupToken: setupToken(keyring) },
      });
      const root = (await small.server.parts.stores.organizations.findById(body.organization.id))!;
      const deleteIt = async (organization: typeof root) =>
        (
          await small.call('deleteOrganization', {
            as: await small.newUser(organization, 'admin'),
            params: { organizationId: organization.id },
          })
        ).status;

      expect(await deleteIt(root)).to.equal(400);
      const organizations = [
        root,
        await small.newOrganization(),
        await small.newOrganization(),
        await small.newOrganization(),
      ];
      const statuses = await Promise.all(organizations.map(deleteIt));
      expect(statuses.sort()).to.deep.equal([200, 200, 200, 400]);
      expect(await small.server.parts.stores.organizations.count()).to.equal(1);
    });
  });
});
