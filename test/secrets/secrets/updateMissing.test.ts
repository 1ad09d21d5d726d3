import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { batchCall, deny, rule, storedSecret, unchanged } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { namesIn, withKeys } from './checks.ts';

/** The tests of batch updates with secrets that do not exist. */
const testUpdatingMissing = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = batchCall(world, operation);

    it('fails, ignores or creates missing secrets', async () => {
      const setting = await withKeys(world(), 'A');
      const secrets = [
        { secretKey: 'MISSING', newSecretName: 'MADE', secretComment: 'c', tagIds: [setting.red.id] },
        { secretKey: 'A', secretValue: 'new' },
        { secretKey: 'ALSO', secretValue: 'v' },
      ];
      await unchanged(setting, async () => {
        for (const mode of [undefined, 'failOnNotFound'])
          expectError(await call(setting, { mode, secrets }), 404, 'NotFound', /not found.*'MISSING', 'ALSO'/);
        expectIssues(await call(setting, { mode: 'other', secrets }), 'body mode enum');
        const none = await call(setting, {
          mode: 'ignore',
          secrets: secrets.filter(({ secretKey }) => secretKey !== 'A'),
        });
        expect(none.body).to.deep.equal({ secrets: [] });
      });
      expect(namesIn(await call(setting, { mode: 'ignore', secrets }))).to.equal('/:A@2');
      const made = await call(setting, { mode: 'upsert', secrets });
      expect(namesIn(made)).to.equal('/:MADE@1 /:A@3 /:ALSO@1');
      expect(made.body.secrets[0]).to.include({ secretValue: '', secretValueHidden: false, secretComment: 'c' });
      expect(await storedSecret(world(), setting, 'MADE')).to.deep.include({
        value: '',
        comment: 'c',
        tagIds: [setting.red.id],
      });
      expect(
        (await setting.entries())
          .filter(({ eventType }) => eventType === 'update-secrets')
          .map(({ eventMetadata }) => eventMetadata.secrets.length),
      ).to.have.members([1, 3]);
    });

    it('also requires the permission to create missing secrets', async () => {
      const setting = await withKeys(world(), 'A');
      const secrets = [
        { secretKey: 'A', secretValue: 'new' },
        { secretKey: 'MISSING', secretValue: 'v', tagIds: [setting.red.id] },
      ];
      const upsert = async (...rules: ReturnType<typeof rule>[]) =>
        call(setting, { mode: 'upsert', secrets }, await newProjectIdentity(world(), setting, rules));
      await unchanged(setting, async () => {
        expectError(await upsert(rule('edit')), 403, 'PermissionDenied', /create secrets/);
        expectError(await upsert(rule('create')), 403, 'PermissionDenied', /edit secrets/);
        expectError(
          await upsert(rule('edit'), rule('create', { secretTags: { $in: ['blue'] } })),
          403,
          'PermissionDenied',
          /create secrets/,
        );
        expectError(
          await upsert(rule('edit'), rule('create'), deny('create', { secretName: 'MISSING' })),
          403,
          'PermissionDenied',
          /create secrets/,
        );
      });
      const { body } = await upsert(
        rule('edit'),
        rule('create', { secretTags: { $in: ['red'] } }),
        rule('create', { secretName: 'A' }),
      );
      expect(
        (body.secrets as any[]).map(({ secretValueHidden }) => secretValueHidden),
        'what one made oneself is shown',
      ).to.deep.equal([true, false]);
    });
  });

for (const operation of ['updateSecrets', 'updateRawSecrets'] as const) testUpdatingMissing(operation);
