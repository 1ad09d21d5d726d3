import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { type Generation, newer, newProjectWithFolders, older, start } from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

const testGettingFolders = (world: () => World, { operation, parameter }: Generation): void => {
  const get = (as: { token: string }, id: string) => world().call(operation, { as, params: { [parameter]: id } });

  it('returns the folder with its location', async () => {
    const { admin, project, ids, folderIds } = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const { status, body } = await get(admin, folderIds['/a/b']!);
    expect(status).to.equal(200);
    const shared = {
      version: 1,
      createdAt: start,
      updatedAt: start,
      isReserved: false,
      description: null,
      lastSecretModified: null,
    };
    const location = {
      envId: ids.dev,
      projectId: project.id,
      environment: { envId: ids.dev, envName: 'The dev', envSlug: 'dev' },
    };
    expect(body).to.deep.equal({
      folder: { id: folderIds['/a/b'], name: 'b', path: '/a/b', parentId: folderIds['/a'], ...shared, ...location },
    });
    expect((await get(admin, ids.dev!)).body).to.deep.equal({
      folder: { id: ids.dev, name: 'root', path: '/', parentId: null, ...shared, ...location },
    });
  });

  it('is allowed for all members of the project, and for no others', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    const id = setting.folderIds['/a']!;
    expect((await get(await newProjectIdentity(world(), setting, 'no-access'), id)).status).to.equal(200);
    expectError(await get(await world().newUser(setting.organization, 'admin'), id), 403, 'ProjectMembershipNotFound');
    expectError(await get((await newProjectWithFolders(world())).admin, id), 404, 'NotFound');
  });

  it('does not find folders by name, or in a deleted environment', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    for (const id of ['a', '/a', 'not-an-id', setting.project.id])
      expectError(await get(setting.admin, id), 404, 'NotFound');
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    expectError(await get(setting.admin, setting.folderIds['/a']!), 404, 'NotFound');
  });
};

onEachDatabase('getFolder', (world) => testGettingFolders(world, newer('getFolder')));

onEachDatabase('getLegacyFolder', (world) => testGettingFolders(world, older('getLegacyFolder')));
