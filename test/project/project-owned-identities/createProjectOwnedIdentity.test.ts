import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import {
  entriesAbout,
  permanentPeriod,
  temporaryRole,
  newCaller,
  newProjectRole,
  stored,
} from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('createProjectOwnedIdentity', (world) => {
  const creating = async () => {
    const setting = await newProjectWithAdmin(world());
    const params = { projectId: setting.project.id };
    const create = (body?: unknown, as: { token: string } = setting.admin) =>
      world().call('createProjectOwnedIdentity', { as, params, body });
    const rolesOf = async (identityId: string): Promise<any[]> =>
      (await world().call('getProjectIdentity', { as: setting.admin, params: { ...params, identityId } })).body
        .identityMembership.roles;
    const identities = () =>
      world().server.parts.database.read('identities').where({ organizationId: setting.organization.id });
    return { ...setting, params, create, rolesOf, identities };
  };

  it('creates an identity of the project and records it', async () => {
    const { organization, project, create, rolesOf } = await creating();
    const { status, body } = await create({
      name: ' Deployer ',
      hasDeleteProtection: true,
      metadata: [{ key: 'team', value: 'rockets' }],
      role: 'viewer',
    });
    expect(status).to.equal(200);
    const { id, metadata } = body.identity;
    expect(body).to.deep.equal({
      identity: {
        id,
        name: 'Deployer',
        orgId: organization.id,
        projectId: project.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        hasDeleteProtection: true,
        activeLockoutAuthMethods: [],
        authMethods: [],
        metadata: [{ id: metadata[0].id, key: 'team', value: 'rockets' }],
      },
    });
    expect((await rolesOf(id)).map(({ role }) => role)).to.deep.equal(['viewer']);
    expect(await entriesAbout(world(), { project, identity: { id, token: '', tokenId: '' } })).to.deep.equal([
      {
        eventType: 'create-identity',
        eventMetadata: {
          identityId: id,
          name: 'Deployer',
          hasDeleteProtection: true,
          roles: [{ role: 'viewer', ...permanentPeriod }],
        },
      },
    ]);
  });

  it('requires only a name, and then grants no access', async () => {
    const { create, rolesOf } = await creating();
    const { body } = await create({ name: 'x' });
    expect(body.identity).to.deep.include({ name: 'x', hasDeleteProtection: false, metadata: [] });
    expect((await rolesOf(body.identity.id)).map(({ role }) => role)).to.deep.equal(['no-access']);
  });

  it('assigns several roles, permanent and temporary', async () => {
    const { create, rolesOf } = await creating();
    const { body } = await create({
      name: 'x',
      role: 'admin',
      roles: [{ role: 'member' }, temporaryRole('viewer', '2030-01-01T00:00:00Z', '1h')],
    });
    expect((await rolesOf(body.identity.id)).map(({ role, isTemporary }) => [role, isTemporary])).to.deep.equal([
      ['member', false],
      ['viewer', true],
    ]);
  });

  it('is listed as an identity of the organization, with its project', async () => {
    const setting = await creating();
    const { id } = await newOwnedIdentity(world(), setting);
    const as = await world().newUser(setting.organization, 'admin');
    const { body: one } = await world().call('getIdentity', { as, params: { identityId: id } });
    expect(one.identity).to.include({ identityId: id, role: 'no-access' });
    expect((await world().call('listIdentities', { as })).body.totalCount).to.equal(1);
    const { body: changed } = await world().call('updateIdentity', {
      as,
      params: { identityId: id },
      body: { name: 'Renamed' },
    });
    expect(changed.identity).to.include({ name: 'Renamed', projectId: setting.project.id });
    const { body: listed } = await world().call('listProjectIdentities', { as: setting.admin, params: setting.params });
    expect(listed.identityMemberships[0].identity).to.include({ id, name: 'Renamed', projectId: setting.project.id });
    const { body: deleted } = await world().call('deleteIdentity', { as, params: { identityId: id } });
    expect(deleted.identity).to.include({ id, projectId: setting.project.id });
  });

  it('is deleted with its project', async () => {
    const setting = await creating();
    await newOwnedIdentity(world(), setting, { hasDeleteProtection: true });
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('projects').where({ id: setting.project.id }).delete(),
    );
    expect(await setting.identities()).to.deep.equal([]);
    const { organization } = setting;
    expect(
      await world()
        .server.parts.database.read('organization_memberships')
        .where({ organizationId: organization.id })
        .whereNotNull('identityId'),
    ).to.deep.equal([]);
  });

  it('allows callers who may only create identities to assign no access, and no metadata', async () => {
    const setting = await creating();
    const member = await newCaller(world(), setting, 'member');
    const before = [await setting.identities(), await stored(world(), setting.project)];
    expectError(await setting.create({ name: 'x', role: 'viewer' }, member), 403, 'PermissionDenied', /assign roles/);
    expectError(
      await setting.create({ name: 'x', metadata: [{ key: 'a', value: 'b' }] }, member),
      403,
      'PermissionDenied',
      /grant privileges/,
    );
    expect([await setting.identities(), await stored(world(), setting.project)]).to.deep.equal(before);
    expect((await setting.create({ name: 'x', metadata: [] }, member)).status).to.equal(200);
  });

  it('refuses roles beyond the permissions of the caller', async () => {
    const setting = await creating();
    await newProjectRole(world(), setting, 'assigner', [{ subject: 'identity', action: ['assign-role'] }]);
    const member = await newCaller(world(), setting, 'member', 'assigner');
    const before = [await setting.identities(), await stored(world(), setting.project)];
    const refused = await setting.create({ name: 'x', role: 'admin' }, member);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ action: '*', subject: 'workspace' });
    expectError(await setting.create({ name: 'x', role: 'no-such-role' }, member), 404, 'NotFound', /role/);
    expect([await setting.identities(), await stored(world(), setting.project)]).to.deep.equal(before);
    expect((await setting.create({ name: 'x', role: 'member' }, member)).status).to.equal(200);
  });

  it('grants exactly the permissions of its roles', async () => {
    const setting = await creating();
    const { id } = await newOwnedIdentity(world(), setting, { role: 'viewer' });
    const { parts } = world().server;
    const owner = await world().newUser(setting.organization, 'admin');
    await world().call('attachTokenAuth', { as: owner, params: { identityId: id }, body: {} });
    const { body } = await world().call('createTokenAuthToken', { as: owner, params: { identityId: id }, body: {} });
    const as = { token: body.accessToken as string };
    expect((await world().call('listProjectOwnedIdentities', { as, params: setting.params })).status).to.equal(200);
    expectError(await world().call('listIdentities', { as }), 403, 'PermissionDenied');
    await parts.database.transaction(ofInstance, ({ db }) => createStores(db).identities.delete(id));
    expectError(await world().call('listProjectOwnedIdentities', { as, params: setting.params }), 401, 'TokenError');
  });

  it('refuses callers who may not create identities, non-members, and other projects', async () => {
    const setting = await creating();
    expectError(
      await setting.create({ name: 'x' }, await newProjectIdentity(world(), setting, 'viewer')),
      403,
      'PermissionDenied',
      /create machine identities/,
    );
    expectError(
      await setting.create({ name: 'x' }, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    const otherSetting = await newProjectWithAdmin(world());
    for (const projectId of [otherSetting.project.id, 'no-such-thing']) {
      expectError(
        await world().call('createProjectOwnedIdentity', {
          as: setting.admin,
          params: { projectId },
          body: { name: 'x' },
        }),
        404,
        'NotFound',
        /project/i,
      );
    }
  });

  it('reports all problems of a request, and accepts values at the limits', async () => {
    const setting = await creating();
    const entry = (index: number) => ({ key: `key-${index}`, value: 'v' });
    expectIssues(await setting.create(), 'body name required');
    expectIssues(
      await setting.create({ name: ' ', hasDeleteProtection: 1, role: '' }),
      'body name pattern',
      'body hasDeleteProtection type',
      'body role too_small',
    );
    expectIssues(
      await setting.create({ name: 'x'.repeat(256), role: 'x'.repeat(65), roles: [] }),
      'body name too_big',
      'body role too_big',
      'body roles too_small',
    );
    expectIssues(
      await setting.create({ name: 'x', metadata: Array.from({ length: 51 }, (_, index) => entry(index)) }),
      'body metadata too_big',
    );
    expectIssues(
      await setting.create({ name: 'x', metadata: [{ key: '', value: 'x'.repeat(1021) }] }),
      'body metadata.0.key too_small',
      'body metadata.0.value too_big',
    );
    expectIssues(
      await setting.create({ name: 'x', metadata: [{ key: 'x'.repeat(256), value: '' }] }),
      'body metadata.0.key too_big',
      'body metadata.0.value too_small',
    );
    expectIssues(await setting.create({ name: 'x', metadata: [entry(1), entry(1)] }), 'body metadata.1.key invalid');
    expectIssues(
      await setting.create({ name: 'x', roles: [temporaryRole('viewer', '2030-01-01T00:00:00Z', '0')] }),
      'body roles.0.temporaryRange too_small',
    );
    expect(await setting.identities()).to.deep.equal([]);
    const most = Array.from({ length: 50 }, (_, index) => entry(index));
    most[0] = { key: 'x'.repeat(255), value: 'x'.repeat(1020) };
    expect((await setting.create({ name: 'x'.repeat(255), metadata: most })).status).to.equal(200);
  });
});
