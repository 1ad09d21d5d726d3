import { expect } from 'chai';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { importsIn, newImport } from '../../support/fixtures/secret-reads.ts';
import { listen } from '../../support/clients/streams.ts';
import { newTwoProjects, readRule } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { crossProjectImportFixtures } from './crossProject.fixtures.ts';

onEachDatabase('imports from other projects', (world) => {
  const { list, create, linked } = crossProjectImportFixtures(world);

  it('can only be created by callers who may read the source: for others the folder does not exist', async () => {
    const { here, there, newReader } = await newTwoProjects(world());
    const callers = [
      await newReader(),
      await newReader('no-access'),
      await newReader([rule('describeSecret')]),
      await newReader([readRule({ environment: 'prod' })]),
    ];
    const message = new RegExp(`no folder '/app' in the environment 'dev' of the project ${there.project.id}`);
    for (const as of callers) expectError(await create(here, there, { as }), 404, 'NotFound', message);
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

  it('cannot form a cycle across projects, even concurrently', async () => {
    const { here, there, newReader } = await newTwoProjects(world());
    const third = await newProjectWithSecrets(world(), ['/app'], here.organization);
    const as = await newReader('admin');
    await addToProject(world(), third.project, as, 'admin');
    const app = { path: '/app' };
    expect((await create(here, there, { as, at: app })).status).to.equal(200);
    expectError(await create(there, here, { as, at: app }), 400, 'BadRequest', /Cyclic/);
    expect((await create(there, third, { as, at: app })).status).to.equal(200);
    expectError(await create(third, here, { as, at: app }), 400, 'BadRequest', /Cyclic/);
    // A local import could also close a cycle.
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

  it('cannot form a cycle with two concurrent imports that have no project in common', async () => {
    const { here, there, newReader } = await newTwoProjects(world());
    const as = await newReader('admin');
    const third = await newProjectWithSecrets(world(), [], here.organization);
    const fourth = await newProjectWithSecrets(world(), [], here.organization);
    for (const { project } of [third, fourth]) await addToProject(world(), project, as, 'admin');
    for (const environment of ['dev', 'prod']) {
      const at = { at: { environment }, source: { environment, path: '/' }, as };
      for (const [into, from] of [
        [there, third],
        [fourth, here],
      ] as const)
        expect((await create(into, from, at)).status).to.equal(200);
      const answers = await Promise.all([create(here, there, at), create(third, fourth, at)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    }
  });

  it('can be reordered, replaced by a local import and deleted without permissions on the source', async () => {
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
    expect(importsIn(await list(other.here, {}, other.importer))).to.equal('');
  });

  it('survive renaming and moving of the source folder, and are removed with it, its environment or its project', async () => {
    const { here, there, importer } = await linked();
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
    expect(importsIn(await list(here, {}, importer))).to.equal('dev:/renamed[KEY=k]');
    expect(
      (await world().call('deleteEnvironment', { as, params: { projectId: project.id, id: ids.dev! } })).status,
    ).to.equal(200);
    expect(importsIn(await list(here, {}, importer))).to.equal('');
    expect(
      (await world().call('restoreEnvironment', { as, params: { projectId: project.id, id: ids.dev! } })).status,
    ).to.equal(200);
    expect(importsIn(await list(here, {}, importer))).to.equal('dev:/renamed[KEY=k]');
    expect((await world().call('deleteProject', { as, params: { projectId: project.id } })).status).to.equal(200);
    expect(importsIn(await list(here, {}, importer))).to.equal('');
  });

  it('notify subscribers who may read the source of changes there, including its deletion', async () => {
    const { here, there, newReader } = await linked();
    const [reader, outsider] = [await newReader([readRule()]), await newReader()];
    const [stream, otherStreams] = [
      await listen(world(), reader, here.project.id),
      await listen(world(), outsider, here.project.id),
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
    expect(await otherStreams.received()).to.deep.equal([]);
  });

  it('record reads in the audit log of the source project', async () => {
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
