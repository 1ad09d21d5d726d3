import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity, type TestProjectRole } from '../../support/fixtures/projects.ts';
import { start } from '../../support/fixtures/secret-folders.ts';
import { createToken, inDev } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const mayCreate = { subject: 'service-tokens', action: 'create' };
const folders = (conditions: object) => ({
  subject: 'secret-folders',
  action: ['create', 'edit', 'delete'],
  conditions: conditions as Record<string, unknown>,
});
const imports = (action: readonly string[], conditions: object) => ({
  subject: 'secret-imports',
  action,
  conditions: conditions as Record<string, unknown>,
});

const newCreator = async (world: World, role: TestProjectRole, period?: Parameters<typeof addToProject>[4]) => {
  const setting = await newProjectWithSecrets(world, ['/app']);
  const creator = await world.newUser(setting.organization, 'member');
  await addToProject(world, setting.project, creator, role, period);
  return { ...setting, admin: creator };
};

onEachDatabase('createServiceToken', (world) => {
  it('returns the token once, and stores only its hash', async () => {
    const setting = await newProjectWithSecrets(world());
    const key = { encryptedKey: 'k', iv: 'i', tag: 't' };
    const response = await createToken(world(), setting, {
      name: ' Deployment ',
      scopes: [inDev('/app/'), inDev('/**')],
      expiresIn: 3600,
      permissions: ['read', 'write'],
      randomBytes: '00',
      ...key,
    });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { serviceToken, serviceTokenData } = response.body;
    expect(serviceToken).to.match(new RegExp(`^st\\.${serviceTokenData.id}\\.[0-9a-f]{32}$`));
    const { id: _, ...shown } = serviceTokenData;
    expect(shown).to.deep.equal({
      name: 'Deployment',
      scopes: [inDev('/app'), inDev('/**')],
      permissions: ['read', 'write'],
      lastUsed: null,
      expiresAt: '2030-01-01T01:00:00.000Z',
      createdAt: start,
      updatedAt: start,
      createdBy: setting.admin.id,
      projectId: setting.project.id,
      expiryNotificationSent: false,
    });
    const row = await world().server.parts.database.read('service_tokens').where({ id: serviceTokenData.id }).first();
    expect(row).to.include(key);
    expect(JSON.stringify(row)).not.to.contain(serviceToken.split('.')[2]);
  });

  it('is recorded in the audit log without its secret', async () => {
    const setting = await newProjectWithSecrets(world());
    const response = await createToken(world(), setting, { expiresIn: 60 });
    const [entry, ...others] = await entriesOf(world(), response);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'create-service-token',
      projectId: setting.project.id,
      actorType: 'user',
    });
    const { id: serviceTokenId, name, scopes, permissions, expiresAt } = response.body.serviceTokenData;
    expect(entry!.eventMetadata).to.deep.equal({ serviceTokenId, name, scopes, permissions, expiresAt });
    expect(JSON.stringify(entry) + world().logged()).not.to.contain(response.body.serviceToken.split('.')[2]);
  });

  for (const expiresIn of [null, 0]) {
    it(`never expires with ${expiresIn}`, async () => {
      const { body } = await createToken(world(), await newProjectWithSecrets(world()), { expiresIn });
      expect(body.serviceTokenData.expiresAt).to.equal(null);
    });
  }

  it('accepts an empty name and no permissions', async () => {
    const { status, body } = await createToken(world(), await newProjectWithSecrets(world()), {
      name: '',
      permissions: [],
    });
    expect(status).to.equal(200);
    expect(body.serviceTokenData).to.deep.include({ name: '', permissions: [] });
  });

  it('has limits', async () => {
    const setting = await newProjectWithSecrets(world());
    const create = (body: object) => createToken(world(), setting, body);
    expectIssues(await create({ scopes: [] }), 'body scopes too_small');
    expectIssues(await create({ scopes: Array.from({ length: 51 }, () => inDev('/')) }), 'body scopes too_big');
    expectIssues(await create({ expiresIn: -1 }), 'body expiresIn too_small');
    expectIssues(await create({ expiresIn: undefined }), 'body expiresIn required');
    expectIssues(await create({ permissions: ['delete'] }), 'body permissions.0 enum');
    expectIssues(await create({ scopes: [inDev('/{{identity.id}}')] }), 'body scopes.0.secretPath invalid');
    expectIssues(await create({ scopes: [inDev('/'), inDev('/*'.repeat(21))] }), 'body scopes.1.secretPath too_big');
    expectIssues(await create({ scopes: [inDev('/a'.repeat(33))] }), 'body scopes.0.secretPath too_big');
    expect(
      (await create({ scopes: Array.from({ length: 50 }, () => inDev('/')), permissions: ['read', 'write'] })).status,
    ).to.equal(200);
  });

  it('requires existing environments, but no existing folders', async () => {
    const setting = await newProjectWithSecrets(world());
    expectError(
      await createToken(world(), setting, { scopes: [inDev('/'), { environment: 'none', secretPath: '/' }] }),
      404,
      'NotFound',
      /environment/,
    );
    expect((await createToken(world(), setting, { scopes: [inDev('/not/yet')] })).status).to.equal(200);
  });

  it('requires a project with secrets', async () => {
    const setting = await newProjectWithSecrets(world());
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('projects').where({ id: setting.project.id }).update({ type: 'cert-manager' }),
    );
    expectError(await createToken(world(), setting), 400, 'BadRequest', /secret-manager/);
  });

  it('is limited in number per project', async () => {
    const setting = await newProjectWithSecrets(world());
    const { body } = await createToken(world(), setting);
    const { database, ids } = world().server.parts;
    const row = (await database.read('service_tokens').where({ id: body.serviceTokenData.id }).first()) as never;
    await database.transaction(ofInstance, async ({ db }) => {
      for (let index = 1; index < 999; index += 1)
        await createStores(db).serviceTokens.insert({ ...(row as object), id: ids.uuid() } as never);
    });
    expect((await createToken(world(), setting)).status).to.equal(200);
    expectError(await createToken(world(), setting), 400, 'BadRequest', /1000 service tokens/);
  });

  it('requires the permission in the project', async () => {
    const setting = await newProjectWithSecrets(world());
    const viewer = await newProjectIdentity(world(), setting, 'viewer');
    expectError(await createToken(world(), setting, {}, viewer), 403, 'PermissionDenied', /create service tokens/);
    const outsider = await world().newUser(setting.organization, 'member');
    expectError(await createToken(world(), setting, {}, outsider), 403, 'ProjectMembershipNotFound');
    const foreign = await newProjectWithSecrets(world());
    expectError(await createToken(world(), setting, {}, foreign.admin), 404, 'NotFound');
  });

  it('allows a machine identity', async () => {
    const setting = await newProjectWithSecrets(world());
    const member = await newProjectIdentity(world(), setting, 'member');
    const { status, body } = await createToken(world(), setting, {}, member);
    expect(status).to.equal(200);
    expect(body.serviceTokenData.createdBy).to.equal(member.id);
  });

  describe('is limited by the permissions of the creator', () => {
    const app = { environment: 'dev', secretPath: { $glob: '/app/**' } };
    const holding = [
      mayCreate,
      rule(['read', 'create', 'edit', 'delete'], app),
      folders(app),
      imports(['read', 'create', 'edit', 'delete'], app),
    ];
    const everything = { permissions: ['read', 'write'] };

    it('in each scope', async () => {
      const setting = await newCreator(world(), holding);
      const create = (scopes: readonly object[]) => createToken(world(), setting, { scopes, ...everything });
      for (const path of ['/app', '/app/**', '/app/deep/**', '/app/d*'])
        expect((await create([inDev(path)])).status, path).to.equal(200);
      for (const path of ['/', '/**', '/ap*', '/{app,other}', '**'])
        expectError(await create([inDev('/app'), inDev(path)]), 403, 'PermissionBoundaryError');
      expectError(await create([{ environment: 'prod', secretPath: '/app' }]), 403, 'PermissionBoundaryError');
    });

    it('for each action', async () => {
      const lacking = async (rules: Parameters<typeof newCreator>[1], permissions: readonly string[]) => {
        const setting = await newCreator(world(), rules);
        const response = await createToken(world(), setting, { permissions });
        expectError(response, 403, 'PermissionBoundaryError');
        return (response.body.details.missingPermissions as { subject: string; action: string }[])
          .map(({ subject, action }) => `${subject}:${action}`)
          .sort();
      };
      const reading = [mayCreate, rule(['read', 'create'], app), imports(['read'], app)];
      expect((await createToken(world(), await newCreator(world(), reading))).status).to.equal(200);
      expect(await lacking(reading, ['write'])).to.deep.equal([
        'secret-folders:create',
        'secret-folders:delete',
        'secret-folders:edit',
        'secret-imports:create',
        'secret-imports:delete',
        'secret-imports:edit',
        'secrets:delete',
        'secrets:edit',
      ]);
      expect(await lacking([mayCreate, rule(['read'], app), imports(['read'], app)], ['read'])).to.deep.equal([
        'secrets:create',
      ]);
      expect(
        await lacking([mayCreate, rule(['describeSecret', 'create'], app), imports(['read'], app)], ['read']),
      ).to.deep.equal(['secrets:readValue']);
      expect(await lacking([mayCreate, rule(['read', 'create'], app)], ['read'])).to.deep.equal([
        'secret-imports:read',
      ]);
    });

    it('with denies and conditions on names', async () => {
      const denied = await newCreator(world(), [
        ...holding,
        { ...rule('readValue', { environment: 'dev', secretPath: '/app/deep' }), inverted: true },
      ]);
      expectError(await createToken(world(), denied, { scopes: [inDev('/app/**')] }), 403, 'PermissionBoundaryError');
      expect((await createToken(world(), denied, { scopes: [inDev('/app')] })).status).to.equal(200);
      const named = await newCreator(world(), [
        mayCreate,
        rule(['read', 'create'], { ...app, secretName: 'A*' }),
        imports(['read'], app),
      ]);
      expectError(await createToken(world(), named), 403, 'PermissionBoundaryError');
    });

    it('and their duration', async () => {
      const period = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: start,
        temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
      };
      const setting = await newCreator(world(), holding, period);
      expect((await createToken(world(), setting, { expiresIn: 3600 })).status).to.equal(200);
      expectError(await createToken(world(), setting, { expiresIn: 3601 }), 403, 'PermissionBoundaryError');
      expectError(await createToken(world(), setting, { expiresIn: null }), 403, 'PermissionBoundaryError');
    });
  });
});
