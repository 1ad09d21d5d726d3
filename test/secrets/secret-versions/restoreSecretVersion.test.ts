import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  expectedSecret,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  storedSecret,
  unchanged,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { checksSecretAccess } from './checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const later = '2030-01-01T00:10:00.000Z';

onEachDatabase('restoreSecretVersion', (world) => {
  const restore = (
    { admin }: Pick<TestSecrets, 'admin'>,
    secretId: string,
    version: string,
    as: { token: string } = admin,
  ) => world().clock.later(600, () => world().call('restoreSecretVersion', { as, params: { secretId, version } }));

  const secretMetadata = [
    { key: 'a', value: 'open', isEncrypted: false },
    { key: 'b', value: 'sealed', isEncrypted: true },
  ];
  const allFields = (tagIds: string[]) => ({
    secretValue: 'one ${dev.app.OTHER}',
    secretComment: 'first',
    secretMetadata,
    skipMultilineEncoding: true,
    secretReminderRepeatDays: 7,
    secretReminderNote: 'soon',
    tagIds,
  });
  const nothing = {
    secretValue: 'two',
    secretComment: '',
    secretMetadata: [],
    skipMultilineEncoding: false,
    secretReminderRepeatDays: null,
    tagIds: [],
  };

  it('writes all fields of an old version as a new one, with the current name', async () => {
    const setting = await newProjectWithSecrets(world());
    const { red, blue, admin, project } = setting;
    const { id } = await newHistory(world(), setting, 'OLD', [
      allFields([red.id, blue.id]),
      { ...nothing, newSecretName: 'NEW' },
    ]);
    expect(
      (await world().call('deleteTag', { as: admin, params: { projectId: project.id, tagId: red.id } })).status,
    ).to.equal(200);
    const before = await versionsOf(world(), id);
    const { status, body } = await restore(setting, id, '1');
    expect(status, JSON.stringify(body)).to.equal(200);
    const secret = expectedSecret(setting, {
      id,
      version: 3,
      secretKey: 'NEW',
      secretValue: 'one ${dev.app.OTHER}',
      secretComment: 'first',
      secretMetadata,
      skipMultilineEncoding: true,
      secretReminderRepeatDays: 7,
      secretReminderNote: 'soon',
      tags: [{ id: blue.id, slug: 'blue', name: 'blue', color: '#ffffff' }],
      updatedAt: later,
    });
    expect(body).to.deep.equal({ secret });
    expect((await world().call('getSecretById', { as: admin, params: { secretId: id } })).body).to.deep.equal({
      secret,
    });

    const stored = await storedSecret(world(), setting, 'NEW');
    expect(stored).to.deep.include({
      version: 3,
      key: 'NEW',
      value: 'one ${dev.app.OTHER}',
      comment: 'first',
      metadata: secretMetadata,
      tagIds: [blue.id],
      createdAt: later,
    });
    expect(stored!.elsewhere).to.deep.equal([{ environment: 'dev', path: '/app', key: 'OTHER' }]);
    expect((await versionsOf(world(), id)).slice(0, 2), 'the old versions').to.deep.equal(before);
    const { lastSecretModified } = await world()
      .server.parts.database.read<any>('secret_folders')
      .where({ id: setting.ids.dev })
      .first('lastSecretModified');
    expect(lastSecretModified).to.equal(later);
  });

  it('removes fields that the old version did not have', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [nothing, allFields([setting.red.id])]);
    expect((await restore(setting, id, '1')).status).to.equal(200);
    const stored = await storedSecret(world(), setting, 'KEY');
    expect(stored).to.deep.include({
      version: 3,
      value: 'two',
      comment: '',
      metadata: [],
      tagIds: [],
      elsewhere: [],
      skipMultilineEncoding: false,
      reminderRepeatDays: null,
      reminderNote: null,
    });
  });

  it('adds a version every time, also for the current version', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{ secretValue: 'one' }, { secretValue: 'two' }]);
    for (const [wanted, version, secretValue] of [
      ['1', 3, 'one'],
      ['1', 4, 'one'],
      ['4', 5, 'one'],
      ['2', 6, 'two'],
      ['3', 7, 'one'],
    ] as const) {
      expect((await restore(setting, id, wanted)).body.secret).to.include({ version, secretValue });
    }
    expect(await storedSecret(world(), setting, 'KEY')).to.include({ version: 7, value: 'one' });
  });

  it('gives concurrent requests different version numbers', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{ secretValue: 'one' }, { secretValue: 'two' }]);
    const update = secretCall(world, 'updateSecret');
    // All requests share one clock, so it does not advance.
    const again = (version: string) =>
      world().call('restoreSecretVersion', { as: setting.admin, params: { secretId: id, version } });
    const answers = await Promise.all([
      again('1'),
      again('1'),
      update(setting, 'KEY', { secretValue: 'three' }),
      again('2'),
      again('1'),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(answers.map(({ body }) => body.secret.version).sort()).to.deep.equal([3, 4, 5, 6, 7]);
    expect((await versionsOf(world(), id)).map(({ version }) => version)).to.deep.equal([1, 2, 3, 4, 5, 6, 7]);
  });

  it('is recorded without the restored fields', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'OLD', [
      { secretValue: 'canary-one', secretComment: 'canary-two' },
      { secretValue: 'x', newSecretName: 'NEW' },
    ]);
    const [entry, ...others] = await entriesOf(world(), await restore(setting, id, '1'));
    expect(others).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'restore-secret-version',
      projectId: setting.project.id,
      actorId: setting.admin.id,
    });
    expect(entry!.eventMetadata).to.deep.equal({
      environment: 'dev',
      secretPath: '/',
      secretId: id,
      secretKey: 'NEW',
      secretVersion: 3,
      restoredVersion: 1,
    });
  });

  it('refuses a redacted version, and finds only existing ones', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'one' },
      { secretValue: 'two' },
    ]);
    expect(
      (await world().call('redactSecretVersion', { as: setting.admin, params: { versionId: versionIds[0]! } })).status,
    ).to.equal(200);
    await unchanged(setting, async () => {
      expectError(await restore(setting, id, '1'), 400, 'BadRequest', /redacted/);
      for (const version of ['3', '2147483647'])
        expectError(await restore(setting, id, version), 404, 'NotFound', new RegExp(`no version ${version}`));
      expectIssues(await restore(setting, id, '0'), 'path version too_small');
      expectIssues(await restore(setting, id, '2147483648'), 'path version too_big');
      expectIssues(await restore(setting, id, 'first'), 'path version type');
    });
  });

  it('requires edit for the current tags and the restored tags', async () => {
    const setting = await newProjectWithSecrets(world());
    const { red, blue } = setting;
    const { id, versionIds } = await newHistory(world(), setting, 'KEY', [
      { tagIds: [red.id] },
      { tagIds: [blue.id] },
      { tagIds: [] },
    ]);
    const notRed = await newProjectIdentity(world(), setting, [
      rule(['edit', 'readValue']),
      deny('edit', { secretTags: { $in: ['red'] } }),
    ]);
    await unchanged(setting, async () => expectError(await restore(setting, id, '1', notRed), 403, 'PermissionDenied'));
    expect((await restore(setting, id, '2', notRed)).status).to.equal(200);
    expect((await restore(setting, id, '1')).status).to.equal(200);
    await world().call('redactSecretVersion', { as: setting.admin, params: { versionId: versionIds[0]! } });
    await unchanged(setting, async () => {
      expectError(await restore(setting, id, '2', notRed), 403, 'PermissionDenied');
      expectError(await restore(setting, id, '99', notRed), 403, 'PermissionDenied');
    });
    expect((await restore(setting, id, '3')).status).to.equal(200);
    // Only callers who could restore the version learn that it was redacted.
    await unchanged(setting, async () => expectError(await restore(setting, id, '1', notRed), 403, 'PermissionDenied'));
  });

  it('shows the value only to callers who may read it', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'OLD', [
      { secretValue: 'one', secretMetadata },
      { secretValue: 'two', newSecretName: 'KEY' },
    ]);
    const machine = await newProjectIdentity(world(), setting, [
      rule('edit'),
      rule('readValue', { secretName: 'OLD' }),
    ]);
    const { status, body } = await restore(setting, id, '1', machine);
    expect(status).to.equal(200);
    expect(body.secret).to.include({ version: 3, secretValue: '<hidden-by-infisical>', secretValueHidden: true });
    expect(body.secret.actor).to.include({ actorId: machine.id, actorType: 'identity' });
    expect(body.secret.secretMetadata[1].value).to.equal('<hidden-by-infisical>');
    expect(await storedSecret(world(), setting, 'KEY')).to.deep.include({ value: 'one', metadata: secretMetadata });
  });

  it('encrypts metadata if the project requires it now', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id } = await newHistory(world(), setting, 'KEY', [{ secretMetadata }, { secretMetadata: [] }]);
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('projects').where({ id: setting.project.id }).update({ enforceEncryptedSecretManagerSecretMetadata: true }),
    );
    expect((await restore(setting, id, '1')).status).to.equal(200);
    expect((await storedSecret(world(), setting, 'KEY'))!.metadata).to.deep.equal(
      secretMetadata.map((entry) => ({ ...entry, isEncrypted: true })),
    );
  });

  it('restores a personal secret without changing the folder or the shared secret', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY', { secretValue: 'ours' });
    const { id } = await newHistory(world(), setting, 'KEY', [
      { secretValue: 'mine', type: 'personal' },
      { secretValue: 'mine too' },
    ]);
    await secretCall(world, 'updateSecret')(setting, 'KEY', { newSecretName: 'OTHER' });
    const folders = () =>
      world().server.parts.database.read('secret_folders').where({ projectId: setting.project.id }).orderBy('id');
    const before = [await folders(), await storedSecret(world(), setting, 'OTHER')];
    const { body } = await restore(setting, id, '1');
    expect(body.secret).to.include({ type: 'personal', secretKey: 'OTHER', secretValue: 'mine', version: 3 });
    expect([await folders(), await storedSecret(world(), setting, 'OTHER')]).to.deep.equal(before);
    expect(await storedSecret(world(), setting, 'OTHER', { owner: setting.admin.id })).to.include({
      value: 'mine',
      version: 3,
    });
  });

  checksSecretAccess(world, ['edit', 'readValue'], (setting, { id }, as) => restore(setting, id, '1', as));
});
