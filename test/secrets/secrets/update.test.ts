import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  deny,
  expectedSecret,
  newProjectWithSecrets,
  newSecret,
  decryptedVersion,
  rule,
  secretCall,
  storedSecret,
  unchanged,
  versionsOf,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFields, checksFolderParameters, refusesUnauthorized } from './checks.ts';

const hidden = '<hidden-by-infisical>';

/** The tests of updating one secret in both API versions. */
const testUpdating = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('adds a version and returns the secret', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY', { secretValue: 'first ${prod.A}' });
      const change = {
        newSecretName: 'OTHER',
        secretValue: 'second ${prod.B}',
        secretComment: 'Second',
        secretMetadata: [{ key: 'pin', value: '1234', isEncrypted: true }],
        tagIds: [setting.blue.id],
        skipMultilineEncoding: true,
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 7,
        secretName: 'ignored',
      };
      const { status, body } = await world().clock.later(60, () => call(setting, 'KEY', change));
      expect(status, JSON.stringify(body)).to.equal(200);
      const { id: tagId, slug, color } = setting.blue;
      const expected = {
        id,
        version: 2,
        secretKey: 'OTHER',
        secretValue: 'second ${prod.B}',
        secretComment: 'Second',
        secretMetadata: change.secretMetadata,
        tags: [{ id: tagId, slug, name: slug, color }],
        skipMultilineEncoding: true,
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 7,
        updatedAt: later,
      };
      expect(body).to.deep.equal({ secret: expectedSecret(setting, expected) });

      const stored = (await storedSecret(world(), setting, 'OTHER'))!;
      expect(stored.row).to.include({ id, version: 2, updatedAt: later });
      expect(stored).to.deep.include({
        value: 'second ${prod.B}',
        comment: 'Second',
        elsewhere: [{ environment: 'prod', path: '/', key: 'B' }],
      });
      const versions = await versionsOf(world(), id);
      expect(versions.map(({ version, key }) => `${version} ${key}`)).to.deep.equal(['1 KEY', '2 OTHER']);
      expect(await decryptedVersion(world(), versions[0]!)).to.deep.include({
        value: 'first ${prod.A}',
        comment: '',
        tagIds: [],
      });
      const [folders] = (await setting.rows()) as [{ path: string; lastSecretModified: string | null }[]];
      expect(folders.find(({ lastSecretModified }) => lastSecretModified === later)).to.include({ path: '/' });

      const entries = await setting.entries();
      expect(entries.map(({ eventType }) => eventType)).to.deep.equal(['create-secret', 'update-secret']);
      expect(entries[1].eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secretId: id,
        secretKey: 'OTHER',
        secretVersion: 2,
      });
    });

    it('keeps omitted fields', async () => {
      const setting = await newProjectWithSecrets(world());
      const content = {
        secretValue: 'v ${prod.A}',
        secretComment: 'c',
        secretMetadata: [{ key: 'pin', value: '1234', isEncrypted: true }],
        tagIds: [setting.red.id],
        skipMultilineEncoding: true,
        secretReminderNote: 'n',
        secretReminderRepeatDays: 7,
      };
      await newSecret(world(), setting, 'KEY', content);
      const kept = async () => {
        const { value, comment, metadata, tagIds, skipMultilineEncoding, reminderNote, reminderRepeatDays, elsewhere } =
          (await storedSecret(world(), setting, 'KEY'))!;
        return { value, comment, metadata, tagIds, skipMultilineEncoding, reminderNote, reminderRepeatDays, elsewhere };
      };
      let expected = await kept();
      const changes: [Record<string, unknown>, object][] = [
        [{ secretValue: 'w' }, { value: 'w', elsewhere: [] }],
        [{ secretComment: '' }, { comment: '' }],
        [{ secretMetadata: [] }, { metadata: [] }],
        [{ tagIds: [] }, { tagIds: [] }],
        [{ skipMultilineEncoding: null }, { skipMultilineEncoding: null }],
        [{ secretReminderNote: 'm' }, { reminderNote: 'm' }],
        [{ secretReminderRepeatDays: 8 }, { reminderRepeatDays: 8 }],
        [{ secretReminderRepeatDays: 0, secretReminderNote: '', secretComment: 'd' }, { comment: 'd' }],
        [{ secretValue: 'w' }, {}],
      ];
      for (const [index, [change, outcome]] of changes.entries()) {
        expect((await call(setting, 'KEY', change)).body.secret.version).to.equal(index + 2);
        expected = { ...expected, ...outcome };
        expect(await kept()).to.deep.equal(expected);
      }
    });

    it('changes nothing if no field is given', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY');
      const before = await setting.rows();
      const { status, body } = await world().clock.later(60, () =>
        call(setting, 'KEY', { type: 'shared', secretPath: '/', metadata: {} }),
      );
      expect(status).to.equal(200);
      expect(body.secret).to.deep.equal(expectedSecret(setting, { id, secretKey: 'KEY', secretValue: 'value of KEY' }));
      expect(await setting.rows()).to.deep.equal(before);
    });

    it('is recorded as a read if it changes nothing and shows the value', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY');
      const [entry, ...others] = await entriesOf(world(), await call(setting, 'KEY', {}));
      expect(others).to.deep.equal([]);
      expect(entry).to.include({ eventType: 'get-secret', operation, projectId: setting.project.id });
      expect(entry!.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secretId: id,
        secretKey: 'KEY',
        secretVersion: 1,
      });
      const withoutRead = await newProjectIdentity(world(), setting, [rule('edit')]);
      expect(await entriesOf(world(), await call(setting, 'KEY', {}, withoutRead))).to.deep.equal([]);
    });

    it('shows the value only to callers who may read the updated secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY', {
        secretMetadata: [
          { key: 'pin', value: '1234', isEncrypted: true },
          { key: 'team', value: 'a' },
        ],
      });
      const withoutRead = await newProjectIdentity(world(), setting, [rule('edit')]);
      const { body } = await call(setting, 'KEY', { secretValue: 'new' }, withoutRead);
      expect(body.secret).to.include({ secretValue: hidden, secretValueHidden: true, version: 2 });
      expect(body.secret.secretMetadata).to.deep.equal([
        { key: 'pin', value: hidden, isEncrypted: true },
        { key: 'team', value: 'a', isEncrypted: false },
      ]);
      expect((await call(setting, 'KEY', {}, withoutRead)).body.secret).to.include({
        secretValue: hidden,
        secretValueHidden: true,
        version: 2,
      });
      expect(await storedSecret(world(), setting, 'KEY')).to.include({ value: 'new' });
      const reader = await newProjectIdentity(world(), setting, [
        rule('edit'),
        rule('readValue', { secretName: 'READABLE' }),
      ]);
      await newSecret(world(), setting, 'READABLE', { secretValue: 'new' });
      expect((await call(setting, 'READABLE', {}, reader)).body.secret).to.include({
        secretValue: 'new',
        secretValueHidden: false,
      });
      expect((await call(setting, 'READABLE', { newSecretName: 'HIDDEN' }, reader)).body.secret).to.include({
        secretValue: hidden,
        secretValueHidden: true,
      });
    });

    it('refuses a name that is in use or invalid, and an unknown secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      await newSecret(world(), setting, 'TAKEN');
      await unchanged(setting, async () => {
        expectError(
          await call(setting, 'KEY', { newSecretName: 'TAKEN', secretValue: 'x' }),
          400,
          'BadRequest',
          /already exists.*'TAKEN'/,
        );
        expectError(await call(setting, 'MISSING', { secretValue: 'x' }), 404, 'NotFound', /not found.*'MISSING'/);
        expectError(await call(setting, 'MISSING', {}), 404, 'NotFound');
        expectError(await call(setting, 'KEY', { secretValue: 'x', secretPath: '/app' }), 404, 'NotFound', /'\/app'/);
        for (const newSecretName of ['a:b', 'a/b', ' a'])
          expectIssues(await call(setting, 'KEY', { newSecretName }), 'body newSecretName pattern');
        expectIssues(await call(setting, 'KEY', { newSecretName: 'n'.repeat(256) }), 'body newSecretName too_big');
        expectIssues(
          await call(setting, 'KEY', { newSecretName: '' }),
          'body newSecretName too_small',
          'body newSecretName pattern',
        );
      });
      expect((await call(setting, 'KEY', { newSecretName: 'KEY' })).body.secret).to.include({
        secretKey: 'KEY',
        version: 2,
      });
      expect((await call(setting, 'KEY', { newSecretName: 'n'.repeat(255) })).status).to.equal(200);
    });

    it('validates fields', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      await checksFields(setting, '', (content) => call(setting, 'KEY', content));
    });

    it('checks the fields before and after the update', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'APP_KEY', { tagIds: [setting.red.id] });
      await newSecret(world(), setting, 'OTHER', { tagIds: [setting.red.id] });
      const reds = await newProjectIdentity(world(), setting, [rule('edit', { secretTags: { $in: ['red'] } })]);
      const names = await newProjectIdentity(world(), setting, [rule('edit', { secretName: { $glob: 'APP_*' } })]);
      const paths = await newProjectIdentity(world(), setting, [rule('edit', { secretPath: '/app' })]);
      const notBlue = await newProjectIdentity(world(), setting, [
        rule('edit'),
        deny('edit', { secretTags: { $in: ['blue'] } }),
      ]);
      await unchanged(setting, async () => {
        for (const tagIds of [[], [setting.blue.id]])
          expectError(await call(setting, 'APP_KEY', { tagIds }, reds), 403, 'PermissionDenied');
        expectError(
          await call(setting, 'MISSING', { tagIds: [setting.red.id] }, reds),
          403,
          'PermissionDenied',
          /edit secrets/,
        );
        expectError(await call(setting, 'APP_KEY', { newSecretName: 'OTHER' }, names), 403, 'PermissionDenied');
        expectError(await call(setting, 'OTHER', { newSecretName: 'APP_KEY' }, names), 403, 'PermissionDenied');
        expectError(await call(setting, 'APP_KEY', { secretValue: 'x' }, paths), 403, 'PermissionDenied');
        expectError(
          await call(setting, 'APP_KEY', { tagIds: [setting.red.id, setting.blue.id] }, notBlue),
          403,
          'PermissionDenied',
        );
        expectError(await call(setting, 'APP_MISSING', { secretValue: 'x' }, names), 404, 'NotFound');
      });
      expect((await call(setting, 'APP_KEY', { tagIds: [setting.red.id, setting.blue.id] }, reds)).status).to.equal(
        200,
      );
      expect((await call(setting, 'APP_KEY', { newSecretName: 'APP_NEW' }, names)).status).to.equal(200);
      await unchanged(setting, async () =>
        expectError(await call(setting, 'APP_NEW', { tagIds: [] }, notBlue), 403, 'PermissionDenied'),
      );
    });

    const subject = { operation, action: 'edit', body: { secretValue: 'v' } } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['updateSecret', 'updateRawSecret'] as const) testUpdating(operation);
