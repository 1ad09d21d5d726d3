import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import {
  batchCall,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  unchanged,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newReader } from '../../support/fixtures/secret-reads.ts';
import { newHistory } from '../../support/fixtures/secret-versions.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('a value that may be changed but not read', (world) => {
  const update = secretCall(world, 'updateSecret');
  const location = {
    sourceEnvironment: 'dev',
    sourceSecretPath: '/',
    destinationEnvironment: 'dev',
    destinationSecretPath: '/app',
    shouldOverwrite: true,
  };

  /** May change everything in dev, and read secrets whose name starts with OPEN or that have the tag `red`. */
  const newEditor = (setting: TestSecrets): Promise<TestUser> =>
    newReader(
      world(),
      setting,
      rule(['describeSecret', 'create', 'edit', 'delete'], { environment: 'dev' }),
      rule('readValue', { secretName: { $glob: 'OPEN*' } }),
      rule('readValue', { secretTags: { $in: ['red'] } }),
    );

  const ways: Readonly<Record<string, (setting: TestSecrets, as: TestUser) => Promise<Response>>> = {
    'another name': (setting, as) => update(setting, 'KEY', { newSecretName: 'OPEN' }, as),
    'another name and value': (setting, as) =>
      update(setting, 'KEY', { newSecretName: 'OPEN', secretValue: 'new' }, as),
    'another name in a batch': (setting, as) =>
      batchCall(world, 'updateSecrets')(setting, { secrets: [{ secretKey: 'KEY', newSecretName: 'OPEN' }] }, as),
    'other tags': (setting, as) => update(setting, 'KEY', { tagIds: [setting.red.id] }, as),
  };
  for (const [way, change] of Object.entries(ways)) {
    it(`cannot be read by giving it ${way}`, async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const as = await newEditor(setting);
      await unchanged(setting, async () =>
        expectError(await change(setting, as), 403, 'PermissionDenied', /read the values of secrets/),
      );
    });
  }

  it('cannot be read by restoring the tags of an old version', async () => {
    const setting = await newProjectWithSecrets(world());
    const { id: secretId } = await newHistory(world(), setting, 'KEY', [
      { tagIds: [setting.red.id] },
      { tagIds: [], secretValue: 'hidden' },
    ]);
    const as = await newEditor(setting);
    await unchanged(setting, async () =>
      expectError(
        await world().call('restoreSecretVersion', { as, params: { secretId, version: '1' } }),
        403,
        'PermissionDenied',
        /read the values of secrets/,
      ),
    );
  });

  for (const [way, change] of Object.entries({
    'other tags': { tagIds: true },
    'its former name': { newSecretName: 'KEY' },
    'a third name': { newSecretName: 'PUBLIC' },
  })) {
    it(`cannot be read as an old version by giving the secret ${way}`, async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      expect((await update(setting, 'KEY', { newSecretName: 'OPEN', secretValue: 'new' })).status).to.equal(200);
      const as = await newEditor(setting);
      const body = 'tagIds' in change ? { tagIds: [setting.red.id] } : change;
      await unchanged(setting, async () =>
        expectError(await update(setting, 'OPEN', body, as), 403, 'PermissionDenied', /read the values of secrets/),
      );
      expect(
        (await update(setting, 'OPEN', body, await newReader(world(), setting, rule(['read', 'edit', 'delete']))))
          .status,
      ).to.equal(200);
    });
  }

  for (const operation of ['moveSecrets', 'duplicateSecrets'] as const) {
    it(`cannot be read by overwriting another secret: ${operation}`, async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'KEY', { secretPath: '/app' });
      const as = await newEditor(setting);
      const body = {
        projectId: setting.project.id,
        ...location,
        secretIds: [id],
        ...(operation === 'duplicateSecrets' && { attributesToCopy: { value: true, tags: true } }),
      };
      await unchanged(setting, async () =>
        expectError(await world().call(operation, { as, body }), 403, 'PermissionDenied', /read the values of secrets/),
      );
    });
  }

  it('can still get a name and tags that do not change whether it is readable', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    await newSecret(world(), setting, 'OPEN');
    const as = await newEditor(setting);
    const hidden = await update(setting, 'KEY', { newSecretName: 'OTHER', tagIds: [setting.blue.id] }, as);
    expect([hidden.status, hidden.body.secret.secretValueHidden]).to.deep.equal([200, true]);
    const shown = await update(setting, 'OPEN', { newSecretName: 'OPENED', tagIds: [setting.red.id] }, as);
    expect([shown.status, shown.body.secret.secretValueHidden]).to.deep.equal([200, false]);
    const gone = await update(setting, 'OPENED', { newSecretName: 'CLOSED', tagIds: [] }, as);
    expect([gone.status, gone.body.secret.secretValueHidden]).to.deep.equal([200, true]);
  });
});
