import { expect } from 'chai';
import type { FolderRow } from '../../../src/resources/secrets/folders/store.ts';
import { newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { newProjectWithFolders } from '../../support/fixtures/secret-folders.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

/** Runs conflicting changes concurrently; afterwards the path of every folder must match its parents. */
const changeConcurrently = async (nodes: readonly World[]): Promise<void> => {
  const numbers = Array.from({ length: 8 }, (_, number) => number);
  const setting = await newProjectWithFolders(nodes[0]!, [
    '/to',
    ...numbers.flatMap((number) => [`/f${number}`, `/f${number}/in`, `/f${number}/in/deep`]),
  ]);
  const { admin: as, project, folderIds } = setting;
  const jobs = numbers.flatMap((number) => {
    const node = nodes[number % nodes.length]!;
    const [folderId, inner, other] = [
      folderIds[`/f${number}`]!,
      folderIds[`/f${number}/in`]!,
      folderIds[`/f${(number + 1) % 8}`]!,
    ];
    const inDev = { projectId: project.id, environment: 'dev' };
    const move = (id: string, environment: string, destinationPath: string) =>
      node.call('moveFolder', {
        as,
        body: { projectId: project.id, folderId: id, destinationEnvironment: environment, destinationPath },
      });
    return [
      node.call('createFolder', { as, body: { ...inDev, path: `/f${number}/in/new`, name: 'made' } }),
      node.call('updateFolder', { as, params: { folderId }, body: { ...inDev, name: `renamed${number}` } }),
      move(inner, 'prod', '/'),
      move(folderId, 'dev', `/f${(number + 1) % 8}`),
      move(other, number % 2 === 0 ? 'staging' : 'dev', '/to'),
      node.call('deleteFolder', {
        as,
        params: { folderId: `f${(number + 3) % 8}` },
        body: { ...inDev, forceDelete: number % 2 === 0 },
      }),
    ];
  });
  const statuses = (await Promise.all(jobs)).map(({ status }) => status);
  for (const status of statuses) expect(status).to.be.oneOf([200, 400, 404]);
  expect(statuses).to.include(200);
  for (const environment of ['dev', 'staging', 'prod']) await setting.tree(environment);
};

onEachDatabase('the folder tree', (world) => {
  it('stays consistent under concurrent changes', () => changeConcurrently([world()]));

  it('has a root in every new environment, which is deleted with it', async () => {
    const { organization, admin: as } = await newProjectWithAdmin(world());
    const creator = await world().newUser(organization, 'admin');
    const { body } = await world().call('createProject', { as: creator, body: { projectName: 'New' } });
    const { id: projectId } = body.project as { id: string };
    const params = { projectId };
    const { environment } = (
      await world().call('createEnvironment', { as: creator, params, body: { name: 'More', slug: 'more' } })
    ).body as { environment: { id: string } };
    const { read } = world().server.parts.database;
    const roots = () => read<FolderRow>('secret_folders').where({ projectId });
    const environments = (await read('project_environments').where({ projectId }).pluck('id')) as string[];
    expect(environments).to.have.length(4);
    expect((await roots()).map(({ environmentId }) => environmentId)).to.have.members(environments);
    for (const root of await roots()) expect(root).to.include({ name: 'root', path: '/', parentId: null, version: 1 });

    await world().call('createFolder', {
      as: creator,
      body: { projectId, environment: 'more', path: '/a/b', name: 'c' },
    });
    expect(await roots()).to.have.length(7);
    await world().call('deleteEnvironment', {
      as: creator,
      params: { projectId, id: environment.id },
      query: { hardDelete: 'true' },
    });
    expect(await roots()).to.have.length(3);
    expect((await world().call('deleteProject', { as: creator, params })).status).to.equal(200);
    expect(await roots()).to.deep.equal([]);
    expect(
      (await world().call('createFolder', { as, body: { projectId, environment: 'dev', name: 'c' } })).status,
    ).to.equal(404);
  });
});

describe('the folder tree on two nodes', () => {
  it('stays consistent under concurrent changes', async () => {
    const storage = await newStorage('postgres');
    await changeConcurrently([await ownWorld(storage), await ownWorld(storage)]);
  });
});
