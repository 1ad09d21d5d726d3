import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  deepPath,
  folderCall,
  type Generation,
  longPath,
  newProjectWithFolders,
  start,
  type TestFolders,
} from '../../support/fixtures/secret-folders.ts';
import type { World } from '../../support/world/world.ts';

/** Expects that the work changes no folder of the project and records nothing. */
export const unchanged = async (setting: TestFolders, work: () => Promise<void>): Promise<void> => {
  const before = [await setting.rows(), await setting.entries()];
  await work();
  expect([await setting.rows(), await setting.entries()]).to.deep.equal(before);
};

export const rule = (action: string, secretPath?: unknown, environment?: string): Rule => ({
  subject: 'secret-folders',
  action,
  ...(secretPath !== undefined && { conditions: { secretPath, ...(environment && { environment }) } }),
});

export const deny = (action: string, secretPath?: unknown): Rule => ({ ...rule(action, secretPath), inverted: true });

/** Expects that only members with the permission can use the operation, on existing folders of active environments. */
export const refusesUnauthorized = (
  world: () => World,
  generation: Generation,
  action: string,
  body: Readonly<Record<string, unknown>>,
): void => {
  const call = folderCall(world, generation);

  it('refuses callers without the permission, non-members, and members of another organization', async () => {
    const setting = await newProjectWithFolders(world(), ['/app']);
    await unchanged(setting, async () => {
      const id = setting.folderIds['/app']!;
      const others = ['create', 'edit', 'delete'].filter((name) => name !== action);
      const withoutPermission = await newProjectIdentity(world(), setting, [
        { subject: 'secret-folders', action: others },
      ]);
      const denied = await newProjectIdentity(world(), setting, [rule(action), deny(action)]);
      for (const as of [withoutPermission, denied, await newProjectIdentity(world(), setting, 'viewer')]) {
        for (const environment of ['dev', 'unknown'])
          expectError(
            await call(setting, { ...body, environment }, id, as),
            403,
            'PermissionDenied',
            new RegExp(actionPhrase(action, 'secret-folders')),
          );
      }
      expectError(
        await call(setting, body, id, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await call(setting, body, id, (await newProjectWithFolders(world())).admin), 404, 'NotFound');
    });
  });

  it('allows a machine identity with only this permission', async () => {
    const setting = await newProjectWithFolders(world(), ['/app']);
    const as = await newProjectIdentity(world(), setting, [rule(action)]);
    expect((await call(setting, body, setting.folderIds['/app'], as)).status).to.equal(200);
  });

  it('returns 404 for an unknown or deleted environment, and lists the existing ones', async () => {
    const setting = await newProjectWithFolders(world(), ['/app']);
    const id = setting.folderIds['/app']!;
    expectError(
      await call(setting, { ...body, environment: 'unknown', path: '/x' }, id),
      404,
      'NotFound',
      /no environment 'unknown' \(it has dev, staging, prod\)/,
    );
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    await unchanged(setting, async () =>
      expectError(await call(setting, body, id), 404, 'NotFound', /no environment 'dev' \(it has staging, prod\)/),
    );
  });
};

/** The validation of the folder location in each request. */
export const checksFolderParameters = (
  world: () => World,
  generation: Generation,
  body: Readonly<Record<string, unknown>>,
): void => {
  const call = folderCall(world, generation);

  it('requires a valid path', async () => {
    const setting = await newProjectWithFolders(world(), ['/app']);
    const id = setting.folderIds['/app']!;
    await unchanged(setting, async () => {
      for (const path of ['//', '/a//b', '/.', '/a/../b', '/a.b', '/a b', '/ä', 'a\\b'])
        expectIssues(await call(setting, { ...body, path }, id), 'body path pattern');
      expectIssues(await call(setting, { ...body, path: deepPath(33) }, id), 'body path too_big');
      expectIssues(await call(setting, { ...body, path: `/${'a'.repeat(256)}` }, id), 'body path too_big');
      expectIssues(await call(setting, { ...body, path: longPath(1025) }, id), 'body path too_big');
      expectIssues(await call(setting, { ...body, path: longPath(1025).slice(1) }, id), 'body path too_big');
      expectIssues(
        await call(setting, { ...body, path: 7, environment: '' }, id),
        'body path type',
        'body environment too_small',
      );
      expectIssues(await call(setting, { ...body, environment: 'e'.repeat(256) }, id), 'body environment too_big');
      expectError(await call(setting, { ...body, environment: 'e'.repeat(255) }, id), 404, 'NotFound');
    });
  });
};

/** The response for a folder in the root of dev. */
export const expectedFolder = (setting: TestFolders, changes: Record<string, unknown>) => ({
  version: 1,
  createdAt: start,
  updatedAt: start,
  envId: setting.ids.dev,
  parentId: setting.ids.dev,
  isReserved: false,
  description: null,
  lastSecretModified: null,
  ...changes,
});

type Call = ReturnType<typeof folderCall>;

export const invalidNames = async (
  call: Call,
  setting: TestFolders,
  body: Readonly<Record<string, unknown>>,
  id?: string,
): Promise<void> => {
  expectIssues(await call(setting, { ...body, name: '' }, id), 'body name too_small', 'body name pattern');
  expectIssues(await call(setting, { ...body, name: 'n'.repeat(256) }, id), 'body name too_big');
  for (const name of ['a b', 'a.b', 'a/b', '..', 'é', ' a'])
    expectIssues(await call(setting, { ...body, name }, id), 'body name pattern');
  expectIssues(await call(setting, { ...body, name: undefined }, id), 'body name required');
  expectIssues(
    await call(setting, { ...body, name: null, description: 7 }, id),
    'body name type',
    'body description type',
  );
  expectIssues(
    await call(setting, { ...body, name: 'ok', description: 'd'.repeat(1025) }, id),
    'body description too_big',
  );
  expectIssues(await call(setting, { ...body, name: 'ok', path: longPath(1022) }, id), 'body path too_big');
  expectIssues(await call(setting, { ...body, name: 'ok', path: deepPath(32) }, id), 'body path too_big');
};
