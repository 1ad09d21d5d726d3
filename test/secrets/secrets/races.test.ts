import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import {
  newProjectWithSecrets,
  newSecret,
  secretCall,
  storedSecret,
  versionsOf,
} from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** The tests of creating secrets during concurrent writes. */
const testCreatingAtOnce = (operation: OperationId): void =>
  onEachDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('creates a secret only once for concurrent requests', async () => {
      const setting = await newProjectWithSecrets(world());
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          call(setting, number % 2 === 0 ? 'SAME' : `KEY${number}`, { secretValue: `v${number}` }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([
        ...Array<number>(11).fill(200),
        ...Array<number>(9).fill(400),
      ]);
      const winner = answers.find(({ status, body }) => status === 200 && body.secret.secretKey === 'SAME')!;
      expect(await storedSecret(world(), setting, 'SAME')).to.include({ value: winner.body.secret.secretValue });
      expect(await setting.entries()).to.have.length(11);
      const keys = await world()
        .server.parts.database.read('project_data_keys')
        .where({ projectId: setting.project.id });
      expect(keys, 'one data key for the project').to.have.length(1);
    });

    it('leaves no rows in a folder that is deleted concurrently', async () => {
      const setting = await newProjectWithSecrets(world());
      const [gone, ...answers] = await Promise.all([
        world().call('deleteFolder', {
          as: setting.admin,
          params: { folderId: setting.folderIds['/app']! },
          body: { projectId: setting.project.id, environment: 'dev', forceDelete: true },
        }),
        ...Array.from({ length: 8 }, (_, number) =>
          call(setting, `KEY${number}`, { secretValue: 'v', secretPath: '/app' }),
        ),
      ]);
      expect(gone.status).to.equal(200);
      for (const { status } of answers) expect(status).to.be.oneOf([200, 404]);
      expect(await setting.names()).to.equal('');
    });

    it('handles a tag that is deleted concurrently', async () => {
      const setting = await newProjectWithSecrets(world());
      const [gone, ...answers] = await Promise.all([
        world().call('deleteTag', {
          as: setting.admin,
          params: { projectId: setting.project.id, tagId: setting.red.id },
        }),
        ...Array.from({ length: 8 }, (_, number) =>
          call(setting, `KEY${number}`, { secretValue: 'v', tagIds: [setting.red.id] }),
        ),
      ]);
      expect(gone.status).to.equal(200);
      for (const { status } of answers) expect(status).to.be.oneOf([200, 404]);
    });
  });

/** The tests of concurrent updates of secrets. */
const testUpdatingAtOnce = (operation: OperationId): void =>
  onEachDatabase(operation, (world) => {
    const call = secretCall(world, operation);

    it('applies every concurrent update', async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY');
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, number) =>
          call(setting, 'KEY', number % 3 === 0 ? { secretComment: `c${number}` } : { secretValue: `v${number}` }),
        ),
      );
      expect(answers.map(({ body }) => Number(body.secret.version)).sort((one, other) => one - other)).to.deep.equal(
        Array.from({ length: 15 }, (_, index) => index + 2),
      );
      for (const { version, createdAt } of await versionsOf(world(), id))
        expect(version > 0 && createdAt.length > 0).to.equal(true);
      const last = answers.find(({ body }) => body.secret.version === 16)!;
      expect(await storedSecret(world(), setting, 'KEY')).to.include({
        value: last.body.secret.secretValue,
        comment: last.body.secret.secretComment,
      });
    });

    it('gives a name to only one of several concurrent requests', async () => {
      const setting = await newProjectWithSecrets(world());
      const names = Array.from({ length: 8 }, (_, number) => `KEY${number}`);
      for (const name of names) await newSecret(world(), setting, name);
      const answers = await Promise.all(names.map((name) => call(setting, name, { newSecretName: 'WANTED' })));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(7).fill(400)]);
    });
  });

for (const operation of ['createSecret', 'createRawSecret'] as const) testCreatingAtOnce(operation);

for (const operation of ['updateSecret', 'updateRawSecret'] as const) testUpdatingAtOnce(operation);
