import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  batchCall,
  deny,
  expectedSecret,
  newProjectWithSecrets,
  newSecret,
  rule,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFields, checksFolderParameters, refusesUnauthorized } from './checks.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ secretKey: `KEY${number}`, secretValue: `value ${number}` }));

/** The tests of batch creation in both API versions. */
const testCreatingMany = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = batchCall(world, operation);

    it('creates all secrets and returns them in order', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id: tagId, slug, color } = setting.red;
      const secrets = [
        {
          secretKey: 'B',
          secretValue: 'b ${prod.X}',
          secretComment: 'c',
          secretMetadata: [{ key: 'k', value: 'v', isEncrypted: true }],
          tagIds: [tagId],
          skipMultilineEncoding: true,
          secretReminderNote: 'n',
          secretReminderRepeatDays: 3,
        },
        { secretKey: 'A', secretValue: '', skipMultilineEncoding: null, metadata: { ignored: 'x' } },
      ];
      const { status, body } = await world().clock.later(60, () => call(setting, { secretPath: '/app', secrets }));
      expect(status, JSON.stringify(body)).to.equal(200);
      const times = { createdAt: later, updatedAt: later, secretPath: '/app' };
      const [b, a] = body.secrets as [{ id: string }, { id: string }];
      const fields = {
        secretComment: 'c',
        secretMetadata: secrets[0]!.secretMetadata,
        tags: [{ id: tagId, slug, name: slug, color }],
        skipMultilineEncoding: true,
        secretReminderNote: 'n',
        secretReminderRepeatDays: 3,
      };
      expect(body).to.deep.equal({
        secrets: [
          expectedSecret(setting, { id: b.id, secretKey: 'B', secretValue: 'b ${prod.X}', ...fields, ...times }),
          expectedSecret(setting, { id: a.id, secretKey: 'A', secretValue: '', ...times }),
        ],
      });
      expect(await setting.names()).to.equal('/app:A /app:B');
      expect(await storedSecret(world(), setting, 'B', { path: '/app' })).to.deep.include({
        value: 'b ${prod.X}',
        elsewhere: [{ environment: 'prod', path: '/', key: 'X' }],
        tagIds: [tagId],
      });
      const [folders] = (await setting.rows()) as any[][];
      expect(
        folders!.filter(({ lastSecretModified }) => lastSecretModified === later).map(({ path }) => path),
      ).to.deep.equal(['/app']);
      const [entry, ...more] = await setting.entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({ eventType: 'create-secrets', actorId: setting.admin.id });
      const recorded = { secretVersion: 1, secretPath: '/app' };
      expect(entry.eventMetadata).to.deep.equal({
        environment: 'dev',
        secretPath: '/app',
        secrets: [
          { secretId: b.id, secretKey: 'B', ...recorded },
          { secretId: a.id, secretKey: 'A', ...recorded },
        ],
      });
    });

    it('creates at most a thousand secrets', async () => {
      const setting = await newProjectWithSecrets(world());
      await unchanged(setting, async () => {
        expectIssues(await call(setting, { secrets: numbered(1001) }), 'body secrets too_big');
        expectIssues(await call(setting, { secrets: [] }), 'body secrets too_small');
        expectIssues(await call(setting, {}), 'body secrets required');
      });
      const tagged = numbered(1000).map((secret) => ({
        ...secret,
        secretValue: '${prod.X}',
        tagIds: [setting.red.id, setting.blue.id],
      }));
      const { status, body } = await call(setting, { secrets: tagged });
      expect(status).to.equal(200);
      expect((body.secrets as any[]).map(({ secretKey }) => secretKey)).to.deep.equal(
        tagged.map(({ secretKey }) => secretKey),
      );
      const [, secrets, versions, tags, references] = (await setting.rows()) as any[][];
      expect([secrets!.length, versions!.length, tags!.length, references!.length]).to.deep.equal([
        1000, 1000, 2000, 1000,
      ]);
    });

    it('creates none if one cannot be created', async () => {
      const setting = await newProjectWithSecrets(world());
      for (const name of ['TAKEN', 'TOO']) await newSecret(world(), setting, name);
      const good = { secretKey: 'GOOD', secretValue: 'v' };
      const limited = await newProjectIdentity(world(), setting, [
        rule('create'),
        deny('create', { secretName: 'BAD' }),
      ]);
      const tagged = await newProjectIdentity(world(), setting, [rule('create', { secretTags: { $in: ['red'] } })]);
      await unchanged(setting, async () => {
        const taken = ['TAKEN', 'TOO'].map((secretKey) => ({ secretKey, secretValue: 'x' }));
        expectError(
          await call(setting, { secrets: [good, ...taken] }),
          400,
          'BadRequest',
          /already exists.*'TAKEN', 'TOO'|already exists.*'TOO', 'TAKEN'/,
        );
        expectError(
          await call(setting, { secrets: [good, { ...good, secretKey: 'BAD', tagIds: ['unknown'] }] }),
          404,
          'NotFound',
          /Tag not found/,
        );
        expectError(
          await call(setting, { secrets: [good, { ...good, secretKey: 'BAD' }] }, limited),
          403,
          'PermissionDenied',
        );
        expectError(
          await call(
            setting,
            {
              secrets: [
                { ...good, tagIds: [setting.red.id] },
                { ...good, secretKey: 'OTHER' },
              ],
            },
            tagged,
          ),
          403,
          'PermissionDenied',
        );
        expectIssues(
          await call(setting, { secrets: [good, { ...good, secretKey: 'a:b' }] }),
          'body secrets.1.secretKey pattern',
        );
        expectIssues(
          await call(setting, { secrets: [good, { secretKey: 'BAD' }] }),
          'body secrets.1.secretValue required',
        );
        expectIssues(
          await call(setting, { secrets: [good, { ...good, secretKey: 'OTHER' }, good, good] }),
          'body secrets.2.secretKey invalid',
          'body secrets.3.secretKey invalid',
        );
      });
    });

    it('lists some of very many names that exist', async () => {
      const setting = await newProjectWithSecrets(world());
      await call(setting, { secrets: numbered(30) });
      await unchanged(setting, async () =>
        expectError(await call(setting, { secrets: numbered(30) }), 400, 'BadRequest', /'KEY\d+' and 10 more/),
      );
    });

    it('validates fields of each secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await checksFields(setting, 'secrets.1.', (content) =>
        call(setting, {
          secrets: [
            { secretKey: 'A', secretValue: 'v' },
            { secretKey: 'B', secretValue: 'v', ...content },
          ],
        }),
      );
    });

    it('creates exactly one of several overlapping concurrent batches', async () => {
      const setting = await newProjectWithSecrets(world());
      const lists = Array.from({ length: 6 }, (_, number) =>
        number % 2 === 0 ? numbered(40) : numbered(40).reverse(),
      );
      const answers = await Promise.all(lists.map((secrets) => call(setting, { secrets })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(5).fill(400)]);
      expect((await setting.names()).split(' ')).to.have.length(40);
      expect(await setting.entries()).to.have.length(1);
    });

    const subject = {
      operation,
      action: 'create',
      body: { secrets: [{ secretKey: 'NEW', secretValue: 'v' }] },
    } as const;
    refusesUnauthorized(world, subject);
    checksFolderParameters(world, subject);
  });

for (const operation of ['createSecrets', 'createRawSecrets'] as const) testCreatingMany(operation);
