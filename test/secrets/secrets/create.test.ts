import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { SealError } from '../../../src/platform/crypto/sealing.ts';
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
import { start } from '../../support/fixtures/secret-folders.ts';
import { newTag } from '../../support/fixtures/tags.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFields, checksFolderParameters, refusesUnauthorized } from './checks.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** The tests of creating one secret in both API versions. */
const testCreating = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('creates the secret and returns it', async () => {
      const setting = await newProjectWithSecrets(world());
      const { status, body } = await call(setting, 'DATABASE_URL', { secretValue: 'postgres://app@db/app' });
      expect(status, JSON.stringify(body)).to.equal(200);
      const { id } = body.secret as { id: string };
      expect(body).to.deep.equal({
        secret: expectedSecret(setting, { id, secretKey: 'DATABASE_URL', secretValue: 'postgres://app@db/app' }),
      });
      expect(await storedSecret(world(), setting, 'DATABASE_URL')).to.include({
        value: 'postgres://app@db/app',
        comment: '',
        version: 1,
      });
      const [entry, ...more] = await setting.entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({
        eventType: 'create-secret',
        actorId: setting.admin.id,
        operation,
        projectName: setting.project.name,
      });
      expect(entry.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secretId: id,
        secretKey: 'DATABASE_URL',
        secretVersion: 1,
      });
    });

    it('stores all fields, and encrypts the secret ones', async () => {
      const setting = await newProjectWithSecrets(world());
      const as = await newProjectIdentity(world(), setting, [rule('create')]);
      const content = {
        secretPath: '/app',
        secretValue: 'canary-value ${prod.a.b.KEY} ${OWN} ${prod.a.b.KEY} ${@other.dev.KEY}',
        secretComment: 'canary-comment',
        secretMetadata: [
          { key: 'team', value: 'payments' },
          { key: 'pin', value: 'canary-metadata', isEncrypted: true },
          { key: 'bare' },
        ],
        tagIds: [setting.red.id, setting.blue.id, setting.red.id],
        skipMultilineEncoding: true,
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 30,
        type: 'shared',
        id: 'ignored',
        metadata: { ignored: 'too' },
      };
      const { body } = await call(setting, 'KEY', content, as);
      const tag = ({ id, slug, color }: { id: string; slug: string; color: string | null }) => ({
        id,
        slug,
        name: slug,
        color,
      });
      const expected = {
        id: body.secret.id as string,
        secretKey: 'KEY',
        secretPath: '/app',
        secretValue: content.secretValue,
        secretComment: 'canary-comment',
        secretMetadata: [
          { key: 'team', value: 'payments', isEncrypted: false },
          { key: 'pin', value: 'canary-metadata', isEncrypted: true },
          { key: 'bare', value: '', isEncrypted: false },
        ],
        tags: [tag(setting.blue), tag(setting.red)],
        skipMultilineEncoding: true,
        secretReminderNote: 'Rotate it',
        secretReminderRepeatDays: 30,
        actor: { actorId: as.id, actorType: 'identity', name: 'Test identity', membershipId: null, groupId: null },
      };
      expect(body.secret).to.deep.equal(expectedSecret(setting, expected));

      const stored = (await storedSecret(world(), setting, 'KEY', { path: '/app' }))!;
      expect(stored).to.deep.include({
        value: content.secretValue,
        comment: 'canary-comment',
        metadata: expected.secretMetadata,
        skipMultilineEncoding: true,
        reminderNote: 'Rotate it',
        reminderRepeatDays: 30,
      });
      expect(stored.references).to.deep.equal([
        { environment: 'prod', path: '/a/b', key: 'KEY' },
        { environment: null, path: null, key: 'OWN' },
        { project: 'other', projectId: null, environment: 'dev', path: '/', key: 'KEY' },
      ]);
      expect(stored.elsewhere).to.deep.equal([{ environment: 'prod', path: '/a/b', key: 'KEY' }]);
      expect(stored.tagIds).to.have.members([setting.red.id, setting.blue.id]);
      const [folders] = (await setting.rows()) as [{ path: string; lastSecretModified: string | null }[]];
      expect(folders.filter(({ lastSecretModified }) => lastSecretModified !== null)).to.have.length(1);
      expect(folders.find(({ path }) => path === '/app')!.lastSecretModified).to.equal(start);

      const everything = JSON.stringify([await setting.rows(), await setting.entries()]);
      for (const part of ['value', 'comment', 'metadata'])
        expect(everything.includes(`canary-${part}`), part).to.equal(false);
    });

    it('stores values as they are sent', async () => {
      const setting = await newProjectWithSecrets(world());
      for (const [index, value] of ['  a b\t', 'a\n', '\n a \r\n\n', '', ' ', '\n', '\uFEFFé\u2028ü\u00A0'].entries()) {
        expect((await call(setting, `KEY${index}`, { secretValue: value })).body.secret.secretValue).to.equal(value);
        expect(await storedSecret(world(), setting, `KEY${index}`)).to.include({ value });
      }
      const long = 'v'.repeat(1_000_000);
      expect((await call(setting, 'LONG', { secretValue: long })).body.secret.secretValue).to.equal(long);
      expect((await call(setting, 'TOO_LONG', { secretValue: 'v'.repeat(1_048_576) })).status).to.equal(413);
    });

    it('treats nulls, zeros and empty strings as missing', async () => {
      const setting = await newProjectWithSecrets(world());
      const nothing = { secretComment: '', tagIds: [], skipMultilineEncoding: null, secretMetadata: [] };
      const none = [
        { secretReminderNote: '', secretReminderRepeatDays: 0 },
        { secretReminderNote: null, secretReminderRepeatDays: null },
        { secretReminderNote: 'Without days' },
      ];
      for (const [index, reminder] of none.entries()) {
        const { body } = await call(setting, `KEY${index}`, {
          secretValue: 'v',
          secretPath: '',
          ...nothing,
          ...reminder,
        });
        expect(body.secret).to.deep.equal(
          expectedSecret(setting, { id: body.secret.id as string, secretKey: `KEY${index}`, secretValue: 'v' }),
        );
      }
      expect(
        (await call(setting, 'KEY', { secretValue: 'v', secretReminderNote: '', secretReminderRepeatDays: 1 })).body
          .secret,
      ).to.include({ secretReminderNote: null, secretReminderRepeatDays: 1 });
    });

    it('validates the name and fields', async () => {
      const setting = await newProjectWithSecrets(world());
      await unchanged(setting, async () => {
        for (const name of ['a:b', 'a/b', ' a', 'a ', 'a\tb', 'a\u007f'])
          expectIssues(await call(setting, name, { secretValue: 'v' }), 'path secretName pattern');
        expectIssues(await call(setting, 'n'.repeat(256), { secretValue: 'v' }), 'path secretName too_big');
        expectIssues(await call(setting, 'KEY', {}), 'body secretValue required');
        expectIssues(await call(setting, 'KEY', { secretValue: 'v', type: 'other' }), 'body type enum');
      });
      for (const name of ['n'.repeat(255), 'a b', 'a.b-c_d', 'é', 'x'])
        expect((await call(setting, name, { secretValue: 'v' })).body.secret.secretKey).to.equal(name);
      await checksFields(setting, '', (content) => call(setting, 'KEY', { secretValue: 'v', ...content }));
    });

    it('refuses an existing name, names it, and changes nothing', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      await unchanged(setting, async () =>
        expectError(
          await call(setting, 'KEY', { secretValue: 'other' }),
          400,
          'BadRequest',
          /^Secret already exists .*'\/'.*'dev'.*'KEY'/,
        ),
      );
      expect((await call(setting, 'key', { secretValue: 'v' })).status, 'another case').to.equal(200);
      expect((await call(setting, 'KEY', { secretValue: 'v', secretPath: '/app' })).status, 'another folder').to.equal(
        200,
      );
      expect(
        (await call(setting, 'KEY', { secretValue: 'v', environment: 'prod' })).status,
        'another environment',
      ).to.equal(200);
    });

    it('accepts only tags of the project', async () => {
      const setting = await newProjectWithSecrets(world());
      const foreign = await newProjectWithSecrets(world());
      await unchanged(setting, async () => {
        for (const id of [foreign.red.id, 'unknown'])
          expectError(
            await call(setting, 'KEY', { secretValue: 'v', tagIds: [setting.red.id, id] }),
            404,
            'NotFound',
            /Tag not found/,
          );
      });
    });

    it('encrypts metadata if the project requires it', async () => {
      const setting = await newProjectWithSecrets(world());
      await world().server.parts.database.transaction(ofInstance, ({ db }) =>
        db('projects').where({ id: setting.project.id }).update({ enforceEncryptedSecretManagerSecretMetadata: true }),
      );
      const secretMetadata = [{ key: 'a', value: 'b', isEncrypted: true }];
      await unchanged(setting, async () =>
        expectError(
          await call(setting, 'KEY', { secretValue: 'v', secretMetadata: [...secretMetadata, { key: 'c' }] }),
          400,
          'BadRequest',
          /encrypted/,
        ),
      );
      expect((await call(setting, 'KEY', { secretValue: 'v', secretMetadata })).status).to.equal(200);
    });

    it('checks environment, path, name and tags of the new secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'APP_KEY', { tagIds: [setting.red.id] });
      const { id } = await newTag(world(), setting.project, 'green');
      const conditions = {
        environment: 'dev',
        secretPath: { $glob: '/app/**' },
        secretName: { $glob: 'APP_*' },
        secretTags: { $in: ['red', 'blue'] },
      };
      const as = await newProjectIdentity(world(), setting, [
        rule('create', conditions),
        deny('create', { secretTags: { $in: ['green'] } }),
      ]);
      const right = { secretValue: 'v', secretPath: '/app', tagIds: [setting.red.id] };
      await unchanged(setting, async () => {
        const refused: [string, object][] = [
          ['OTHER', {}],
          ['APP_KEY', { secretPath: '/' }],
          ['APP_KEY', { environment: 'prod' }],
          ['APP_KEY', { tagIds: [] }],
          ['APP_KEY', { tagIds: undefined }],
          ['APP_KEY', { tagIds: [setting.red.id, id] }],
        ];
        for (const [name, changes] of refused)
          expectError(await call(setting, name, { ...right, ...changes }, as), 403, 'PermissionDenied');
      });
      expect((await call(setting, 'APP_KEY', right, as)).status).to.equal(200);
      await unchanged(setting, async () => {
        expectError(await call(setting, 'APP_KEY', right, as), 400, 'BadRequest', /already exists/);
        expectError(await call(setting, 'APP_KEY', { ...right, tagIds: [] }, as), 403, 'PermissionDenied');
      });
    });

    it('binds each ciphertext to its row: it cannot be decrypted in another one', async () => {
      const setting = await newProjectWithSecrets(world());
      const body = {
        secretValue: 'same',
        secretComment: 'same',
        secretMetadata: [{ key: 'k', value: 'same', isEncrypted: true }],
      };
      const [one, other] = [
        await newSecret(world(), setting, 'ONE', body),
        await newSecret(world(), setting, 'OTHER', body),
      ];
      const [[first], [second]] = [await versionsOf(world(), one.id), await versionsOf(world(), other.id)] as [
        [any],
        [any],
      ];
      expect(first.sealedValue).not.to.equal(second.sealedValue);
      expect(await decryptedVersion(world(), first)).to.include({ value: 'same', comment: 'same' });
      for (const part of ['sealedValue', 'sealedComment', 'metadata', 'version'] as const) {
        const error = await decryptedVersion(world(), { ...first, [part]: part === 'version' ? 2 : second[part] }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error, part).to.be.instanceOf(SealError);
      }
    });

    const subject = { operation, action: 'create', body: { secretValue: 'v' } } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['createSecret', 'createRawSecret'] as const) testCreating(operation);
