import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { moveRules, testMovingContents } from './contents.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  deepPath,
  later,
  longPath,
  newProjectWithFolders,
  type TestFolders,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** The path and its parent folders, without the root. */
const way = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((_, index, names) => `/${names.slice(0, index + 1).join('/')}`);

onEachDatabase('moveFolder', (world) => {
  interface Special {
    readonly as?: { readonly token: string };
    readonly destinationEnvironment?: string;
    readonly folderId?: string;
  }
  const move = (
    { admin, project, folderIds }: TestFolders,
    path: string,
    destinationPath: string,
    { as = admin, ...more }: Special = {},
  ) =>
    world().call('moveFolder', {
      as,
      body: {
        projectId: project.id,
        folderId: folderIds[path],
        destinationEnvironment: 'dev',
        destinationPath,
        ...more,
      },
    });

  const toEnvironment =
    (destinationEnvironment: string) =>
    ({ project, folderIds }: Pick<TestFolders, 'project' | 'folderIds'>, as: { token: string }) =>
      world().call('moveFolder', {
        as,
        body: {
          projectId: project.id,
          folderId: folderIds['/app'],
          destinationEnvironment,
          destinationPath: destinationEnvironment === 'dev' ? '/to' : '/',
        },
      });
  describe('within an environment', () =>
    testMovingContents(
      world,
      { environment: 'dev', path: '/to/app', folders: moveRules('dev') },
      toEnvironment('dev'),
    ));
  describe('to another environment', () =>
    testMovingContents(
      world,
      { environment: 'prod', path: '/app', folders: moveRules('prod') },
      toEnvironment('prod'),
    ));

  it('moves all contents and returns the old and the new location', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/a/b/c', '/a/b/c/d', '/a/b_c', '/z']);
    const { status, body } = await world().clock.later(60, () => move(setting, '/a/b', '/z/'));
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      folderId: setting.folderIds['/a/b'],
      sourceEnvironment: 'dev',
      sourcePath: '/a',
      destinationEnvironment: 'dev',
      destinationPath: '/z',
    });
    expect(await setting.tree()).to.equal('/a /a/b_c /z /z/b /z/b/c /z/b/c/d');
    const changed = (await setting.rows()).filter(({ version }) => version > 1);
    expect(changed.map(({ id, version, updatedAt }) => ({ id, version, updatedAt }))).to.deep.equal([
      { id: setting.folderIds['/a/b'], version: 2, updatedAt: later },
    ]);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'move-folder', actorId: setting.admin.id, operation: 'moveFolder' });
    const now = { environment: 'dev', folderId: setting.folderIds['/a/b'], folderName: 'b', folderPath: '/z/b' };
    expect(entry.eventMetadata).to.deep.equal({ ...now, oldEnvironment: 'dev', oldFolderPath: '/a/b' });
    expect((await move(setting, '/a/b', '/')).body).to.include({ sourcePath: '/z', destinationPath: '/' });
    expect(await setting.tree()).to.equal('/a /a/b_c /b /b/c /b/c/d /z');
  });

  it('moves a folder to another environment', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/c']);
    const { body } = await move(setting, '/a', '/', { destinationEnvironment: 'prod' });
    expect(body).to.include({
      sourceEnvironment: 'dev',
      sourcePath: '/',
      destinationEnvironment: 'prod',
      destinationPath: '/',
    });
    expect([await setting.tree(), await setting.tree('prod')]).to.deep.equal(['/c', '/a /a/b']);
    expect((await move(setting, '/c', '/a/b', { destinationEnvironment: 'prod' })).status).to.equal(200);
    expect([await setting.tree(), await setting.tree('prod')]).to.deep.equal(['', '/a /a/b /a/b/c']);
  });

  it('changes nothing if the folder is already there', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const before = await setting.rows();
    expect((await move(setting, '/a/b', '/a')).body).to.include({ sourcePath: '/a', destinationPath: '/a' });
    expect([await setting.rows(), await setting.entries()]).to.deep.equal([before, []]);
  });

  it('refuses its own subtree, a name in use, the root, and unknown folders', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/a/b/c', '/b']);
    const otherProject = await newProjectWithFolders(world(), ['/a']);
    const before = [await setting.rows(), await otherProject.rows()];
    for (const path of ['/a', '/a/b', '/a/b/c'])
      expectError(await move(setting, '/a', path), 400, 'BadRequest', /into itself/);
    expectError(await move(setting, '/a/b', '/'), 400, 'BadRequest', /'b' already exists in the path '\/'/);
    expectError(await move(setting, '/', '/a'), 400, 'BadRequest', /root/);
    expectError(await move(setting, '/a', '/nowhere'), 404, 'NotFound', /'\/nowhere'.*'dev'/);
    expectError(
      await move(setting, '/a', '/', { destinationEnvironment: 'unknown' }),
      404,
      'NotFound',
      /no environment 'unknown'/,
    );
    for (const folderId of [otherProject.folderIds['/a']!, 'not-an-id', 'a'])
      expectError(await move(setting, '', '/b', { folderId }), 404, 'NotFound');
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.prod! },
    });
    expectError(await move(setting, '/a', '/', { destinationEnvironment: 'prod' }), 404, 'NotFound', /'prod'/);
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    expectError(await move(setting, '/a', '/', { destinationEnvironment: 'staging' }), 404, 'NotFound');
    expect([await setting.rows(), await otherProject.rows()]).to.deep.equal(before);
  });

  it('refuses a resulting path that is too deep or too long', async () => {
    const setting = await newProjectWithFolders(world(), [
      '/m',
      '/m/n',
      ...way(deepPath(31)),
      ...way(longPath(1020)),
      '/mm',
      '/mm/nn',
    ]);
    const before = await setting.rows();
    expectError(await move(setting, '/m', deepPath(31)), 400, 'BadRequest', /32 folders/);
    expectError(await move(setting, '/mm', longPath(1020)), 400, 'BadRequest', /1024 characters/);
    expect(await setting.rows()).to.deep.equal(before);
    expect((await move(setting, '/m', deepPath(30))).status).to.equal(200);
    expect((await move(setting, '/a', '/mm')).status, 'still 32 deep').to.equal(400);
    expect((await move(setting, '/mm/nn', longPath(1020))).status).to.equal(200);
  });

  it('requires delete at the source and create at the destination, also for the contents', async () => {
    const setting = await newProjectWithFolders(world(), ['/from', '/from/a', '/from/a/locked', '/to']);
    const rule = (action: string, path: string, environment: string, inverted = false) => ({
      subject: 'secret-folders',
      action,
      conditions: { secretPath: { $glob: path }, environment },
      ...(inverted && { inverted }),
    });
    const attempt = async (...rules: ReturnType<typeof rule>[]) =>
      move(setting, '/from/a', '/to', { as: await newProjectIdentity(world(), setting, rules) });
    const before = await setting.rows();
    const [remove, create] = [rule('delete', '/from/a/**', 'dev'), rule('create', '/to/**', 'dev')];
    expectError(await attempt(remove), 403, 'PermissionDenied', /create secret folders/);
    expectError(await attempt(create), 403, 'PermissionDenied', /delete secret folders/);
    expectError(await attempt(remove, rule('create', '/to/**', 'prod')), 403, 'PermissionDenied');
    expectError(await attempt(remove, rule('create', '/to', 'dev')), 403, 'PermissionDenied');
    expectError(await attempt(create, rule('delete', '/from/a', 'dev')), 403, 'PermissionDenied');
    expectError(await attempt(create, rule('delete', '/from', 'dev')), 403, 'PermissionDenied');
    expectError(await attempt(remove, create, rule('delete', '/**/locked', 'dev', true)), 403, 'PermissionDenied');
    expectError(
      await move(setting, '/from/a', '/to', { as: await newProjectIdentity(world(), setting, 'viewer') }),
      403,
      'PermissionDenied',
    );
    expectError(
      await move(setting, '/from/a', '/to', { as: await world().newUser(setting.organization, 'admin') }),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(
      await move(setting, '/from/a', '/to', { as: (await newProjectWithFolders(world())).admin }),
      404,
      'NotFound',
    );
    expect([await setting.rows(), await setting.entries()]).to.deep.equal([before, []]);
    expect((await attempt(remove, create)).status).to.equal(200);
    expect(await setting.tree()).to.equal('/from /to /to/a /to/a/locked');
  });

  it('validates the request', async () => {
    const { admin: as, project } = await newProjectWithFolders(world());
    const call = (body: object) => world().call('moveFolder', { as, body });
    expectIssues(
      await call({}),
      ...['projectId', 'folderId', 'destinationEnvironment', 'destinationPath'].map((name) => `body ${name} required`),
    );
    const given = { projectId: project.id, folderId: 'f', destinationEnvironment: 'dev', destinationPath: '/' };
    for (const destinationPath of ['//', '/..', '/a b'])
      expectIssues(await call({ ...given, destinationPath }), 'body destinationPath pattern');
    for (const destinationPath of [deepPath(33), longPath(1025), `/${'a'.repeat(256)}`])
      expectIssues(await call({ ...given, destinationPath }), 'body destinationPath too_big');
    expectIssues(
      await call({ ...given, destinationEnvironment: 'e'.repeat(256), folderId: 7 }),
      'body destinationEnvironment too_big',
      'body folderId type',
    );
    expectIssues(await call({ ...given, destinationEnvironment: '' }), 'body destinationEnvironment too_small');
    expectError(await call(given), 404, 'NotFound');
  });
});
