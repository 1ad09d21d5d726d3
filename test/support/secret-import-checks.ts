import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from './expect.ts';
import { deepPath, longPath } from './secret-folders.ts';
import { newProjectIdentity } from './projects.ts';
import { newProjectWithImports, putAside, sight, unchanged, type MadeImports } from './secret-imports.ts';
import type { World } from './world.ts';

type Change = (setting: MadeImports, source: Readonly<Record<string, unknown>>, as: { token: string }) => Promise<any>;

/** What is said of the folder that is to be imported, by creating and by changing. */
export const checksTheSource = (world: () => World, sources: readonly string[], change: Change): void => {
  const attempt = (
    setting: MadeImports,
    source: Readonly<Record<string, unknown>>,
    as: { token: string } = setting.admin,
  ) => change(setting, source, as);

  it('says which source is not there', async () => {
    const setting = await newProjectWithImports(world(), sources);
    await putAside(world(), setting, 'prod');
    await unchanged(setting, async () => {
      expectError(await attempt(setting, { path: '/nowhere' }), 404, 'NotFound', /'\/nowhere'.*'dev'/);
      expectError(await attempt(setting, { environment: 'staging', path: '/c' }), 404, 'NotFound', /'\/c'.*'staging'/);
      for (const environment of ['unknown', 'e'.repeat(255), 'prod'])
        expectError(
          await attempt(setting, { environment, path: '/' }),
          404,
          'NotFound',
          new RegExp(`'/'.*'${environment}'`),
        );
      for (const path of [deepPath(32), `/${'a'.repeat(255)}`, longPath(1024)])
        expectError(await attempt(setting, { path }), 404, 'NotFound');
    });
  });

  it('wants a source that can be one', async () => {
    const setting = await newProjectWithImports(world(), sources);
    await unchanged(setting, async () => {
      for (const path of ['//', '/a//b', '/.', '/a.b', '/a b', '/ä'])
        expectIssues(await attempt(setting, { path }), 'body import.path pattern');
      for (const path of [deepPath(33), `/${'a'.repeat(256)}`, longPath(1025)])
        expectIssues(await attempt(setting, { path }), 'body import.path too_big');
      expectIssues(
        await attempt(setting, { environment: '', path: 7 }),
        'body import.environment too_small',
        'body import.path type',
      );
      expectIssues(
        await attempt(setting, { environment: 'e'.repeat(256), path: null }),
        'body import.environment too_big',
        'body import.path type',
      );
    });
  });

  it('refuses to import a folder into itself, directly or through others, also while one of them is deleted', async () => {
    const setting = await newProjectWithImports(world(), sources);
    const { folderIds, ids } = setting;
    await setting.store(folderIds['/c']!, ids.prod!);
    await setting.store(ids.prod!, ids.staging!);
    await setting.store(ids.staging!, ids.dev!);
    const cycles = [
      { path: '/' },
      { environment: 'staging', path: '/' },
      { environment: 'prod', path: '/' },
      { path: '/c' },
    ];
    await unchanged(setting, async () => {
      for (const source of cycles) expectError(await attempt(setting, source), 400, 'BadRequest', /Cyclic import/);
    });
    await putAside(world(), setting, 'prod');
    await unchanged(setting, async () =>
      expectError(await attempt(setting, { path: '/c' }), 400, 'BadRequest', /Cyclic import/),
    );
  });

  it('is judged by secrets that can be seen in the source, whether or not there is such a folder', async () => {
    const setting = await newProjectWithImports(world(), sources);
    const wanted = { environment: 'prod', path: '/' };
    const attemptWith = async (source: Readonly<Record<string, unknown>>, ...rules: Rule[]) =>
      attempt(
        setting,
        source,
        await newProjectIdentity(world(), setting, [
          { subject: 'secret-imports', action: ['create', 'edit'] },
          ...rules,
        ]),
      );
    await unchanged(setting, async () => {
      const readValue = { ...sight('prod', '/'), action: 'readValue' };
      const denied = { ...sight('prod', '/'), inverted: true };
      for (const source of [wanted, { environment: 'prod', path: '/nowhere' }, { environment: 'unknown', path: '/' }]) {
        expectError(await attemptWith(source), 403, 'PermissionDenied', /describeSecret on secrets/);
        expectError(
          await attemptWith(source, sight('dev', '/'), sight('prod', '/a'), readValue),
          403,
          'PermissionDenied',
          /describeSecret on secrets/,
        );
      }
      expectError(
        await attemptWith(wanted, { subject: 'secrets', action: 'describeSecret' }, denied),
        403,
        'PermissionDenied',
        /describeSecret on secrets/,
      );
      // Of what is there already, too.
      expectError(
        await attemptWith({ path: '/b' }, sight('dev', '/a')),
        403,
        'PermissionDenied',
        /describeSecret on secrets/,
      );
    });
    expect((await attemptWith(wanted, sight('prod', '/', { secretName: 'ONLY_THIS' }))).status).to.equal(200);
  });

  it('refuses the same source twice in one folder', async () => {
    const setting = await newProjectWithImports(world(), sources);
    await unchanged(setting, async () => {
      for (const path of ['/b', 'b', '/b/'])
        expectError(await attempt(setting, { path }), 400, 'BadRequest', /'\/b'.*'dev'.*already/);
    });
  });
};
