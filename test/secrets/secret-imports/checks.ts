import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deepPath, longPath } from '../../support/fixtures/secret-folders.ts';
import {
  deleteEnvironment,
  describeRule,
  newProjectWithImports,
  rule,
  unchanged,
  type CreatedImports,
  type TestImports,
} from '../../support/fixtures/secret-imports.ts';
import type { World } from '../../support/world/world.ts';

/** One call about the folder that is told, dev's root unless something else is. */
type Attempt = (
  setting: CreatedImports,
  place: Readonly<Record<string, string>>,
  as: { token: string },
) => Promise<any>;

/** Nobody but members of the project with the permission, authorized by the folder that imports, gets anywhere. */
export const refusesOthers = (
  world: () => World,
  action: string,
  attempt: Attempt,
  more: readonly Rule[] = [],
): void => {
  it('refuses whoever lacks the permission, is no member, or is of another organization, whether or not there is such a folder', async () => {
    const setting = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      const others = ['read', 'create', 'edit', 'delete'].filter((name) => name !== action);
      const rules = [
        [{ subject: 'secret-imports', action: others }],
        [rule(action), { ...rule(action), inverted: true }],
        [rule(action, { environment: 'prod' })],
        [rule(action, { secretPath: '/a' })],
        'no-access',
      ];
      for (const role of rules) {
        const as = await newProjectIdentity(world(), setting, role);
        for (const place of [{}, { path: '/nowhere' }])
          expectError(
            await attempt(setting, place, as),
            403,
            'PermissionDenied',
            new RegExp(actionPhrase(action, 'secret-imports')),
          );
      }
      expectError(
        await attempt(setting, {}, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await attempt(setting, {}, (await newProjectWithImports(world())).admin), 404, 'NotFound');
    });
  });

  it('lets a machine identity with just that permission there', async () => {
    const setting = await newProjectWithImports(world());
    const as = await newProjectIdentity(world(), setting, [
      rule(action, { environment: 'dev', secretPath: '/' }),
      ...more,
    ]);
    expect((await attempt(setting, {}, as)).status).to.equal(200);
  });
};

/** What a request says of the folder that imports. */
export const checksItsPlace = (world: () => World, part: 'body' | 'query', attempt: Attempt): void => {
  it('wants a folder that can be one, and says which is not there', async () => {
    const setting = await newProjectWithImports(world());
    const call = (place: Record<string, string>) => attempt(setting, place, setting.admin);
    await unchanged(setting, async () => {
      for (const path of ['//', '/a//b', '/.', '/a.b', '/a b', '/ä'])
        expectIssues(await call({ path }), `${part} path pattern`);
      for (const path of [deepPath(33), `/${'a'.repeat(256)}`, longPath(1025), longPath(1025).slice(1)])
        expectIssues(await call({ path }), `${part} path too_big`);
      for (const path of [deepPath(32), `/${'a'.repeat(255)}`, longPath(1024), '/a/b', '/A'])
        expectError(await call({ path }), 404, 'NotFound', new RegExp(`'${path}'.*'dev'`));
      expectIssues(await call({ environment: 'e'.repeat(256) }), `${part} environment too_big`);
      for (const environment of ['e', 'e'.repeat(255), 'DEV'])
        expectError(
          await call({ environment, path: '/a' }),
          404,
          'NotFound',
          new RegExp(`no environment '${environment}'`),
        );
    });
    await deleteEnvironment(world(), setting, 'dev');
    expectError(await call({}), 404, 'NotFound', /no environment 'dev'/);
  });

  it('takes the root with an empty path, and without one', async () => {
    for (const path of ['/', '', undefined]) {
      const setting = await newProjectWithImports(world());
      expect((await attempt(setting, path === undefined ? {} : { path }, setting.admin)).status).to.equal(200);
    }
  });
};

/** Of an import in the path: only one that is in that very folder, and in sight. */
export const knowsOnlyItsOwn = (
  world: () => World,
  attempt: (setting: TestImports, id: string, place: Readonly<Record<string, string>>) => Promise<any>,
): void => {
  it('knows no import of another folder, of another project, or from a deleted environment', async () => {
    const setting = await newProjectWithImports(world());
    const elsewhere = await newProjectWithImports(world());
    const inC = await setting.store(setting.folderIds['/c']!, setting.folderIds['/a']!);
    const hidden = await setting.store(setting.ids.dev!, setting.ids.prod!, 3);
    await deleteEnvironment(world(), setting, 'prod');
    await unchanged(setting, async () => {
      for (const id of [
        inC.id,
        hidden.id,
        elsewhere.made[0]!.id,
        setting.folderIds['/a']!,
        'not-an-id',
        '%',
        'x'.repeat(300),
      ])
        expectError(await attempt(setting, id, {}), 404, 'NotFound', /Import not found.*'\/'.*'dev'/);
      expectError(
        await attempt(setting, setting.made[0]!.id, { path: '/c' }),
        404,
        'NotFound',
        /Import not found.*'\/c'.*'dev'/,
      );
      expectError(
        await attempt(setting, setting.made[0]!.id, { environment: 'staging' }),
        404,
        'NotFound',
        /Import not found.*'\/'.*'staging'/,
      );
    });
    expect(await elsewhere.imports()).to.have.length(2);
  });
};

type Change = (
  setting: CreatedImports,
  source: Readonly<Record<string, unknown>>,
  as: { token: string },
) => Promise<any>;

/** What is said of the folder that is to be imported, by creating and by changing. */
export const checksTheSource = (world: () => World, sources: readonly string[], change: Change): void => {
  const attempt = (
    setting: CreatedImports,
    source: Readonly<Record<string, unknown>>,
    as: { token: string } = setting.admin,
  ) => change(setting, source, as);

  it('says which source is not there', async () => {
    const setting = await newProjectWithImports(world(), sources);
    await deleteEnvironment(world(), setting, 'prod');
    await unchanged(setting, async () => {
      expectError(await attempt(setting, { path: '/nowhere' }), 404, 'NotFound', /'\/nowhere'.*'dev'/);
      expectError(await attempt(setting, { environment: 'staging', path: '/c' }), 404, 'NotFound', /'\/c'.*'staging'/);
      for (const environment of ['unknown', 'e'.repeat(255), 'prod'])
        expectError(
          await attempt(setting, { environment, path: '/' }),
          404,
          'NotFound',
          new RegExp(`no environment '${environment}'`),
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
    await deleteEnvironment(world(), setting, 'prod');
    await unchanged(setting, async () =>
      expectError(await attempt(setting, { path: '/c' }), 400, 'BadRequest', /Cyclic import/),
    );
  });

  it('is authorized by secrets that can be seen in the source, whether or not there is such a folder', async () => {
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
      const readValue = { ...describeRule('prod', '/'), action: 'readValue' };
      const denied = { ...describeRule('prod', '/'), inverted: true };
      for (const source of [wanted, { environment: 'prod', path: '/nowhere' }, { environment: 'unknown', path: '/' }]) {
        expectError(await attemptWith(source), 403, 'PermissionDenied', /describe secrets/);
        expectError(
          await attemptWith(source, describeRule('dev', '/'), describeRule('prod', '/a'), readValue),
          403,
          'PermissionDenied',
          /describe secrets/,
        );
      }
      expectError(
        await attemptWith(wanted, { subject: 'secrets', action: 'describeSecret' }, denied),
        403,
        'PermissionDenied',
        /describe secrets/,
      );
      // Of what is there already, too.
      expectError(
        await attemptWith({ path: '/b' }, describeRule('dev', '/a')),
        403,
        'PermissionDenied',
        /describe secrets/,
      );
    });
    expect((await attemptWith(wanted, describeRule('prod', '/', { secretName: 'ONLY_THIS' }))).status).to.equal(200);
  });

  it('refuses the same source twice in one folder', async () => {
    const setting = await newProjectWithImports(world(), sources);
    await unchanged(setting, async () => {
      for (const path of ['/b', 'b', '/b/'])
        expectError(await attempt(setting, { path }), 400, 'BadRequest', /'\/b'.*'dev'.*already/);
    });
  });
};
