import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newSecret, versionsOf } from '../../support/fixtures/project-secrets.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { inDev, namesIn, newToken, newTokenSetting, type Scope } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the access of a service token', (world) => {
  /** At least two scopes, because the folder of a single scope is listed whatever the query says. */
  const withScopes = async (scopes: readonly Scope[], permissions: readonly string[] = ['read']) => {
    const setting = await newTokenSetting(world());
    const as = await newToken(world(), setting, {
      scopes: [...scopes, { environment: 'staging', secretPath: '/nothing' }],
      permissions,
    });
    const { project } = setting;
    const list = (environment: string, secretPath: string, more: Record<string, string> = {}) =>
      world().call('listSecrets', { as, query: { projectId: project.id, environment, secretPath, ...more } });
    const write = (id: 'createSecret' | 'updateSecret' | 'deleteSecret', secretName: string, body: object) =>
      world().call(id, {
        as,
        params: { secretName },
        body: { projectId: project.id, environment: 'dev', secretPath: '/app', ...body },
      });
    return { ...setting, as, list, write };
  };

  const cases: readonly [string, Record<string, string | number>][] = [
    ['/', { '/': 'ROOT', '/app': 403, '/app/deep': 403 }],
    ['/app', { '/': 403, '/app': 'APP', '/app/deep': 403 }],
    ['/app/**', { '/': 403, '/app': 'APP', '/app/deep': 'DEEP' }],
    ['/app/*', { '/': 403, '/app': 403, '/app/deep': 'DEEP' }],
    ['/**', { '/': 'ROOT', '/app': 'APP', '/app/deep': 'DEEP' }],
  ];

  for (const [path, expected] of cases) {
    it(`with ${path} is limited to this path in its environment`, async () => {
      const { list } = await withScopes([inDev(path)]);
      for (const [folder, names] of Object.entries(expected))
        expect(namesIn(await list('dev', folder)), folder).to.equal(names);
      expect(namesIn(await list('prod', '/'))).to.equal(403);
    });
  }

  it('includes all of its scopes', async () => {
    const { list } = await withScopes([inDev('/'), inDev('/app/deep'), { environment: 'prod', secretPath: '/' }]);
    expect([
      namesIn(await list('dev', '/')),
      namesIn(await list('dev', '/app')),
      namesIn(await list('dev', '/app/deep')),
      namesIn(await list('prod', '/')),
    ]).to.deep.equal(['ROOT', 403, 'DEEP', 'PROD']);
    expect(namesIn(await list('dev', '/', { recursive: 'true' }))).to.equal('ROOT DEEP');
  });

  it('with read allows reading, and no changes', async () => {
    const { as, project, write, folderIds } = await withScopes([inDev('/app')]);
    const found = await world().call('getSecret', {
      as,
      params: { secretName: 'APP' },
      query: { projectId: project.id, environment: 'dev', secretPath: '/app' },
    });
    expect(found.body.secret.secretValue).to.equal('value of APP');
    expectError(await write('createSecret', 'NEW', { secretValue: 'x' }), 403, 'PermissionDenied');
    expectError(await write('updateSecret', 'APP', { secretValue: 'x' }), 403, 'PermissionDenied');
    expectError(await write('deleteSecret', 'APP', {}), 403, 'PermissionDenied');
    const folder = { projectId: project.id, environment: 'dev', path: '/app' };
    expectError(await world().call('createFolder', { as, body: { ...folder, name: 'new' } }), 403, 'PermissionDenied');
    expectError(
      await world().call('deleteFolder', { as, params: { folderId: folderIds['/app/deep']! }, body: folder }),
      403,
      'PermissionDenied',
    );
    expectError(
      await world().call('createSecretImport', { as, body: { ...folder, import: { environment: 'dev', path: '/' } } }),
      403,
      'PermissionDenied',
    );
    expect((await world().call('listSecretImports', { as, query: folder })).status).to.equal(200);
  });

  it('with write allows changes, and no reading', async () => {
    const { as, project, list, write } = await withScopes([inDev('/app/**')], ['write']);
    expect((await write('createSecret', 'NEW', { secretValue: 'x' })).status).to.equal(200);
    expect((await write('updateSecret', 'NEW', { secretValue: 'y' })).status).to.equal(200);
    expect((await write('deleteSecret', 'NEW', {})).status).to.equal(200);
    expectError(await list('dev', '/app'), 403, 'PermissionDenied');
    const folder = { projectId: project.id, environment: 'dev', path: '/app' };
    expect((await world().call('createFolder', { as, body: { ...folder, name: 'new' } })).status).to.equal(200);
    expectError(
      await world().call('createFolder', { as, body: { ...folder, path: '/', name: 'new' } }),
      403,
      'PermissionDenied',
    );
    expectError(await world().call('listSecretImports', { as, query: folder }), 403, 'PermissionDenied');
    expectError(await write('createSecret', 'NEW', { secretPath: '/', secretValue: 'x' }), 403, 'PermissionDenied');
  });

  it('includes folders and the project, whatever its scopes and permissions', async () => {
    const { as, project, folderIds } = await withScopes([inDev('/app')], []);
    const { body } = await world().call('listFolders', {
      as,
      query: { projectId: project.id, environment: 'dev', path: '/' },
    });
    expect(body.folders.map(({ name }: { name: string }) => name)).to.deep.equal(['app']);
    expect((await world().call('getFolder', { as, params: { folderId: folderIds['/app/deep']! } })).status).to.equal(
      200,
    );
    expect((await world().call('getProject', { as, params: { projectId: project.id } })).body.project.id).to.equal(
      project.id,
    );
    expect(
      (await world().call('getWorkspace', { as, params: { workspaceId: project.id } })).body.workspace.id,
    ).to.equal(project.id);
  });

  it('is limited to one project: 403 for others of the organization, 404 for those of other organizations', async () => {
    const { as, organization } = await withScopes([inDev('/**')], ['read', 'write']);
    const other = await newProject(world(), organization);
    const foreign = await newTokenSetting(world());
    const list = (projectId: string) => world().call('listSecrets', { as, query: { projectId, environment: 'dev' } });
    expectError(await list(other.id), 403, 'ForbiddenError', /another project/);
    expectError(
      await world().call('listRawSecrets', { as, query: { workspaceSlug: other.slug, environment: 'dev' } }),
      403,
      'ForbiddenError',
      /another project/,
    );
    expectError(await list(foreign.project.id), 404, 'NotFound');
    expectError(
      await world().call('getFolder', { as, params: { folderId: foreign.folderIds['/app']! } }),
      404,
      'NotFound',
    );
  });

  it('does not include personal secrets: the token reads shared secrets, and cannot write personal ones', async () => {
    const setting = await withScopes([inDev('/app')], ['read', 'write']);
    await newSecret(world(), setting, 'APP', { secretPath: '/app', type: 'personal', secretValue: 'personal' });
    const query = { environment: 'dev', secretPath: '/app', type: 'personal' };
    const { body } = await world().call('getSecret', {
      as: setting.as,
      params: { secretName: 'APP' },
      query: { projectId: setting.project.id, ...query },
    });
    expect(body.secret).to.include({ type: 'shared', secretValue: 'value of APP' });
    const raw = await world().call('getRawSecret', {
      as: setting.as,
      params: { secretName: 'APP' },
      query: { workspaceId: setting.project.id, ...query },
    });
    expect(raw.body.secret).to.include({ type: 'shared', secretValue: 'value of APP' });
    expectError(
      await setting.write('createSecret', 'APP', { type: 'personal', secretValue: 'x' }),
      400,
      'BadRequest',
      /Only users/,
    );
    expectError(await setting.write('deleteSecret', 'APP', { type: 'personal' }), 400, 'BadRequest', /Only users/);
  });

  it('includes imports and references within its scopes', async () => {
    const setting = await withScopes([inDev('/app'), inDev('/app/deep')]);
    const { project, admin, list } = setting;
    const importInto = (path: string) =>
      world().call('createSecretImport', {
        as: admin,
        body: { projectId: project.id, environment: 'dev', path: '/app', import: { environment: 'dev', path } },
      });
    await importInto('/');
    await importInto('/app/deep');
    const { body } = await list('dev', '/app', { includeImports: 'true' });
    expect(
      body.imports.map(({ secretPath, secrets }: any) => [
        secretPath,
        secrets.map(({ secretKey }: any) => secretKey).join(),
      ]),
    ).to.deep.equal([
      ['/', ''],
      ['/app/deep', 'DEEP'],
    ]);
    await newSecret(world(), setting, 'REFERS', { secretPath: '/app', secretValue: '${dev.app.deep.DEEP}' });
    const within = await list('dev', '/app', { expandSecretReferences: 'true' });
    expect(within.body.secrets.find(({ secretKey }: any) => secretKey === 'REFERS').secretValue).to.equal(
      'value of DEEP',
    );
    await newSecret(world(), setting, 'REFERS_OUT', { secretPath: '/app', secretValue: '${prod.PROD}' });
    expectError(await list('dev', '/app', { expandSecretReferences: 'true' }), 403, 'PermissionDenied');
  });

  it('has its own ETag, not that of another token', async () => {
    const { project, as: narrow, list, ...setting } = await withScopes([inDev('/app')]);
    const wide = await newToken(
      world(),
      { project, ...setting },
      { scopes: [inDev('/**'), { environment: 'prod', secretPath: '/' }] },
    );
    const ask = (as: { token: string }, tag?: string) =>
      world().call('listRawSecrets', {
        as,
        query: { workspaceId: project.id, environment: 'dev', secretPath: '/app', recursive: 'true' },
        ...(tag && { headers: { 'If-None-Match': tag } }),
      });
    for (let round = 0; round < 3; round += 1) {
      const [some, all] = [await ask(narrow), await ask(wide)];
      expect([namesIn(some), namesIn(all)]).to.deep.equal(['APP', 'APP DEEP']);
      const [tagOfSome, tagOfAll] = [some.headers.etag!, all.headers.etag!];
      expect(tagOfSome).not.to.equal(tagOfAll);
      expect([(await ask(narrow, tagOfSome)).status, (await ask(wide, tagOfAll)).status]).to.deep.equal([304, 304]);
      expect([namesIn(await ask(narrow, tagOfAll)), namesIn(await ask(wide, tagOfSome))]).to.deep.equal([
        'APP',
        'APP DEEP',
      ]);
    }
    await newSecret(world(), { project, list, ...setting } as never, 'MORE', { secretPath: '/app/deep' });
    expect([namesIn(await ask(narrow)), namesIn(await ask(wide))]).to.deep.equal(['APP', 'APP DEEP MORE']);
  });

  it('is recorded in the audit log and in versions as its own type of actor', async () => {
    const { as, organization, project, list, write } = await withScopes([inDev('/app')], ['read', 'write']);
    const created = await write('createSecret', 'NEW', { secretValue: 'x' });
    const [written] = await entriesOf(world(), created);
    expect(written).to.deep.include({
      eventType: 'create-secret',
      actorType: 'service',
      actorId: as.id,
      actorMetadata: { serviceId: as.id, name: 'Deployment' },
      organizationId: organization.id,
      projectId: project.id,
    });
    const [read] = await entriesOf(world(), await list('dev', '/app'));
    expect(read).to.deep.include({ eventType: 'get-secrets', actorType: 'service', actorId: as.id });
    const [refused] = await entriesOf(world(), await list('prod', '/'));
    expect(refused).to.deep.include({
      eventType: 'get-secrets-refused',
      actorType: 'service',
      actorId: as.id,
      projectId: project.id,
    });
    const [version] = await versionsOf(world(), created.body.secret.id);
    expect(version).to.include({ actorType: 'service', actorId: as.id, actorName: 'Deployment' });
    expect(created.body.secret.actor).to.include({ actorType: 'service', actorId: as.id, name: 'Deployment' });
    expect(world().logged()).not.to.contain(as.token.split('.')[2]);
  });
});
