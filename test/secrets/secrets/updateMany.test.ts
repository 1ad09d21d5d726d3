import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  batchCall,
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFields, checksFolderParameters, namesIn, refusesUnauthorized, withKeys } from './checks.ts';

/** The tests of batch updates in both API versions. */
const testUpdatingMany = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = batchCall(world, operation);

    it('updates all secrets, in one or several folders, and returns them in order', async () => {
      const setting = await withKeys(world(), 'A', 'B', 'KEPT');
      await newSecret(world(), setting, 'A', { secretPath: '/app' });
      const secrets = [
        { secretKey: 'A', secretPath: '/app', secretValue: 'in app', newSecretName: 'C' },
        { secretKey: 'B', secretComment: 'c', tagIds: [setting.red.id] },
        {
          secretKey: 'A',
          secretPath: '/',
          secretMetadata: [{ key: 'k', value: 'v' }],
          skipMultilineEncoding: true,
          secretReminderNote: 'n',
          secretReminderRepeatDays: 2,
        },
        { secretKey: 'KEPT' },
      ];
      const answer = await world().clock.later(60, () => call(setting, { secrets }));
      expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
      expect(namesIn(answer)).to.equal('/app:C@2 /:B@2 /:A@2 /:KEPT@1');
      expect(answer.body.secrets[1]).to.include({
        secretValue: 'value of B',
        secretValueHidden: false,
        secretComment: 'c',
      });
      expect(answer.body.secrets[2]).to.include({
        skipMultilineEncoding: true,
        secretReminderNote: 'n',
        secretReminderRepeatDays: 2,
      });
      expect(await storedSecret(world(), setting, 'C', { path: '/app' })).to.include({ value: 'in app' });
      expect(await storedSecret(world(), setting, 'B')).to.deep.include({
        value: 'value of B',
        comment: 'c',
        tagIds: [setting.red.id],
      });
      const [folders] = (await setting.rows()) as any[][];
      expect(
        folders!.filter(({ lastSecretModified }) => lastSecretModified === later).map(({ path }) => path),
      ).to.have.members(['/', '/app']);
      const entry = (await setting.entries()).find(({ eventType }) => eventType === 'update-secrets');
      const [c, b, a] = answer.body.secrets as [any, any, any];
      expect(entry.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        secrets: [
          { secretId: c.id, secretKey: 'C', secretVersion: 2, secretPath: '/app' },
          { secretId: b.id, secretKey: 'B', secretVersion: 2, secretPath: '/' },
          { secretId: a.id, secretKey: 'A', secretVersion: 2, secretPath: '/' },
        ],
      });
    });

    it('is recorded as a read of the secrets that it shows and does not change', async () => {
      const setting = await withKeys(world(), 'A', 'B', 'HIDDEN');
      await newSecret(world(), setting, 'A', { secretPath: '/app' });
      const editor = await newProjectIdentity(world(), setting, [
        rule('edit'),
        rule('readValue'),
        deny('readValue', { secretName: 'HIDDEN' }),
      ]);
      const secrets = [
        { secretKey: 'A' },
        { secretKey: 'A', secretPath: '/app' },
        { secretKey: 'B', secretComment: 'changed' },
        { secretKey: 'HIDDEN' },
      ];
      const answer = await call(setting, { secrets }, editor);
      expect(namesIn(answer)).to.equal('/:A@1 /app:A@1 /:B@2 /:HIDDEN@1');
      const [a, inApp] = answer.body.secrets as [any, any];
      const entries = await entriesOf(world(), answer);
      expect(entries.map(({ eventType }) => eventType)).to.have.members(['get-secrets', 'update-secrets']);
      expect(entries.find(({ eventType }) => eventType === 'get-secrets')!.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/',
        numberOfSecrets: 2,
        secrets: [
          { secretId: a.id, secretKey: 'A', secretVersion: 1, secretPath: '/' },
          { secretId: inApp.id, secretKey: 'A', secretVersion: 1, secretPath: '/app' },
        ],
      });
    });

    it('updates at most a thousand secrets', async () => {
      const setting = await newProjectWithSecrets(world());
      const numbered = (count: number) =>
        Array.from({ length: count }, (_, number) => ({
          secretKey: `KEY${number}`,
          secretValue: `value ${number}`,
          tagIds: [setting.red.id],
        }));
      await unchanged(setting, async () => {
        expectIssues(await call(setting, { secrets: numbered(1001) }), 'body secrets too_big');
        expectIssues(await call(setting, { secrets: [] }), 'body secrets too_small');
      });
      await batchCall(world, 'createSecrets')(setting, { secrets: numbered(1000) });
      const renamed = numbered(1000).map((secret) => ({
        ...secret,
        newSecretName: `NEW_${secret.secretKey}`,
        secretValue: '${prod.X}',
      }));
      expect((await call(setting, { secrets: renamed })).status).to.equal(200);
      const [, secrets, versions, tags, references] = (await setting.rows()) as any[][];
      expect([secrets!.length, versions!.length, tags!.length, references!.length]).to.deep.equal([
        1000, 2000, 1000, 1000,
      ]);
      expect(secrets!.every(({ key, version }) => key.startsWith('NEW_KEY') && version === 2)).to.equal(true);
    });

    it('updates none if one cannot be updated', async () => {
      const setting = await withKeys(world(), 'A', 'B', 'C');
      const good = { secretKey: 'A', secretValue: 'new' };
      const limited = await newProjectIdentity(world(), setting, [rule('edit'), deny('edit', { secretName: 'B' })]);
      const inRoot = await newProjectIdentity(world(), setting, [rule('edit', { secretPath: '/' })]);
      await unchanged(setting, async () => {
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'B', newSecretName: 'C' }] }),
          400,
          'BadRequest',
          /already exists.*'C'/,
        );
        expectError(
          await call(setting, {
            secrets: [good, { secretKey: 'B', newSecretName: 'NEW' }, { secretKey: 'C', newSecretName: 'B' }],
          }),
          400,
          'BadRequest',
          /already exists.*'B'/,
        );
        expectError(
          await call(setting, {
            mode: 'upsert',
            secrets: [good, { secretKey: 'MISSING', newSecretName: 'C', secretValue: 'v' }],
          }),
          400,
          'BadRequest',
          /already exists.*'C'/,
        );
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'B', tagIds: ['unknown'] }] }),
          404,
          'NotFound',
          /Tag not found/,
        );
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'B', secretPath: '/nowhere' }] }),
          404,
          'NotFound',
          /'\/nowhere'/,
        );
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'B', secretPath: '/app', secretValue: 'x' }] }),
          404,
          'NotFound',
          /'\/app'.*'B'/,
        );
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'B', secretValue: 'x' }] }, limited),
          403,
          'PermissionDenied',
        );
        expectError(
          await call(setting, { secrets: [good, { secretKey: 'C', newSecretName: 'B' }] }, limited),
          403,
          'PermissionDenied',
        );
        expectError(
          await call(
            setting,
            { mode: 'ignore', secrets: [good, { secretKey: 'B', secretPath: '/app', secretValue: 'x' }] },
            inRoot,
          ),
          403,
          'PermissionDenied',
        );
      });
    });

    it('accepts each name only once, before and after the update', async () => {
      const setting = await withKeys(world(), 'A', 'B');
      await unchanged(setting, async () => {
        const a = { secretKey: 'A', secretValue: 'x' };
        expectIssues(
          await call(setting, { secrets: [a, { ...a, newSecretName: 'C', secretPath: '/' }] }),
          'body secrets.1.secretKey invalid',
        );
        expectIssues(
          await call(setting, {
            secrets: [
              { ...a, newSecretName: 'C' },
              { secretKey: 'B', newSecretName: 'C' },
            ],
          }),
          'body secrets.1.newSecretName invalid',
        );
        expectIssues(
          await call(setting, {
            mode: 'upsert',
            secrets: [
              { ...a, newSecretName: 'C' },
              { secretKey: 'C', secretValue: 'v' },
            ],
          }),
          'body secrets.1.newSecretName invalid',
        );
        expectIssues(
          await call(setting, {
            secrets: [
              { ...a, secretPath: '/a//b' },
              { secretKey: 'b:c', newSecretName: 'c/d' },
            ],
          }),
          'body secrets.0.secretPath pattern',
          'body secrets.1.secretKey pattern',
          'body secrets.1.newSecretName pattern',
        );
      });
    });

    it('validates fields of each secret', async () => {
      const setting = await withKeys(world(), 'A', 'B');
      await checksFields(setting, 'secrets.1.', (content) =>
        call(setting, {
          secrets: [
            { secretKey: 'A', secretValue: 'v' },
            { secretKey: 'B', ...content },
          ],
        }),
      );
    });

    it('does not deadlock if concurrent requests update the same secrets in different orders', async () => {
      const setting = await withKeys(world(), 'A', 'B');
      for (const key of ['A', 'B']) await newSecret(world(), setting, key, { secretPath: '/app' });
      const all = ['/', '/app'].flatMap((secretPath) =>
        ['A', 'B'].map((secretKey) => ({ secretPath, secretKey, secretValue: 'new' })),
      );
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          call(setting, { secrets: number % 2 === 0 ? all : [...all].reverse() }),
        ),
      );
      for (const { status } of answers) expect(status).to.equal(200);
      for (const path of ['/', '/app'])
        expect((await storedSecret(world(), setting, 'A', { path }))!.version).to.equal(9);
    });

    const subject = { operation, action: 'edit', body: { secrets: [{ secretKey: 'KEY', secretValue: 'v' }] } } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['updateSecrets', 'updateRawSecrets'] as const) testUpdatingMany(operation);
