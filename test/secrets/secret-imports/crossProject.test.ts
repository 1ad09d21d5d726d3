import { expect } from 'chai';
import type { Response } from 'supertest';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  getCall,
  importsIn,
  listCall,
  newImport,
  newSecrets,
  secretsIn,
  valueOf,
} from '../../support/fixtures/secret-reads.ts';
import { listen } from '../../support/clients/streams.ts';
import { isUnchanged, newTwoProjects, readRule, type TwoProjects } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('imports from other projects', (world) => {
  const list = listCall(world);
  const get = getCall(world);
  const raw: typeof list = (setting, query, ...more) =>
    listCall(world, 'listRawSecrets')(
      setting,
      { include_imports: 'true', expandSecretReferences: 'true', ...query },
      ...more,
    );

  const create = (
    into: TestSecrets,
    from: TestSecrets,
    { at = {}, source = {}, as = into.admin }: { at?: object; source?: object; as?: { token: string } } = {},
  ): Promise<Response> =>
    world().call('createSecretImport', {
      as,
      body: {
        projectId: into.project.id,
        environment: 'dev',
        ...at,
        import: { sourceProjectId: from.project.id, environment: 'dev', path: '/app', ...source },
      },
    });

  /** The root of dev here imports /app there; as somebody who administers both. */
  const linked = async (
    values: Readonly<Record<string, string>> = { 'dev:/app:KEY': 'k' },
  ): Promise<TwoProjects & { maker: Awaited<ReturnType<TwoProjects['newReader']>>; id: string }> => {
    const projects = await newTwoProjects(world());
    await newSecrets(world(), projects.there, values);
    const maker = await projects.newReader('admin');
    const { status, body } = await create(projects.here, projects.there, { as: maker });
    expect(status, JSON.stringify(body)).to.equal(200);
    return { ...projects, maker, id: body.secretImport.id as string };
  };

  it('show each reader what the reader may read there, and nothing of themselves where that is nothing', async () => {
    const { here, there, newReader, maker } = await linked({
      'dev:/app:KEY': 'k',
      'dev:/app:OTHER': 'o',
      'dev:/:ROOT': 'r',
    });
    expect(importsIn(await list(here, {}, maker))).to.equal('dev:/app[KEY=k OTHER=o]');
    expect((await list(here, {}, maker)).body.imports[0]).to.include({ folderId: there.folderIds['/app'] });
    for (const ask of [list, raw]) {
      expect(importsIn(await ask(here, {}, await newReader([readRule()])))).to.equal('dev:/app[KEY=k OTHER=o]');
      expect(importsIn(await ask(here, {}, await newReader([readRule({ secretName: 'OTHER' })])))).to.equal(
        'dev:/app[OTHER=o]',
      );
      expect(
        importsIn(
          await ask(
            here,
            { viewSecretValue: 'false' },
            await newReader([readRule({ secretName: 'OTHER' }), rule('describeSecret')]),
          ),
        ),
      ).to.equal('dev:/app[OTHER=<hidden-by-infisical>]');
      for (const role of [
        undefined,
        'no-access',
        [rule('describeSecret')],
        [rule('readValue')],
        [readRule({ environment: 'prod' })],
        [readRule(), deny('readValue')],
      ]) {
        expect(importsIn(await ask(here, {}, await newReader(role))), JSON.stringify(role)).to.equal('');
      }
    }
    const stranger = await newReader();
    expectError(await get(here, 'KEY', {}, stranger), 404, 'NotFound', /no secret 'KEY'/);
    expect(valueOf(await get(here, 'KEY', {}, maker))).to.equal('k');
    expect(valueOf(await getCall(world, 'getRawSecret')(here, 'KEY', { include_imports: 'true' }, maker))).to.equal(
      'k',
    );
    for (const [operation, project] of [
      ['listImportedSecrets', 'projectId'],
      ['listLegacyImportedSecrets', 'workspaceId'],
    ] as const) {
      const ask = (as: { token: string }) =>
        world().call(operation, { as, query: { [project]: here.project.id, environment: 'dev' } });
      expect((await ask(maker)).body.secrets.map((one: { secrets: unknown[] }) => one.secrets.length)).to.deep.equal([
        2,
      ]);
      expect((await ask(stranger)).body).to.deep.equal({ secrets: [] });
    }
  });

  it('look the same to whoever may not read there as one of an empty folder, or of none', async () => {
    const { here, there, newReader, id, maker } = await linked();
    const stranger = await newReader([readRule({ environment: 'prod' })]);
    const ask = (headers = {}) => list(here, {}, stranger, headers);
    const before = await ask();
    await newSecret(world(), there, 'MORE', { secretPath: '/app' });
    expect(await isUnchanged(before, ask)).to.equal(true);
    for (const name of ['MORE', 'KEY']) await secretCall(world, 'deleteSecret')(there, name, { secretPath: '/app' });
    expect(await isUnchanged(before, ask)).to.equal(true);
    expect(importsIn(await list(here, {}, maker))).to.equal('');
    expect(
      (
        await world().call('deleteFolder', {
          as: there.admin,
          params: { folderId: 'app' },
          body: { projectId: there.project.id, environment: 'dev' },
        })
      ).status,
    ).to.equal(200);
    expect(await isUnchanged(before, ask)).to.equal(true);
    expectError(await world().call('getSecretImport', { as: maker, params: { secretImportId: id } }), 404, 'NotFound');
  });

  it('let nothing that may not be read hide what may', async () => {
    const { here, newReader } = await linked({ 'dev:/app:KEY': 'there' });
    await newSecrets(world(), here, { 'dev:/app:KEY': 'here' });
    // It comes before the one from there, which counts for whoever sees it.
    const own = await newImport(world(), here, 'dev:/', 'dev:/app');
    await world().call('updateSecretImport', {
      as: here.admin,
      params: { secretImportId: own },
      body: { projectId: here.project.id, environment: 'dev', import: { position: 1 } },
    });
    expect(valueOf(await get(here, 'KEY', {}, await newReader([readRule()])))).to.equal('there');
    expect(
      valueOf(await get(here, 'KEY', {}, await newReader([readRule(), deny('readValue', { secretName: 'KEY' })]))),
    ).to.equal('here');
  });

  it('change the tag of answers with what is there, and with what the reader may do there', async () => {
    const { here, there, newReader, removeReader } = await linked();
    const reader = await newReader([readRule()]);
    for (const ask of [
      (headers = {}) => list(here, {}, reader, headers),
      (headers = {}) => raw(here, {}, reader, headers),
      (headers = {}) => get(here, 'KEY', {}, reader, headers),
    ]) {
      const before = await ask();
      for (let round = 0; round < 3; round += 1) expect(await isUnchanged(before, ask)).to.equal(true);
      await secretCall(world, 'updateSecret')(there, 'KEY', { secretPath: '/app', secretComment: 'another' });
      expect(await isUnchanged(before, ask)).to.equal(false);
      await secretCall(world, 'updateSecret')(there, 'KEY', { secretPath: '/app', secretComment: '' });
    }
    const ask = (headers = {}) => list(here, {}, reader, headers);
    const last = await ask();
    for (let round = 0; round < 3; round += 1) expect(await isUnchanged(last, ask)).to.equal(true);
    await removeReader(reader);
    expect(await isUnchanged(last, ask)).to.equal(false);
    expect(importsIn(await ask())).to.equal('');
    expectError(await get(here, 'KEY', {}, reader), 404, 'NotFound');
  });

  it('show only what is in the folder itself, with names of that folder replaced, and are found by names here in v4', async () => {
    const { here, there, newReader } = await linked({
      'dev:/app:USER': 'u',
      'dev:/app:URL': '${USER}@${dev.ROOT}@${ROOT}',
      'dev:/:ROOT': 'r',
    });
    await newImport(world(), there, 'dev:/app', 'dev:/');
    await newSecrets(world(), here, { 'dev:/:USER': 'mine', 'dev:/:ROOT': 'mine', 'dev:/:A': '<${URL}>' });
    const reader = await newReader([readRule()]);
    const url = 'u@${dev.ROOT}@${ROOT}';
    for (const ask of [list, raw])
      expect(importsIn(await ask(here, {}, reader))).to.equal(`dev:/app[URL=${url} USER=u]`);
    expect(secretsIn(await list(here, {}, reader))).to.equal(`A=<${url}> ROOT=mine USER=mine`);
    expect(secretsIn(await raw(here, {}, reader))).to.equal('A=<${URL}> ROOT=mine USER=mine');
  });

  it('are made only by whoever may read there: for everybody else the folder does not exist', async () => {
    const { here, there, newReader } = await newTwoProjects(world());
    const makers = [
      await newReader(),
      await newReader('no-access'),
      await newReader([rule('describeSecret')]),
      await newReader([readRule({ environment: 'prod' })]),
    ];
    const message = new RegExp(`no folder '/app' in the environment 'dev' of the project ${there.project.id}`);
    for (const as of makers) expectError(await create(here, there, { as }), 404, 'NotFound', message);
    const as = await newReader([readRule({ secretPath: '/app' })]);
    for (const source of [{ path: '/none' }, { environment: 'none' }, { path: '/' }])
      expectError(await create(here, there, { as, source }), 404, 'NotFound', /no (folder|environment)/);
    const nobody = await newProjectIdentity(world(), here, [rule('describeSecret')]);
    expectError(await create(here, there, { as: nobody }), 403, 'PermissionDenied', /create secret imports/);
    expect((await create(here, there, { as })).status).to.equal(200);
    expectError(await create(here, there, { as }), 400, 'BadRequest', /imported here already/);
    const [entry] = await entriesWhere(world(), { projectId: here.project.id, eventType: 'create-secret-import' });
    expect(entry!.eventMetadata)
      .to.include({ importFromProjectId: there.project.id, importToEnvironment: 'dev', importToSecretPath: '/' })
      .and.not.to.have.any.keys('importFromEnvironment', 'importFromSecretPath');
  });

  it('make no cycle across projects, not even at once', async () => {
    const { here, there, newReader } = await newTwoProjects(world());
    const third = await newProjectWithSecrets(world(), ['/app'], here.organization);
    const as = await newReader('admin');
    await addToProject(world(), third.project, as, 'admin');
    const app = { path: '/app' };
    expect((await create(here, there, { as, at: app })).status).to.equal(200);
    expectError(await create(there, here, { as, at: app }), 400, 'BadRequest', /Cyclic/);
    expect((await create(there, third, { as, at: app })).status).to.equal(200);
    expectError(await create(third, here, { as, at: app }), 400, 'BadRequest', /Cyclic/);
    // A local import may close a cycle, too.
    expect((await create(third, here, { as, at: app, source: { path: '/' } })).status).to.equal(200);
    const body = {
      projectId: here.project.id,
      environment: 'dev',
      path: '/',
      import: { environment: 'dev', path: '/app' },
    };
    expectError(await world().call('createSecretImport', { as, body }), 400, 'BadRequest', /Cyclic/);

    const prod = { at: { environment: 'prod' }, source: { environment: 'prod', path: '/' }, as };
    const statuses = (await Promise.all([create(here, there, prod), create(there, here, prod)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).to.deep.equal([200, 400]);
  });

  it('say where they are from only to those who may read there', async () => {
    const { here, there, newReader, maker, id } = await linked();
    const [reader, stranger] = [await newReader([readRule()]), await newReader()];
    const ask = async (as: { token: string }) => {
      const { body } = await world().call('listSecretImports', {
        as,
        query: { projectId: here.project.id, environment: 'dev' },
      });
      const legacy = await world().call('listLegacySecretImports', {
        as,
        query: { workspaceId: here.project.id, environment: 'dev' },
      });
      const one = await world().call('getSecretImport', { as, params: { secretImportId: id } });
      expect(legacy.body.secretImports[0].importPath).to.equal(body.secretImports[0].importPath);
      expect(one.body.secretImport.importEnv).to.deep.equal(body.secretImports[0].importEnv);
      return body.secretImports[0] as { id: string; importPath: string; importEnv: object; sourceProjectName: string };
    };
    const importEnv = { id: there.ids.dev, name: 'The dev', slug: 'dev', projectId: there.project.id };
    for (const as of [maker, reader])
      expect(await ask(as)).to.deep.include({
        id,
        importPath: '/app',
        importEnv,
        sourceProjectName: there.project.name,
      });
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect(await ask(stranger)).to.deep.include({
      id,
      importPath: '',
      importEnv: { id: zeros, name: '', slug: '', projectId: zeros },
      sourceProjectName: '',
    });
  });

  it('can be moved, turned into one of the project itself and deleted without any permission there', async () => {
    const { here, newReader, id } = await linked();
    const as = await newReader();
    await newImport(world(), here, 'dev:/', 'prod:/');
    const update = (changes: object) =>
      world().call('updateSecretImport', {
        as,
        params: { secretImportId: id },
        body: { projectId: here.project.id, environment: 'dev', import: changes },
      });
    expect((await update({ position: 2 })).body.secretImport).to.include({ position: 2, importPath: '' });
    for (const half of [{ path: '/app' }, { environment: 'dev' }])
      expectError(await update(half), 400, 'BadRequest', /both environment and path/);
    expect((await update({ environment: 'dev', path: '/app' })).body.secretImport).to.include({
      position: 2,
      importPath: '/app',
    });
    const other = await linked();
    const removed = await world().call('deleteSecretImport', {
      as: other.here.admin,
      params: { secretImportId: other.id },
      body: { projectId: other.here.project.id, environment: 'dev' },
    });
    expect(removed.status).to.equal(200);
    expect(removed.body.secretImport).to.include({ importPath: '' });
    expect(importsIn(await list(other.here, {}, other.maker))).to.equal('');
  });

  it('last when the folder there is renamed or moved, and end with it, its environment or its project', async () => {
    const { here, there, maker } = await linked();
    const { admin: as, project, folderIds, ids } = there;
    const body = { projectId: project.id, environment: 'dev' };
    expect(
      (
        await world().call('updateFolder', {
          as,
          params: { folderId: folderIds['/app']! },
          body: { ...body, name: 'renamed' },
        })
      ).status,
    ).to.equal(200);
    expect(importsIn(await list(here, {}, maker))).to.equal('dev:/renamed[KEY=k]');
    expect(
      (await world().call('deleteEnvironment', { as, params: { projectId: project.id, id: ids.dev! } })).status,
    ).to.equal(200);
    expect(importsIn(await list(here, {}, maker))).to.equal('');
    expect(
      (await world().call('restoreEnvironment', { as, params: { projectId: project.id, id: ids.dev! } })).status,
    ).to.equal(200);
    expect(importsIn(await list(here, {}, maker))).to.equal('dev:/renamed[KEY=k]');
    expect((await world().call('deleteProject', { as, params: { projectId: project.id } })).status).to.equal(200);
    expect(importsIn(await list(here, {}, maker))).to.equal('');
  });

  it('notify those who may read there of changes there, also of a folder that goes', async () => {
    const { here, there, newReader } = await linked();
    const [reader, stranger] = [await newReader([readRule()]), await newReader()];
    const [stream, deaf] = [
      await listen(world(), reader, here.project.id),
      await listen(world(), stranger, here.project.id),
    ];
    await secretCall(world, 'updateSecret')(there, 'KEY', { secretPath: '/app', secretValue: 'new' });
    expect(await stream.received()).to.deep.equal(['secret:import-mutation dev:/']);
    expect(
      (
        await world().call('deleteFolder', {
          as: there.admin,
          params: { folderId: 'app' },
          body: { projectId: there.project.id, environment: 'dev', forceDelete: true },
        })
      ).status,
    ).to.equal(200);
    expect(await stream.received()).to.deep.equal(['secret:import-mutation dev:/']);
    expect(await deaf.received()).to.deep.equal([]);
  });

  it('leave an entry in the audit log of the project that was read', async () => {
    const { here, there, newReader } = await linked({ 'dev:/app:ONE': '1', 'dev:/app:TWO': '2' });
    const reader = await newReader([readRule()]);
    await list(here, {}, reader);
    await world().call('listImportedSecrets', {
      as: reader,
      query: { projectId: here.project.id, environment: 'dev' },
    });
    const entries = await entriesWhere(world(), { projectId: there.project.id, actorId: reader.id });
    const entry = { environment: 'dev', secretPath: '/app', numberOfSecrets: 2 };
    expect(entries.map(({ eventType, eventMetadata }) => [eventType, eventMetadata])).to.deep.equal([
      ['get-secrets', entry],
      ['get-secrets', entry],
    ]);
  });
});
