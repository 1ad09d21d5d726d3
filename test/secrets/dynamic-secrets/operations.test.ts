import { expect } from 'chai';
import { newDynamicSecrets, revokeDue, TargetDatabase, totpProvider } from '../../support/fixtures/dynamic-secrets.ts';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('dynamic secrets', (world) => {
  let target: TargetDatabase;
  before(async () => {
    target = await TargetDatabase.start();
  });
  const provider = (more: object = {}) => ({ type: 'sql-database', inputs: { ...target.inputs, ...more } });

  it('come back as they were sent, with the root password for those who may change them', async () => {
    const { admin, organization, project, place, create, newLeaser } = await newDynamicSecrets(world());
    const metadata = [{ key: 'team', value: 'red' }];
    const made = await create(provider(), { maxTTL: '1 day', metadata, usernameTemplate: 'app-{{random 8}}' });
    const expected = { name: 'db', type: 'sql-database', defaultTTL: '1h', maxTTL: '1 day', status: null, version: 1 };
    expect(made).to.deep.include(expected);
    expect(made.inputs).to.deep.include(target.inputs);
    const get = async (as: any) =>
      (await world().call('getDynamicSecret', { as, params: { dynamicSecretName: 'DB' }, query: place })).body
        .dynamicSecret;
    expect(await get(admin)).to.deep.equal(made);
    expect(await get(await newLeaser())).to.deep.equal({ ...made, inputs: null });
    const reader = await newProjectIdentity(world(), { organization, project }, 'viewer');
    expect((await get(reader)).inputs).to.equal(null);
    const { secretPath, ...others } = { ...place, secretPath: place.path };
    const { path: _, ...query } = { ...others, secretPath };
    const listed = await world().call('listDynamicSecrets', { as: reader, query });
    const { inputs: _inputs, ...row } = made;
    expect(listed.body.dynamicSecrets).to.deep.equal([row]);
    const [stored] = await world().server.parts.database.read('dynamic_secrets').where({ id: made.id });
    expect(JSON.stringify(stored)).not.to.contain(target.inputs.password);
  });

  it('are refused with what is wrong: types, times, statements, names, passwords and gateways', async () => {
    const { admin, place } = await newDynamicSecrets(world());
    const create = (body: object) =>
      world().call('createDynamicSecret', {
        as: admin,
        body: { ...place, name: 'db', provider: totpProvider, defaultTTL: '1h', ...body },
      });
    const unknown = await create({ provider: { type: 'oracle', inputs: {} } });
    expect(unknown.status).to.equal(422);
    expect(unknown.body.message[0].message).to.include('sql-database, kubernetes, ldap, rabbit-mq, redis, ssh, totp');
    expectIssues(await create({ defaultTTL: '59s' }), 'body defaultTTL invalid');
    expectIssues(await create({ defaultTTL: 'soon' }), 'body defaultTTL invalid');
    expectIssues(await create({ defaultTTL: '2h', maxTTL: '1h' }), 'body defaultTTL too_big');
    expectIssues(await create({ usernameTemplate: 'fixed' }), 'body usernameTemplate invalid');
    expectIssues(await create({ usernameTemplate: '{{#each x}}' }), 'body usernameTemplate invalid');
    const requirements = { length: 3, required: { lowercase: 1, uppercase: 1, digits: 1, symbols: 1 } };
    for (const [inputs, issue] of [
      [{ client: 'oracledb' }, 'client enum'],
      [{ host: '' }, 'host too_small'],
      [{ passwordRequirements: requirements }, 'passwordRequirements too_big'],
      [{ passwordRequirements: { ...requirements, length: 9, allowedSymbols: "'" } }, 'passwordRequirements pattern'],
    ] as const)
      expectIssues(await create({ provider: provider(inputs) }), `body provider.inputs.${issue}`);
    for (const [inputs, message] of [
      [{ creationStatement: '{{#if x}}' }, /Template sanitization failed: SQL creation/],
      [{ host: '10.0.0.1' }, /ALLOW_HOSTS/],
      [{ host: 'db.example.com' }, /must be reached with TLS, unless ALLOW_HOSTS/],
      [{ port: 7 }, /Failed to connect with provider: It could not be reached: ECONNREFUSED/],
      [{ password: 'CANARY-wrong' }, /Failed to connect with provider/],
    ] as const)
      expectError(await create({ provider: provider(inputs) }), 400, 'BadRequest', message);
    expectError(await create({ provider: provider({ gatewayId: 'x' }) }), 404, 'NotFound', /Gateway with ID x/);
    expect((await create({})).status).to.equal(200);
    expectError(await create({}), 400, 'BadRequest', /already exists/);
    expect(world().logged()).not.to.contain('CANARY');
  });

  it('are tried before they are stored if that is asked for, and nothing is left of it', async () => {
    const { admin, place, create } = await newDynamicSecrets(world());
    await create(provider(), { test: true });
    expect(await target.users()).to.deep.equal([]);
    const broken = await world().call('createDynamicSecret', {
      as: admin,
      body: {
        ...place,
        name: 'broken',
        provider: provider({ revocationStatement: 'DROP TABLE missing' }),
        defaultTTL: '1h',
        test: true,
      },
    });
    expectError(broken, 400, 'BadRequest', /Failed to revoke the lease of the test.*missing/);
    const query = { ...place };
    const found = await world().call('listDynamicSecrets', { as: admin, query });
    expect(found.body.dynamicSecrets).to.have.length(1);
    for (const name of await target.users()) await target.query(`DROP ROLE "${name}"`);
    await world().server.parts.database.read('dynamic_secret_leases').where({ name: 'broken' });
  });

  it('are updated in parts, without a connection unless the inputs change', async () => {
    const { admin, place, create, lease, revoke } = await newDynamicSecrets(world());
    await create(provider());
    const update = (data: object, name = 'db') =>
      world().call('updateDynamicSecret', {
        as: admin,
        params: { dynamicSecretName: name },
        body: { ...place, data },
      });
    const { lease: old } = await lease('db');
    await target.proxy.cut();
    const renamed = await update({ newName: 'reports', defaultTTL: '2h', maxTTL: '3h', usernameTemplate: null });
    expect(renamed.body.dynamicSecret).to.deep.include({ name: 'reports', defaultTTL: '2h', maxTTL: '3h' });
    expectError(await update({ inputs: { username: 'other' } }, 'reports'), 400, 'BadRequest', /Failed to connect/);
    await target.proxy.start();
    const changed = await update({ inputs: { renewStatement: '' }, maxTTL: null }, 'reports');
    expect(changed.body.dynamicSecret.inputs).to.deep.include({ ...target.inputs, renewStatement: '' });
    expect(changed.body.dynamicSecret.maxTTL).to.equal(null);
    expect((await revoke(old.id)).status).to.equal(null);
    expect(await target.users()).to.deep.equal([]);
  });

  it('need the permission for their old and their new metadata', async () => {
    const { organization, project, place, create, admin } = await newDynamicSecrets(world());
    const red = [{ key: 'team', value: 'red' }];
    await create(totpProvider, { metadata: red });
    const conditions = { metadata: { $elemMatch: { key: { $eq: 'team' }, value: { $eq: 'red' } } } };
    const editor = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'dynamic-secrets', action: projectSubjects.get('dynamic-secrets')!.actions, conditions },
    ]);
    const update = (as: any, metadata: object) =>
      world().call('updateDynamicSecret', {
        as,
        params: { dynamicSecretName: 'db' },
        body: { ...place, data: { metadata } },
      });
    expectError(await update(editor, [{ key: 'team', value: 'blue' }]), 403, 'PermissionDenied');
    expect((await update(editor, red)).status).to.equal(200);
    expect((await update(admin, [{ key: 'team', value: 'blue' }])).status).to.equal(200);
    expectError(await update(editor, red), 403, 'PermissionDenied');
  });

  it('do not send the stored password elsewhere for somebody who may not read it', async () => {
    const { organization, project, place, create } = await newDynamicSecrets(world());
    await create(provider());
    const editor = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'dynamic-secrets', action: ['edit-root-credential'] },
    ]);
    const update = (inputs: object) =>
      world().call('updateDynamicSecret', {
        as: editor,
        params: { dynamicSecretName: 'db' },
        body: { ...place, data: { inputs } },
      });
    for (const inputs of [{ host: 'evil.example.com' }, { port: 9 }, { sslEnabled: true }])
      expectError(await update(inputs), 400, 'BadRequest', /Send password together/);
    expect((await update({ renewStatement: '' })).body.dynamicSecret.inputs).to.equal(null);
  });

  it('are deleted at once if forced, and the audit log lists the users that are left', async () => {
    const { admin, project, place, create, lease } = await newDynamicSecrets(world());
    await create(provider());
    const { data } = await lease('db');
    const removed = await world().call('deleteDynamicSecret', {
      as: admin,
      params: { dynamicSecretName: 'db' },
      body: { ...place, isForced: true },
    });
    expect(removed.status).to.equal(200);
    const [entry] = await changesWhere(world(), { projectId: project.id, eventType: 'delete-dynamic-secret' });
    const { forgottenLeases } = entry!.eventMetadata as { forgottenLeases: { externalEntityId: string }[] };
    expect(forgottenLeases.map(({ externalEntityId }) => externalEntityId)).to.deep.equal([data.DB_USERNAME]);
    await revokeDue(world(), 7_200);
    expect(await target.users()).to.deep.equal([data.DB_USERNAME]);
    await target.query(`DROP OWNED BY "${data.DB_USERNAME}"; DROP ROLE "${data.DB_USERNAME}"`);
  });

  it('keep their folder from being moved, and from being deleted without being asked to', async () => {
    const { admin, project, create } = await newDynamicSecrets(world());
    await create(totpProvider);
    const body = { projectId: project.id, environment: 'dev', path: '/' };
    const params = { folderId: 'app' };
    expectError(await world().call('deleteFolder', { as: admin, params, body }), 400, 'BadRequest', /not empty/);
    const folder = await world().server.parts.database.read('secret_folders').where({ path: '/app' }).first();
    expect(folder).not.to.equal(undefined);
    const { body: folders } = await world().call('listFolders', { as: admin, query: { ...body, recursive: 'true' } });
    const { id } = folders.folders.find(({ name }: { name: string }) => name === 'app');
    const renamed = await world().call('updateFolder', {
      as: admin,
      params: { folderId: id },
      body: { ...body, name: 'other' },
    });
    expectError(renamed, 400, 'BadRequest', /has dynamic secrets/);
  });
});
