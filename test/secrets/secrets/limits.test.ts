import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { batchCall, newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { start } from '../../support/fixtures/secret-folders.ts';
import { listCall } from '../../support/fixtures/secret-reads.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const fourMegabytes = ['A', 'B', 'C', 'D'].map((secretKey) => ({ secretKey, secretValue: 'x'.repeat(1_000_000) }));

onEitherDatabase('the limits of a response', (world) => {
  const list = listCall(world);
  const create = batchCall(world, 'createSecrets');

  /** A number of folders that import `/source`, which has these secrets. */
  const newImporters = async (
    count: number,
    secrets: readonly { secretKey: string; secretValue: string }[],
  ): Promise<TestSecrets> => {
    const paths = Array.from({ length: count }, (_, index) => `/into-${index}`);
    const setting = await newProjectWithSecrets(world(), ['/source', ...paths]);
    const { database, ids } = world().server.parts;
    for (const secret of secrets.length < 10 ? secrets.map((one) => [one]) : [secrets])
      expect((await create(setting, { secretPath: '/source', secrets: secret })).status).to.equal(200);
    await database.transaction(ofInstance, async ({ db }) => {
      const row = {
        projectId: setting.project.id,
        sourceFolderId: setting.folderIds['/source']!,
        position: 1,
        version: 1,
        createdAt: start,
        updatedAt: start,
      };
      for (const path of paths)
        await createStores(db).secretImports.insert({ ...row, id: ids.uuid(), folderId: setting.folderIds[path]! });
    });
    return setting;
  };

  it('include values of every size, from one or several folders', async () => {
    const setting = await newProjectWithSecrets(world(), ['/below']);
    const lengths = { EMPTY: 0, SMALL: 100, MEDIUM: 2000, LARGE: 300_000, LARGEST: 1_000_000 };
    const secrets = Object.entries(lengths).map(([secretKey, length]) => ({
      secretKey,
      secretValue: secretKey[0]!.repeat(length),
    }));
    for (const secretPath of ['/', '/below'])
      for (const secret of secrets)
        expect((await create(setting, { secretPath, secrets: [secret] })).status).to.equal(200);
    const shown = async (query: Record<string, string>) => {
      const { secrets: listed } = (await list(setting, query)).body as {
        secrets: { secretKey: string; secretValue: string }[];
      };
      return listed.map(({ secretKey, secretValue }) => ({ secretKey, secretValue }));
    };
    const sorted = secrets.sort((one, other) => (one.secretKey < other.secretKey ? -1 : 1));
    expect(await shown({})).to.deep.equal(sorted);
    expect(await shown({ recursive: 'true' })).to.deep.equal([...sorted, ...sorted]);
  });

  it('refuse more than 100,000 imported secrets', async () => {
    const setting = await newImporters(
      101,
      Array.from({ length: 1000 }, (_, index) => ({ secretKey: `K${index}`, secretValue: '' })),
    );
    expectError(await list(setting, { recursive: 'true' }), 400, 'BadRequest', /100000 imported/);
    expect((await list(setting, { recursive: 'true', includeImports: 'false' })).status).to.equal(200);
    expect((await list(setting, { secretPath: '/into-1' })).status).to.equal(200);
  });

  it('refuse more than ANSWER_LIMIT bytes of imported secrets', async () => {
    const setting = await newImporters(9, fourMegabytes);
    const { database, ids } = world().server.parts;
    await database.transaction(ofInstance, async ({ db }) => {
      const row = {
        projectId: setting.project.id,
        folderId: setting.folderIds['/']!,
        version: 1,
        createdAt: start,
        updatedAt: start,
      };
      for (let index = 0; index < 9; index += 1)
        await createStores(db).secretImports.insert({
          ...row,
          id: ids.uuid(),
          sourceFolderId: setting.folderIds[`/into-${index}`]!,
          position: index + 1,
        });
    });
    const query = { projectId: setting.project.id, environment: 'dev' };
    expectError(
      await world().call('listImportedSecrets', { as: setting.admin, query }),
      400,
      'AnswerTooLarge',
      /larger than 33554432 bytes/,
    );
    expectError(
      await world().call('listLegacyImportedSecrets', {
        as: setting.admin,
        query: { workspaceId: setting.project.id, environment: 'dev' },
      }),
      400,
      'AnswerTooLarge',
      /larger than 33554432 bytes/,
    );
  });

  it('refuse more than ANSWER_LIMIT bytes, and allow slightly less', async () => {
    const setting = await newImporters(8, fourMegabytes);
    // The folder itself has four of them too.
    expectError(
      await list(setting, { recursive: 'true' }),
      400,
      'AnswerTooLarge',
      /larger than 33554432 bytes.*Ask for less/,
    );
    const { status, text } = await list(await newImporters(7, fourMegabytes), { recursive: 'true' });
    expect(status).to.equal(200);
    expect(Buffer.byteLength(text)).to.be.within(32_000_000, 33_554_432);
    expect((await list(setting, { recursive: 'true', viewSecretValue: 'false' })).status).to.equal(200);
  });

  it('refuse more than 1,000 imported folders', async () => {
    const setting = await newImporters(1001, [{ secretKey: 'A', secretValue: '${B}' }]);
    const { database, ids } = world().server.parts;
    const importInto = (count: number, from = 0) =>
      database.transaction(ofInstance, async ({ db }) => {
        const row = {
          projectId: setting.project.id,
          folderId: setting.folderIds['/']!,
          version: 1,
          createdAt: start,
          updatedAt: start,
        };
        for (let index = from; index < count; index += 1)
          await createStores(db).secretImports.insert({
            ...row,
            id: ids.uuid(),
            sourceFolderId: setting.folderIds[`/into-${index}`]!,
            position: index + 1,
          });
      });
    await importInto(999);
    const { status, body } = await list(setting);
    expect([status, body.imports.length]).to.deep.equal([200, 999]);
    await importInto(1001, 999);
    for (const query of [{}, { expandSecretReferences: 'false' }, { recursive: 'true' }])
      expectError(await list(setting, query), 400, 'BadRequest', /1000 folders/);
    expect((await list(setting, { includeImports: 'false' })).status).to.equal(200);
    expectError(
      await world().call('listImportedSecrets', {
        as: setting.admin,
        query: { projectId: setting.project.id, environment: 'dev' },
      }),
      400,
      'BadRequest',
      /1000 folders/,
    );
  });

  it('allow long lists, in order and with an ETag', async () => {
    const setting = await newProjectWithSecrets(world());
    const names = Array.from({ length: 2000 }, (_, index) => `K${(index * 7919) % 2000}`);
    for (const part of [names.slice(0, 1000), names.slice(1000)]) {
      expect(
        (
          await create(setting, {
            secrets: part.map((secretKey) => ({ secretKey, secretValue: `"${secretKey}" é\n` })),
          })
        ).status,
      ).to.equal(200);
    }
    for (let time = 0; time < 3; time += 1) {
      const { status, body, headers } = await list(setting);
      expect([status, body.imports]).to.deep.equal([200, []]);
      expect(
        body.secrets.map((one: { secretKey: string; secretValue: string }) => [one.secretKey, one.secretValue]),
      ).to.deep.equal([...names].sort().map((name) => [name, `"${name}" é\n`]));
      expect(headers.etag).to.match(/^"[0-9a-f]{64}"$/);
    }
  });

  it('leave references to very many unknown folders unchanged', async () => {
    const setting = await newProjectWithSecrets(world());
    const value = (index: number): string =>
      Array.from({ length: 200 }, (_, one) => `\${dev.none-${index}-${one}.K}\${none-${index}-${one}.K}`).join('');
    const secrets = Array.from({ length: 20 }, (_, index) => ({ secretKey: `K${index}`, secretValue: value(index) }));
    expect((await create(setting, { secrets })).status).to.equal(200);
    const { status, body } = await list(setting);
    expect([status, body.secrets[0].secretValue]).to.deep.equal([200, secrets[0]!.secretValue]);
  });
});
