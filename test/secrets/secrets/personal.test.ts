import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  newColleague,
  newProjectWithSecrets,
  newSecret,
  secretCall,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** The tests of creating a personal secret in both API versions. */
const testCreatingPersonal = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('creates a personal secret of the user beside the shared one', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id] });
      const colleague = await newColleague(world(), setting);
      const [before] = await setting.rows();
      const { body } = await world().clock.later(60, () =>
        call(setting, 'KEY', { secretValue: 'mine', type: 'personal' }, colleague),
      );
      expect(body.secret).to.include({ type: 'personal', secretValue: 'mine', secretValueHidden: false, version: 1 });
      expect((await storedSecret(world(), setting, 'KEY', { owner: colleague.id }))!.row).to.include({
        ownerId: colleague.id,
        sharedId: id,
      });
      expect(await storedSecret(world(), setting, 'KEY')).to.include({ value: 'value of KEY' });
      expect((await setting.rows())[0], 'the folder counts shared ones only').to.deep.equal(before);
      expect((await setting.entries()).map(({ eventType }) => eventType)).to.deep.equal([
        'create-secret',
        'create-secret',
      ]);
      await unchanged(setting, async () =>
        expectError(
          await call(setting, 'KEY', { secretValue: 'again', type: 'personal' }, colleague),
          400,
          'BadRequest',
          /already exists/,
        ),
      );
      expect(
        (await call(setting, 'KEY', { secretValue: 'mine too', type: 'personal' })).status,
        'somebody else',
      ).to.equal(200);
    });

    it('refuses a personal secret of a machine identity, or without a shared secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const identity = await newProjectIdentity(world(), setting, 'admin');
      await unchanged(setting, async () => {
        expectError(
          await call(setting, 'KEY', { secretValue: 'v', type: 'personal' }, identity),
          400,
          'BadRequest',
          /Only users/,
        );
        expectError(
          await call(setting, 'OTHER', { secretValue: 'v', type: 'personal' }),
          400,
          'BadRequest',
          /no shared secret.*'OTHER'/,
        );
        expectError(
          await call(setting, 'KEY', { secretValue: 'v', type: 'personal', secretPath: '/app' }),
          400,
          'BadRequest',
          /no shared secret/,
        );
      });
    });
  });

/** The tests of updating a personal secret in both API versions. */
const testUpdatingPersonal = (operation: OperationId): void =>
  onEitherDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('updates the personal secret of the caller, which keeps its name', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const colleague = await newColleague(world(), setting);
      await newSecret(world(), setting, 'KEY', { secretValue: 'mine', type: 'personal' }, colleague);
      const [before] = await setting.rows();
      const { body } = await world().clock.later(60, () =>
        call(setting, 'KEY', { secretValue: 'still mine', type: 'personal', newSecretName: 'KEY' }, colleague),
      );
      expect(body.secret).to.include({ type: 'personal', secretValue: 'still mine', version: 2, updatedAt: later });
      expect((await setting.rows())[0], 'the folder counts shared ones only').to.deep.equal(before);
      expect(await storedSecret(world(), setting, 'KEY')).to.include({ value: 'value of KEY', version: 1 });
      const identity = await newProjectIdentity(world(), setting, 'admin');
      await unchanged(setting, async () => {
        expectIssues(
          await call(setting, 'KEY', { type: 'personal', newSecretName: 'OTHER' }, colleague),
          'body newSecretName invalid',
        );
        expectError(await call(setting, 'KEY', { type: 'personal', secretValue: 'x' }), 404, 'NotFound');
        expectError(
          await call(setting, 'KEY', { type: 'personal', secretValue: 'x' }, identity),
          400,
          'BadRequest',
          /Only users/,
        );
      });
    });

    it('renames personal secrets together with their shared secret', async () => {
      const setting = await newProjectWithSecrets(world());
      await newSecret(world(), setting, 'KEY');
      const colleague = await newColleague(world(), setting);
      for (const as of [setting.admin, colleague])
        await newSecret(world(), setting, 'KEY', { secretValue: 'mine', type: 'personal' }, as);
      expect((await call(setting, 'KEY', { newSecretName: 'OTHER' })).status).to.equal(200);
      for (const { id } of [setting.admin, colleague])
        expect((await storedSecret(world(), setting, 'OTHER', { owner: id }))!).to.include({
          value: 'mine',
          version: 1,
        });
      expect(
        (await call(setting, 'OTHER', { type: 'personal', secretComment: 'c' }, colleague)).body.secret,
      ).to.include({ secretKey: 'OTHER', secretValue: 'mine', version: 2 });
      expect((await call(setting, 'OTHER', { type: 'personal' })).body.secret).to.include({
        secretKey: 'OTHER',
        version: 1,
      });
    });
  });

for (const operation of ['createSecret', 'createRawSecret'] as const) testCreatingPersonal(operation);

for (const operation of ['updateSecret', 'updateRawSecret'] as const) testUpdatingPersonal(operation);
