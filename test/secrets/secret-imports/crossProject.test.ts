import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { deny, newSecret, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import {
  getCall,
  importsIn,
  listCall,
  secretsIn,
  newImport,
  newSecrets,
  valueOf,
} from '../../support/fixtures/secret-reads.ts';
import { isUnchanged, readRule } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { crossProjectImportFixtures } from './crossProject.fixtures.ts';

onEachDatabase('imports from other projects', (world) => {
  const { list, get, linked } = crossProjectImportFixtures(world);

  const raw: typeof list = (setting, query, ...more) =>
    listCall(world, 'listRawSecrets')(
      setting,
      { include_imports: 'true', expandSecretReferences: 'true', ...query },
      ...more,
    );

  it('show each reader the readable secrets, and are hidden if there are none', async () => {
    const { here, there, newReader, importer } = await linked({
      'dev:/app:KEY': 'k',
      'dev:/app:OTHER': 'o',
      'dev:/:ROOT': 'r',
    });
    expect(importsIn(await list(here, {}, importer))).to.equal('dev:/app[KEY=k OTHER=o]');
    expect((await list(here, {}, importer)).body.imports[0]).to.include({ folderId: there.folderIds['/app'] });
    for (const send of [list, raw]) {
      expect(importsIn(await send(here, {}, await newReader([readRule()])))).to.equal('dev:/app[KEY=k OTHER=o]');
      expect(importsIn(await send(here, {}, await newReader([readRule({ secretName: 'OTHER' })])))).to.equal(
        'dev:/app[OTHER=o]',
      );
      expect(
        importsIn(
          await send(
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
        expect(importsIn(await send(here, {}, await newReader(role))), JSON.stringify(role)).to.equal('');
      }
    }
    const outsider = await newReader();
    expectError(await get(here, 'KEY', {}, outsider), 404, 'NotFound', /Secret not found .*'KEY'/);
    expect(valueOf(await get(here, 'KEY', {}, importer))).to.equal('k');
    expect(valueOf(await getCall(world, 'getRawSecret')(here, 'KEY', { include_imports: 'true' }, importer))).to.equal(
      'k',
    );
    for (const [operation, project] of [
      ['listImportedSecrets', 'projectId'],
      ['listLegacyImportedSecrets', 'workspaceId'],
    ] as const) {
      const send = (as: { token: string }) =>
        world().call(operation, { as, query: { [project]: here.project.id, environment: 'dev' } });
      expect(
        (await send(importer)).body.secrets.map((one: { secrets: unknown[] }) => one.secrets.length),
      ).to.deep.equal([2]);
      expect((await send(outsider)).body).to.deep.equal({ secrets: [] });
    }
  });

  it('look the same for callers without access as an import of an empty or unknown folder', async () => {
    const { here, there, newReader, id, importer } = await linked();
    const outsider = await newReader([readRule({ environment: 'prod' })]);
    const send = (headers = {}) => list(here, {}, outsider, headers);
    const before = await send();
    await newSecret(world(), there, 'MORE', { secretPath: '/app' });
    expect(await isUnchanged(before, send)).to.equal(true);
    for (const name of ['MORE', 'KEY']) await secretCall(world, 'deleteSecret')(there, name, { secretPath: '/app' });
    expect(await isUnchanged(before, send)).to.equal(true);
    expect(importsIn(await list(here, {}, importer))).to.equal('');
    expect(
      (
        await world().call('deleteFolder', {
          as: there.admin,
          params: { folderId: 'app' },
          body: { projectId: there.project.id, environment: 'dev' },
        })
      ).status,
    ).to.equal(200);
    expect(await isUnchanged(before, send)).to.equal(true);
    expectError(
      await world().call('getSecretImport', { as: importer, params: { secretImportId: id } }),
      404,
      'NotFound',
    );
  });

  it('do not let unreadable secrets hide readable ones', async () => {
    const { here, newReader } = await linked({ 'dev:/app:KEY': 'there' });
    await newSecrets(world(), here, { 'dev:/app:KEY': 'here' });
    // This import precedes the one from the other project, which wins for readers who can see it.
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

  it('change the ETag with the imported secrets and with the permissions of the reader there', async () => {
    const { here, there, newReader, removeReader } = await linked();
    const reader = await newReader([readRule()]);
    for (const send of [
      (headers = {}) => list(here, {}, reader, headers),
      (headers = {}) => raw(here, {}, reader, headers),
      (headers = {}) => get(here, 'KEY', {}, reader, headers),
    ]) {
      const before = await send();
      for (let round = 0; round < 3; round += 1) expect(await isUnchanged(before, send)).to.equal(true);
      await secretCall(world, 'updateSecret')(there, 'KEY', { secretPath: '/app', secretComment: 'another' });
      expect(await isUnchanged(before, send)).to.equal(false);
      await secretCall(world, 'updateSecret')(there, 'KEY', { secretPath: '/app', secretComment: '' });
    }
    const send = (headers = {}) => list(here, {}, reader, headers);
    const last = await send();
    for (let round = 0; round < 3; round += 1) expect(await isUnchanged(last, send)).to.equal(true);
    await removeReader(reader);
    expect(await isUnchanged(last, send)).to.equal(false);
    expect(importsIn(await send())).to.equal('');
    expectError(await get(here, 'KEY', {}, reader), 404, 'NotFound');
  });

  it('show only the folder itself, expand references to names of that folder, and resolve names in v4', async () => {
    const { here, there, newReader } = await linked({
      'dev:/app:USER': 'u',
      'dev:/app:URL': '${USER}@${dev.ROOT}@${ROOT}',
      'dev:/:ROOT': 'r',
    });
    await newImport(world(), there, 'dev:/app', 'dev:/');
    await newSecrets(world(), here, { 'dev:/:USER': 'mine', 'dev:/:ROOT': 'mine', 'dev:/:A': '<${URL}>' });
    const reader = await newReader([readRule()]);
    const url = 'u@${dev.ROOT}@${ROOT}';
    for (const send of [list, raw])
      expect(importsIn(await send(here, {}, reader))).to.equal(`dev:/app[URL=${url} USER=u]`);
    expect(secretsIn(await list(here, {}, reader))).to.equal(`A=<${url}> ROOT=mine USER=mine`);
    expect(secretsIn(await raw(here, {}, reader))).to.equal('A=<${URL}> ROOT=mine USER=mine');
  });

  it('show their source only to callers who may read it', async () => {
    const { here, there, newReader, importer, id } = await linked();
    const [reader, outsider] = [await newReader([readRule()]), await newReader()];
    const send = async (as: { token: string }) => {
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
    for (const as of [importer, reader])
      expect(await send(as)).to.deep.include({
        id,
        importPath: '/app',
        importEnv,
        sourceProjectName: there.project.name,
      });
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect(await send(outsider)).to.deep.include({
      id,
      importPath: '',
      importEnv: { id: zeros, name: '', slug: '', projectId: zeros },
      sourceProjectName: '',
    });
  });
});
