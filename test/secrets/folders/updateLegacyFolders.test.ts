import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { testMovingContents, renameRules } from './contents.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  deepPath,
  later,
  newProjectWithFolders,
  start,
  type TestFolders,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateLegacyFolders', (world) => {
  const update = (
    { admin, project }: Pick<TestFolders, 'admin' | 'project'>,
    folders: unknown,
    as: { token: string } = admin,
  ) => world().call('updateLegacyFolders', { as, body: { projectSlug: project.slug, folders } });
  const inDev = (name: string, id: string | undefined, more: object = {}) => ({
    id,
    environment: 'dev',
    path: '/',
    name,
    ...more,
  });

  testMovingContents(
    world,
    { environment: 'dev', path: '/renamed', folders: renameRules },
    ({ admin, project, folderIds }, as) =>
      update({ admin, project }, [inDev('lib2', folderIds['/lib']), inDev('renamed', folderIds['/app'])], as),
  );

  it('updates the folders in sequence and returns them in that order', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/c']);
    const { folderIds, ids, admin } = setting;
    const changes = [
      inDev('x', folderIds['/a'], { description: 'New' }),
      inDev('y', folderIds['/a/b'], { path: '/x' }),
      inDev('a', folderIds['/c']),
      inDev('a', folderIds['/c']),
    ];
    const { status, body } = await world().clock.later(60, () => update(setting, changes));
    expect(status).to.equal(200);
    const folder = {
      version: 2,
      createdAt: start,
      updatedAt: later,
      envId: ids.dev,
      parentId: ids.dev,
      isReserved: false,
      description: null,
      lastSecretModified: null,
    };
    const last = { ...folder, id: folderIds['/c'], name: 'a' };
    expect(body.folders).to.deep.equal([
      { ...folder, id: folderIds['/a'], name: 'x', description: 'New' },
      { ...folder, id: folderIds['/a/b'], name: 'y', parentId: folderIds['/a'] },
      last,
      last,
    ]);
    expect(await setting.tree()).to.equal('/a /x /x/y');
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'update-folders', actorId: admin.id, operation: 'updateLegacyFolders' });
    expect(entry.eventMetadata.folders).to.have.length(3);
    expect(entry.eventMetadata.folders[1]).to.deep.equal({
      environment: 'dev',
      folderId: folderIds['/a/b'],
      folderName: 'y',
      folderPath: '/x/y',
      oldFolderName: 'b',
      oldFolderPath: '/x/b',
    });
  });

  it('does not count an unchanged folder as a change', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    expect((await update(setting, [inDev('a', setting.folderIds['/a'])])).status).to.equal(200);
    expect(await setting.entries()).to.deep.equal([]);
  });

  it('updates all folders or none', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/b', '/b/c']);
    const otherProject = await newProjectWithFolders(world(), ['/a']);
    const { folderIds, ids } = setting;
    const before = [await setting.rows(), await otherProject.rows()];
    const good = inDev('new', folderIds['/a']);
    expectError(await update(setting, [good, inDev('b', folderIds['/a'])]), 400, 'BadRequest', /'b' already exists/);
    expectError(await update(setting, [good, inDev('x', ids.dev)]), 400, 'BadRequest', /root/);
    expectError(
      await update(setting, [good, inDev('x', otherProject.folderIds['/a'])]),
      404,
      'NotFound',
      /'\/'.*'dev'/,
    );
    expectError(await update(setting, [good, inDev('x', folderIds['/b/c'])]), 404, 'NotFound');
    expectError(await update(setting, [good, inDev('x', 'not-an-id')]), 404, 'NotFound');
    expectError(await update(setting, [good, { ...good, environment: 'unknown' }]), 404, 'NotFound', /'unknown'/);
    const partial = await newProjectIdentity(world(), setting, [
      { subject: 'secret-folders', action: 'edit', conditions: { secretPath: { $in: ['/a', '/new'] } } },
    ]);
    expectError(await update(setting, [good, inDev('x', folderIds['/b'])], partial), 403, 'PermissionDenied');
    expectError(
      await update(setting, [good], await newProjectIdentity(world(), setting, 'viewer')),
      403,
      'PermissionDenied',
    );
    expectError(
      await update(setting, [good], await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await update(setting, [good], otherProject.admin), 404, 'NotFound');
    expect([await setting.rows(), await otherProject.rows()]).to.deep.equal(before);
    expect(await setting.entries()).to.deep.equal([]);
    expect((await update(setting, [good], partial)).status).to.equal(200);
  });

  it('accepts 1 to 100 folders', async () => {
    const names = Array.from({ length: 101 }, (_, number) => `f${number}`);
    const setting = await newProjectWithFolders(
      world(),
      names.map((name) => `/${name}`),
    );
    const changes = names.map((name) => inDev(`${name}-new`, setting.folderIds[`/${name}`]));
    expectIssues(await update(setting, []), 'body folders too_small');
    expectIssues(await update(setting, changes), 'body folders too_big');
    expectIssues(await update(setting, undefined), 'body folders required');
    expectIssues(
      await update(setting, [{ name: 'a.b', path: '//', description: 7 }]),
      ...['id required', 'environment required', 'name pattern', 'path pattern', 'description type'].map(
        (text) => `body folders.0.${text}`,
      ),
    );
    expectIssues(
      await update(setting, [changes[0], { ...changes[1], path: deepPath(33) }]),
      'body folders.1.path too_big',
    );
    expect((await setting.tree()).includes('new')).to.equal(false);
    expect((await update(setting, changes.slice(1))).body.folders).to.have.length(100);
  });
});
