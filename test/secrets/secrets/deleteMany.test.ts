import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  batchCall,
  deny,
  newColleague,
  newProjectWithSecrets,
  newSecret,
  rule,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFolderParameters, refusesUnauthorized } from './checks.ts';

/** The tests of batch deletion in both API versions. */
const testDeletingMany = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = batchCall(world, operation);

    it('deletes all secrets and returns them in order', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id: a } = await newSecret(world(), setting, 'A', { secretPath: '/app', tagIds: [setting.red.id] });
      const { id: b } = await newSecret(world(), setting, 'B', { secretPath: '/app' });
      await newSecret(world(), setting, 'KEPT', { secretPath: '/app' });
      const { status, body } = await world().clock.later(60, () =>
        call(setting, { secretPath: '/app', secrets: [{ secretKey: 'B' }, { secretKey: 'A', type: 'shared' }] }),
      );
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(
        (body.secrets as any[]).map(({ id, secretKey, secretValue, secretValueHidden, secretPath }) => [
          id,
          secretKey,
          secretValue,
          secretValueHidden,
          secretPath,
        ]),
      ).to.deep.equal([
        [b, 'B', 'value of B', false, '/app'],
        [a, 'A', 'value of A', false, '/app'],
      ]);
      expect(await setting.names()).to.equal('/app:KEPT');
      const [folders] = (await setting.rows()) as any[][];
      expect(
        folders!.filter(({ lastSecretModified }) => lastSecretModified === later).map(({ path }) => path),
      ).to.deep.equal(['/app']);
      const entry = (await setting.entries()).at(-1);
      expect(entry.eventType).to.equal('delete-secrets');
      const recorded = { secretVersion: 1, secretPath: '/app' };
      expect(entry.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/app',
        secrets: [
          { secretId: b, secretKey: 'B', ...recorded },
          { secretId: a, secretKey: 'A', ...recorded },
        ],
      });
    });

    it('deletes none if one is unknown or may not be deleted', async () => {
      const setting = await newProjectWithSecrets(world());
      for (const key of ['A', 'B']) await newSecret(world(), setting, key);
      const limited = await newProjectIdentity(world(), setting, [rule('delete'), deny('delete', { secretName: 'B' })]);
      await unchanged(setting, async () => {
        expectError(
          await call(setting, { secrets: [{ secretKey: 'A' }, { secretKey: 'C' }, { secretKey: 'D' }] }),
          404,
          'NotFound',
          /not found.*'C', 'D'/,
        );
        expectError(
          await call(setting, { secrets: [{ secretKey: 'A' }, { secretKey: 'B' }] }, limited),
          403,
          'PermissionDenied',
        );
        expectError(
          await call(setting, { secrets: [{ secretKey: 'A' }, { secretKey: 'B', type: 'personal' }] }),
          404,
          'NotFound',
          /'B'/,
        );
        expectIssues(
          await call(setting, {
            secrets: [{ secretKey: 'A' }, { secretKey: 'B' }, { secretKey: 'A', type: 'shared' }],
          }),
          'body secrets.2.secretKey invalid',
        );
        expectIssues(await call(setting, { secrets: [] }), 'body secrets too_small');
        expectIssues(
          await call(setting, { secrets: Array.from({ length: 1001 }, (_, number) => ({ secretKey: `K${number}` })) }),
          'body secrets too_big',
        );
        expectIssues(
          await call(setting, { secrets: [{}, { secretKey: 'A', type: 'x' }] }),
          'body secrets.0.secretKey required',
          'body secrets.1.type enum',
        );
      });
    });

    it('deletes shared secrets and personal secrets of the caller together', async () => {
      const setting = await newProjectWithSecrets(world());
      for (const key of ['A', 'B']) await newSecret(world(), setting, key);
      const colleague = await newColleague(world(), setting);
      for (const as of [setting.admin, colleague])
        for (const key of ['A', 'B'])
          await newSecret(world(), setting, key, { type: 'personal', secretValue: 'mine' }, as);
      const identity = await newProjectIdentity(world(), setting, 'admin');
      await unchanged(setting, async () =>
        expectError(
          await call(setting, { secrets: [{ secretKey: 'A' }, { secretKey: 'B', type: 'personal' }] }, identity),
          400,
          'BadRequest',
          /Only users/,
        ),
      );
      const { body } = await call(setting, {
        secrets: [{ secretKey: 'A' }, { secretKey: 'A', type: 'personal' }, { secretKey: 'B', type: 'personal' }],
      });
      expect((body.secrets as any[]).map(({ secretKey, type }) => `${secretKey} ${type}`)).to.deep.equal([
        'A shared',
        'A personal',
        'B personal',
      ]);
      expect(await setting.names()).to.equal('/:B');
      expect(await storedSecret(world(), setting, 'B', { owner: colleague.id })).to.include({ value: 'mine' });
      expect(((await setting.rows()) as any[][])[1]).to.have.length(2);
    });

    it('deletes a thousand secrets', async () => {
      const setting = await newProjectWithSecrets(world());
      const secrets = Array.from({ length: 1000 }, (_, number) => ({ secretKey: `K${number}`, secretValue: 'v' }));
      await batchCall(world, 'createSecrets')(setting, { secrets });
      expect((await call(setting, { secrets })).body.secrets).to.have.length(1000);
      expect(await setting.names()).to.equal('');
    });

    const subject = { operation, action: 'delete', body: { secrets: [{ secretKey: 'KEY' }] } } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['deleteSecrets', 'deleteRawSecrets'] as const) testDeletingMany(operation);
