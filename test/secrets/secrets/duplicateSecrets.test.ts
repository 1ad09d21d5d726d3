import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  storedSecret,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('duplicateSecrets', (world) => {
  const call = (
    { project, admin }: TestSecrets,
    secretIds: readonly string[],
    changes: Readonly<Record<string, unknown>> = {},
    as: { token: string } = admin,
  ) =>
    world().call('duplicateSecrets', {
      as,
      body: {
        projectId: project.id,
        sourceEnvironment: 'dev',
        sourceSecretPath: '/',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/app',
        secretIds,
        ...changes,
      },
    });

  const all = { value: true, comment: true, tags: true, metadata: true, skipMultilineEncoding: true };
  const content = ({ red }: TestSecrets) => ({
    secretValue: 'v ${prod.X}',
    secretComment: 'c',
    tagIds: [red.id],
    secretMetadata: [{ key: 'pin', value: '1234', isEncrypted: true }],
    skipMultilineEncoding: true,
    secretReminderRepeatDays: 3,
  });

  it('copies secrets and returns the result for each', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id: a } = await newSecret(world(), setting, 'A', content(setting));
    await newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'mine' });
    const { id: b } = await newSecret(world(), setting, 'B');
    const { status, body } = await world().clock.later(60, () => call(setting, [b, a, b], { attributesToCopy: all }));
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(await setting.names()).to.equal('/:A /:B /app:A /app:B');
    const copy = (await storedSecret(world(), setting, 'A', { path: '/app' }))!;
    const other = (await storedSecret(world(), setting, 'B', { path: '/app' }))!;
    expect(body).to.deep.equal({
      results: [
        { sourceSecretId: b, sourceSecretKey: 'B', destinationSecretId: other.row.id },
        { sourceSecretId: a, sourceSecretKey: 'A', destinationSecretId: copy.row.id },
      ],
    });
    expect(copy.row).to.include({ version: 1, createdAt: later });
    expect(copy).to.deep.include({
      value: 'v ${prod.X}',
      comment: 'c',
      tagIds: [setting.red.id],
      metadata: content(setting).secretMetadata,
      skipMultilineEncoding: true,
      reminderRepeatDays: null,
    });
    expect(copy.elsewhere).to.deep.equal([{ environment: 'prod', path: '/', key: 'X' }]);
    expect(await storedSecret(world(), setting, 'A', { path: '/app', owner: setting.admin.id })).to.equal(undefined);
    expect((await storedSecret(world(), setting, 'A'))!.row).to.include({ id: a, version: 1 });
    const [folders] = (await setting.rows()) as any[][];
    expect(
      folders!.filter(({ lastSecretModified }) => lastSecretModified === later).map(({ path }) => path),
    ).to.deep.equal(['/app']);
    const entry = (await setting.entries()).at(-1);
    expect(entry.eventType).to.equal('duplicate-secret');
    expect(entry.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      secrets: [
        { secretId: other.row.id, secretKey: 'B', secretVersion: 1 },
        { secretId: copy.row.id, secretKey: 'A', secretVersion: 1 },
      ],
    });
  });

  it('copies only the requested fields', async () => {
    const expected = { value: 'v ${prod.X}', comment: 'c', tags: 1, metadata: 1, skipMultilineEncoding: true };
    const empty = { value: '', comment: '', tags: 0, metadata: 0, skipMultilineEncoding: null };
    for (const attribute of [undefined, ...(Object.keys(all) as (keyof typeof all)[])]) {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'A', content(setting));
      expect((await call(setting, [id], attribute ? { attributesToCopy: { [attribute]: true } } : {})).status).to.equal(
        200,
      );
      const { value, comment, tagIds, metadata, skipMultilineEncoding } = (await storedSecret(world(), setting, 'A', {
        path: '/app',
      }))!;
      expect({ value, comment, tags: tagIds.length, metadata: metadata.length, skipMultilineEncoding }).to.deep.equal({
        ...empty,
        ...(attribute && { [attribute]: expected[attribute] }),
      });
    }
  });

  it('overwrites existing secrets only on request, and only the requested fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', content(setting));
    const { id: target } = await newSecret(world(), setting, 'A', {
      secretPath: '/app',
      secretValue: 'old',
      secretComment: 'old',
      tagIds: [setting.blue.id],
    });
    await unchanged(setting, async () => {
      expectError(
        await call(setting, [id], { attributesToCopy: all }),
        400,
        'BadRequest',
        /already exists.*'\/app'.*'A'/,
      );
      const nothing = await call(setting, [id], { shouldOverwrite: true });
      expect(nothing.body.results).to.deep.equal([
        { sourceSecretId: id, sourceSecretKey: 'A', destinationSecretId: target },
      ]);
    });
    const { body } = await call(setting, [id], { shouldOverwrite: true, attributesToCopy: { value: true } });
    expect(body.results[0].destinationSecretId).to.equal(target);
    expect(await storedSecret(world(), setting, 'A', { path: '/app' })).to.deep.include({
      value: 'v ${prod.X}',
      comment: 'old',
      tagIds: [setting.blue.id],
      version: 2,
    });
    expect(await versionsOf(world(), target)).to.have.length(2);
  });

  it('finds only shared secrets in the source folder', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A');
    const { id: elsewhere } = await newSecret(world(), setting, 'B', { secretPath: '/app' });
    const { id: personal } = await newSecret(world(), setting, 'A', { type: 'personal' });
    await unchanged(setting, async () => {
      for (const unknown of [elsewhere, personal, 'unknown'])
        expectError(await call(setting, [id, unknown]), 404, 'NotFound', /'\/'.*'dev'/);
      for (const name of ['sourceSecretPath', 'destinationSecretPath'])
        expectError(await call(setting, [id], { [name]: '/nowhere' }), 404, 'NotFound', /'\/nowhere'/);
      expectIssues(await call(setting, [id], { destinationSecretPath: '/' }), 'body destinationSecretPath invalid');
    });
    expect(
      (await call(setting, [id], { destinationEnvironment: 'prod', destinationSecretPath: undefined })).status,
    ).to.equal(200);
    expect(await setting.names('prod')).to.equal('/:A');
  });

  it('validates the request', async () => {
    const setting = await newProjectWithSecrets(world());
    await unchanged(setting, async () => {
      expectIssues(await call(setting, []), 'body secretIds too_small');
      expectIssues(
        await call(
          setting,
          Array.from({ length: 51 }, (_, number) => `${number}`),
        ),
        'body secretIds too_big',
      );
      expectError(
        await call(
          setting,
          Array.from({ length: 50 }, (_, number) => `${number}`),
        ),
        404,
        'NotFound',
      );
      expectIssues(
        await call(setting, ['x'], { attributesToCopy: { value: 1 }, destinationEnvironment: '' }),
        'body attributesToCopy.value type',
        'body destinationEnvironment too_small',
      );
      expectIssues(await call(setting, ['x'], { attributesToCopy: [] }), 'body attributesToCopy type');
    });
  });

  it('requires read at the source, and create or edit at the destination', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newSecret(world(), setting, 'A', content(setting));
    const { id: clash } = await newSecret(world(), setting, 'B', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'B', { secretPath: '/app' });
    const attempt = async (
      secretId: string,
      changes: Readonly<Record<string, unknown>>,
      ...rules: ReturnType<typeof rule>[]
    ) => call(setting, [secretId], changes, await newProjectIdentity(world(), setting, rules));
    const describe = rule('describeSecret', { secretPath: '/' });
    const read = rule('readValue', { secretPath: '/' });
    const create = rule('create', { secretPath: '/app' });
    const edit = rule('edit', { secretPath: '/app' });
    const value = { attributesToCopy: { value: true } };
    await unchanged(setting, async () => {
      const refused: [string, Readonly<Record<string, unknown>>, ...ReturnType<typeof rule>[]][] = [
        [id, value, describe, create],
        [id, { attributesToCopy: { metadata: true } }, describe, create],
        [id, {}, read, create],
        [id, {}, describe, edit],
        [id, { shouldOverwrite: true }, describe, edit],
        [id, {}, describe, create, deny('describeSecret', { secretName: 'A' })],
        [id, { attributesToCopy: { tags: true } }, describe, create, deny('create', { secretTags: { $in: ['red'] } })],
        [clash, { shouldOverwrite: true, ...value }, read, create],
        [
          clash,
          { shouldOverwrite: true, attributesToCopy: { tags: true } },
          describe,
          edit,
          deny('edit', { secretTags: { $in: ['red'] } }),
        ],
      ];
      for (const [secretId, changes, ...rules] of refused)
        expectError(await attempt(secretId, changes, ...rules), 403, 'PermissionDenied');
      expectError(
        await call(setting, [id], {}, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      expectError(await call(setting, [id], {}, (await newProjectWithSecrets(world())).admin), 404, 'NotFound');
    });
    expect((await attempt(clash, { shouldOverwrite: true, ...value }, read, edit)).status).to.equal(200);
    expect((await attempt(id, { attributesToCopy: { comment: true, tags: true } }, describe, create)).status).to.equal(
      200,
    );
  });
});
