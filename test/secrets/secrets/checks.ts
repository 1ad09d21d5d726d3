import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  projectField,
  rule,
  type TestSecrets,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deepPath, longPath } from '../../support/fixtures/secret-folders.ts';
import type { World } from '../../support/world/world.ts';

type Body = Readonly<Record<string, unknown>>;

/** A request of an operation on the existing secret KEY in the root of dev. */
interface Subject {
  readonly operation: OperationId;
  readonly action: 'create' | 'edit' | 'delete';
  /** The fields of the request besides project, environment and path. */
  readonly body: Body;
}

const caller =
  (world: () => World, { operation, action, body }: Subject) =>
  ({ project }: TestSecrets, as: { token: string }, changes: Body = {}) =>
    world().call(operation, {
      as,
      params: { secretName: action === 'create' ? 'NEW' : 'KEY' },
      body: { [projectField(operation)]: project.id, environment: 'dev', ...body, ...changes },
    });

/** Expects that only members with the permission can use the operation, in existing folders. */
export const refusesUnauthorized = (world: () => World, subject: Subject): void => {
  const call = caller(world, subject);
  const { action } = subject;

  it('refuses callers without the permission, non-members, and members of another organization', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    await unchanged(setting, async () => {
      const others = ['readValue', 'describeSecret', 'create', 'edit', 'delete'].filter((name) => name !== action);
      const all = ['readValue', 'describeSecret', 'create', 'edit', 'delete'];
      for (const rules of [
        [rule(others)],
        [rule(all), deny(action)],
        [rule(all, { environment: 'prod' })],
        [rule(all, { secretPath: { $glob: '/app/**' } })],
        [rule(all, { secretName: { $glob: 'OTHER_*' } })],
      ]) {
        const as = await newProjectIdentity(world(), setting, rules);
        expectError(await call(setting, as), 403, 'PermissionDenied', new RegExp(actionPhrase(action, 'secrets')));
        expectError(await call(setting, as, { secretPath: '/nowhere' }), 403, 'PermissionDenied');
      }
      expectError(await call(setting, await newProjectIdentity(world(), setting, 'viewer')), 403, 'PermissionDenied');
      expectError(
        await call(setting, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await call(setting, (await newProjectWithSecrets(world())).admin), 404, 'NotFound');
    });
  });

  it('allows a machine identity with only this permission', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { status, body } = await call(
      setting,
      await newProjectIdentity(world(), setting, [rule(action, { environment: 'dev', secretPath: '/' })]),
    );
    expect(status, JSON.stringify(body)).to.equal(200);
  });
};

/** The validation of the folder in each request. */
export const checksFolderParameters = (world: () => World, subject: Subject): void => {
  const call = caller(world, subject);

  it('requires an existing folder, and names an unknown one', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { admin } = setting;
    await unchanged(setting, async () => {
      expectError(await call(setting, admin, { secretPath: '/x' }), 404, 'NotFound', /'\/x'.*'dev'/);
      expectError(await call(setting, admin, { environment: 'unknown' }), 404, 'NotFound', /no environment 'unknown'/);
    });
    await world().call('deleteEnvironment', {
      as: admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    await unchanged(setting, async () =>
      expectError(await call(setting, admin), 404, 'NotFound', /no environment 'dev'/),
    );
  });

  it('requires a valid environment and path', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const { admin } = setting;
    await unchanged(setting, async () => {
      for (const secretPath of ['//', '/a//b', '/.', '/a b'])
        expectIssues(await call(setting, admin, { secretPath }), 'body secretPath pattern');
      for (const secretPath of [deepPath(33), `/${'a'.repeat(256)}`, longPath(1025)])
        expectIssues(await call(setting, admin, { secretPath }), 'body secretPath too_big');
      expectIssues(
        await call(setting, admin, { secretPath: 7, environment: '' }),
        'body secretPath type',
        'body environment too_small',
      );
      expectIssues(await call(setting, admin, { environment: 'e'.repeat(256) }), 'body environment too_big');
      expectIssues(await call(setting, admin, { environment: undefined }), 'body environment required');
      expectError(await call(setting, admin, { environment: 'e'.repeat(255) }), 404, 'NotFound');
      expectIssues(
        await call(setting, admin, { [projectField(subject.operation)]: undefined }),
        `body ${projectField(subject.operation)} required`,
      );
      expectError(await call(setting, admin, { [projectField(subject.operation)]: 'unknown' }), 404, 'NotFound');
    });
  });

  it('accepts a path without the leading slash or with a trailing slash', async () => {
    for (const secretPath of ['app', 'app/', '/app/']) {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY', { secretPath: '/app' });
      const { status, body } = await call(setting, setting.admin, { secretPath });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.secret?.secretPath ?? body.secrets?.[0].secretPath).to.equal('/app');
    }
  });
};

const metadata = (count: number, entry: Body = {}) =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, ...entry }));

const references = (count: number) => Array.from({ length: count }, (_, index) => `\${dev.K${index}}`).join('');

/**
 * The fields of a secret beyond their limits and at them. `send` sends them in a request, and `at` is their position in
 * it.
 */
export const checksFields = async (
  setting: TestSecrets,
  at: string,
  send: (content: Body) => Promise<any>,
): Promise<void> => {
  const wrong: [Body, ...string[]][] = [
    [{ secretComment: 'c'.repeat(16385) }, 'secretComment too_big'],
    [{ secretMetadata: metadata(51) }, 'secretMetadata too_big'],
    [{ secretMetadata: metadata(1, { key: 'k'.repeat(256) }) }, 'secretMetadata.0.key too_big'],
    [{ secretMetadata: metadata(1, { key: '' }) }, 'secretMetadata.0.key too_small'],
    [{ secretMetadata: metadata(1, { value: 'v'.repeat(1021) }) }, 'secretMetadata.0.value too_big'],
    [
      { secretMetadata: [{ value: 'v', isEncrypted: 'yes' }] },
      'secretMetadata.0.key required',
      'secretMetadata.0.isEncrypted type',
    ],
    [{ tagIds: Array.from({ length: 51 }, () => setting.red.id) }, 'tagIds too_big'],
    [{ secretReminderNote: 'n'.repeat(1025) }, 'secretReminderNote too_big'],
    [{ secretReminderRepeatDays: 36501 }, 'secretReminderRepeatDays too_big'],
    [{ secretReminderRepeatDays: -1 }, 'secretReminderRepeatDays too_small'],
    [{ secretReminderRepeatDays: 1.5 }, 'secretReminderRepeatDays type'],
    [{ secretValue: references(501) }, 'secretValue too_big'],
    [
      { secretValue: 7, secretComment: null, skipMultilineEncoding: 'no' },
      'secretValue type',
      'secretComment type',
      'skipMultilineEncoding type',
    ],
  ];
  await unchanged(setting, async () => {
    for (const [content, ...issues] of wrong)
      expectIssues(await send(content), ...issues.map((issue) => `body ${at}${issue}`));
    for (const id of ['unknown', setting.project.id])
      expectError(await send({ tagIds: [setting.red.id, id] }), 404, 'NotFound', /Tag not found/);
  });
  const atLimits = {
    secretValue: references(500),
    secretComment: 'c'.repeat(16384),
    secretMetadata: [
      ...metadata(48, { isEncrypted: true }),
      { key: 'k'.repeat(255), value: 'v'.repeat(1020) },
      { key: 'k', value: '' },
    ],
    tagIds: Array.from({ length: 50 }, () => setting.red.id),
    secretReminderNote: 'n'.repeat(1024),
    secretReminderRepeatDays: 36500,
  };
  const { status, body } = await send(atLimits);
  expect(status, JSON.stringify(body)).to.equal(200);
};

export const withKeys = async (world: World, ...keys: string[]): Promise<TestSecrets> => {
  const setting = await newProjectWithSecrets(world);
  for (const key of keys) await newSecret(world, setting, key);
  return setting;
};

export const namesIn = ({ body }: { body: any }): string =>
  (body.secrets as any[])
    .map(({ secretPath, secretKey, version }) => `${secretPath}:${secretKey}@${version}`)
    .join(' ');
