import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deepPath, longPath } from '../../support/fixtures/secret-folders.ts';
import {
  type CreatedImports,
  newProjectWithImports,
  deleteEnvironment,
  rule,
  describeRule,
  type TestImports,
  unchanged,
} from '../../support/fixtures/secret-imports.ts';
import type { World } from '../../support/world/world.ts';

/** A request about the given folder, by default the root of dev. */
type Attempt = (
  setting: CreatedImports,
  location: Readonly<Record<string, string>>,
  as: { token: string },
) => Promise<any>;

/** Expects that only members with the permission on the importing folder can use the operation. */
export const refusesUnauthorized = (
  world: () => World,
  action: string,
  attempt: Attempt,
  more: readonly Rule[] = [],
): void => {
  it('refuses callers without the permission, non-members, and members of another organization, whether or not the folder exists', async () => {
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
        for (const location of [{}, { path: '/nowhere' }])
          expectError(
            await attempt(setting, location, as),
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

  it('allows a machine identity with only this permission', async () => {
    const setting = await newProjectWithImports(world());
    const as = await newProjectIdentity(world(), setting, [
      rule(action, { environment: 'dev', secretPath: '/' }),
      ...more,
    ]);
    expect((await attempt(setting, {}, as)).status).to.equal(200);
  });
};

/** The validation of the importing folder in each request. */
export const checksFolderParameters = (world: () => World, part: 'body' | 'query', attempt: Attempt): void => {
  it('requires a valid folder, and says which part is unknown', async () => {
    const setting = await newProjectWithImports(world());
    const call = (location: Record<string, string>) => attempt(setting, location, setting.admin);
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

  it('uses the root if the path is empty or missing', async () => {
    for (const path of ['/', '', undefined]) {
      const setting = await newProjectWithImports(world());
      expect((await attempt(setting, path === undefined ? {} : { path }, setting.admin)).status).to.equal(200);
    }
  });
};

/** The tests of operations with the id of an import: it must be in the given folder and visible. */
export const findsOnlyOwnImports = (
  world: () => World,
  attempt: (setting: TestImports, id: string, location: Readonly<Record<string, string>>) => Promise<any>,
): void => {
  it('does not find imports of another folder or project, or from a deleted environment', async () => {
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

/** The validation of the source folder, for creating and updating imports. */
export const checksSource = (world: () => World, sources: readonly string[], change: Change): void => {
  const attempt = (
    setting: CreatedImports,
    source: Readonly<Record<string, unknown>>,
    as: { token: string } = setting.admin,
  ) => change(setting, source, as);

  it('says which part of the source is unknown', async () => {
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

  it('requires a valid source', async () => {
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

  it('refuses cycles, directly or through other folders, also while one of them is deleted', async () => {
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

  it('requires visible secrets in the source, whether or not the folder exists', async () => {
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
      // This also applies to an existing import.
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
