import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithImports, type TestImports } from '../../support/fixtures/secret-imports.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

/** Imports within dev and between all environments, so that each deletion affects some. */
const newWeb = async (world: World): Promise<TestImports> => {
  const setting = await newProjectWithImports(world);
  const { folderIds, ids, store } = setting;
  await store(folderIds['/a']!, folderIds['/b']!);
  await store(folderIds['/b']!, ids.prod!);
  await store(ids.dev!, ids.prod!, 3);
  await store(ids.staging!, ids.dev!);
  await store(ids.staging!, folderIds['/a']!, 2);
  return setting;
};

onEachDatabase('imports are deleted with their source and with their folder', (world) => {
  const paths = async (setting: TestImports): Promise<string[]> => {
    const names = new Map(
      [...Object.entries(setting.folderIds), ...Object.entries(setting.ids).filter(([slug]) => slug !== 'dev')].map(
        ([name, id]) => [id, name],
      ),
    );
    return (await setting.imports())
      .map(({ folderId, sourceFolderId }) => `${names.get(folderId)} < ${names.get(sourceFolderId)}`)
      .sort();
  };

  it('when a folder is deleted', async () => {
    const setting = await newWeb(world());
    const { admin, project } = setting;
    const body = { projectId: project.id, environment: 'dev', forceDelete: true };
    expect((await world().call('deleteFolder', { as: admin, params: { folderId: 'a' }, body })).status).to.equal(200);
    expect(await paths(setting)).to.deep.equal(['/ < /b', '/ < prod', '/b < prod', 'staging < /']);
    expect(await setting.order()).to.equal('dev:/b prod:/');
  });

  it('when an environment is permanently deleted, immediately or after soft deletion', async () => {
    for (const isSoftDeleted of [false, true]) {
      const setting = await newWeb(world());
      const { admin, project, ids } = setting;
      const remove = (slug: string, query?: Record<string, string>) =>
        world().call('deleteEnvironment', {
          as: admin,
          params: { projectId: project.id, id: ids[slug]! },
          ...(query && { query }),
        });
      if (isSoftDeleted) {
        expect((await remove('dev')).status).to.equal(200);
        expect(await setting.imports()).to.have.length(7);
      }
      expect((await remove('prod', { hardDelete: 'true' })).status).to.equal(200);
      expect(await paths(setting)).to.deep.equal(['/ < /a', '/ < /b', '/a < /b', 'staging < /', 'staging < /a']);
      expect((await remove('dev', { hardDelete: 'true' })).status).to.equal(200);
      expect(await paths(setting)).to.deep.equal([]);
    }
  });

  it('when the project is deleted', async () => {
    const setting = await newWeb(world());
    const { admin, project } = setting;
    expect((await world().call('deleteProject', { as: admin, params: { projectId: project.id } })).status).to.equal(
      200,
    );
    expect(await setting.imports()).to.deep.equal([]);
  });

  it('but not when a folder is moved with its contents', async () => {
    const setting = await newWeb(world());
    const { admin, project, folderIds } = setting;
    const before = await setting.imports();
    const body = {
      projectId: project.id,
      folderId: folderIds['/a'],
      destinationEnvironment: 'prod',
      destinationPath: '/',
    };
    expect((await world().call('moveFolder', { as: admin, body })).status).to.equal(200);
    expect(await setting.imports()).to.deep.equal(before);
    expect(await setting.order()).to.equal('prod:/a dev:/b prod:/');
  });

  it('but not when their source is renamed or moved to another environment, which cannot form a cycle', async () => {
    const setting = await newProjectWithImports(world(), []);
    const { admin: as, project, folderIds, ids } = setting;
    const projectId = project.id;
    const location = (environment: string, path: string) => ({ projectId, environment, path });
    // prod imports /a, /a imports /b, and /c, which is moved into /a, imports prod.
    await setting.store(ids.prod!, folderIds['/a']!);
    await setting.store(folderIds['/a']!, folderIds['/b']!);
    await setting.store(folderIds['/c']!, ids.prod!);
    for (const [name, path] of Object.entries({ A: '/a', B: '/b', C: '/c' })) {
      expect(
        (
          await world().call('createSecret', {
            as,
            params: { secretName: name },
            body: { projectId, environment: 'dev', secretPath: path, secretValue: name },
          })
        ).status,
      ).to.equal(200);
    }
    const before = await setting.imports();
    const move = (path: string, destinationPath: string) =>
      world().call('moveFolder', {
        as,
        body: { projectId, folderId: folderIds[path], destinationEnvironment: 'prod', destinationPath },
      });
    expect((await move('/a', '/')).status).to.equal(200);
    expect((await move('/c', '/a')).status).to.equal(200);
    expect(
      (
        await world().call('updateFolder', {
          as,
          params: { folderId: folderIds['/b']! },
          body: { projectId, environment: 'dev', name: 'renamed' },
        })
      ).status,
    ).to.equal(200);
    expect(await setting.imports()).to.deep.equal(before);

    const shown = async (environment: string, secretPath: string): Promise<string> => {
      const { imports } = (
        await world().call('listSecrets', { as, query: { projectId, environment, secretPath, includeImports: 'true' } })
      ).body as { imports: { environment: string; secretPath: string; secrets: { secretKey: string }[] }[] };
      return imports
        .map((one) => `${one.environment}:${one.secretPath} ${one.secrets.map(({ secretKey }) => secretKey).join(' ')}`)
        .join(', ');
    };
    expect(await shown('prod', '/')).to.equal('prod:/a A B');
    expect(await shown('prod', '/a')).to.equal('dev:/renamed B');
    expect(await shown('prod', '/a/c')).to.equal('prod:/ A B');
    const cyclic = { ...location('dev', '/renamed'), import: { environment: 'prod', path: '/a/c' } };
    expectError(await world().call('createSecretImport', { as, body: cyclic }), 400, 'BadRequest', /Cyclic import/);
  });
});
