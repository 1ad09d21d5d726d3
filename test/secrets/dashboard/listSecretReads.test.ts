import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';
import { auditLogSettled, entriesWhere } from '../../support/expect/audit.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newImport, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

interface Reads {
  readonly secretName: string | null;
  readonly count: number;
  readonly lastReadAt: string;
  readonly lastReader: string;
}

onEachDatabase('listSecretReads', (world) => {
  const ask = async ({ admin, project }: TestSecrets, query: Record<string, string> = {}): Promise<string> => {
    await auditLogSettled(world());
    const { status, body } = await world().call('listSecretReads', {
      as: admin,
      query: { projectId: project.id, environment: 'dev', since: '2030-01-01T00:00:00.000Z', ...query },
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.isLimitReached).to.equal(false);
    return (body.reads as Reads[])
      .map(({ secretName, count, lastReader }) => `${secretName ?? '*'} ${count} ${lastReader}`)
      .toSorted()
      .join(', ');
  };

  const newTree = async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/base']);
    await newSecrets(world(), setting, { 'dev:/app:A': '1', 'dev:/app:B': '2', 'dev:/base:C': '${dev.app.A}' });
    const reader = await newReader(world(), setting, rule(['describeSecret', 'readValue']));
    const at = { projectId: setting.project.id, environment: 'dev' };
    const get = (secretName: string, secretPath: string, as: { token: string } = reader) =>
      world().call('getSecret', { as, params: { secretName }, query: { ...at, secretPath } });
    const list = (query: Record<string, string>) =>
      world().call('listSecrets', { as: reader, query: { ...at, ...query } });
    return { setting, reader, get, list };
  };

  it('counts reads of each secret and of the whole folder, and names who read last', async () => {
    const { setting, reader, get, list } = await newTree();
    expect(await ask(setting, { secretPath: '/app' })).to.equal('');
    await get('A', '/app');
    await get('A', '/app');
    await world().clock.later(60, () => get('A', '/app', setting.admin));
    await get('B', '/app');
    await list({ secretPath: '/app' });
    expect(await ask(setting, { secretPath: '/app' })).to.equal(
      `* 1 ${reader.email}, A 3 ${setting.admin.email}, B 1 ${reader.email}`,
    );
    expect(await ask(setting)).to.equal('');
  });

  it('counts lists of folders above and by imports, but not references of one secret, nor lists without values', async () => {
    const { setting, reader, get, list } = await newTree();
    await get('C', '/base');
    await list({ secretPath: '/app', viewSecretValue: 'false' });
    expect(await ask(setting, { secretPath: '/app' })).to.equal('');
    await list({ secretPath: '/', recursive: 'true' });
    expect(await ask(setting, { secretPath: '/app' })).to.equal(`* 1 ${reader.email}`);
    await newImport(world(), setting, 'dev:/base', 'dev:/app');
    await list({ secretPath: '/base' });
    expect(await ask(setting, { secretPath: '/app' })).to.equal(`* 2 ${reader.email}`);
  });

  it('counts from the time that is asked for', async () => {
    const { setting, reader, get } = await newTree();
    await get('A', '/app');
    const later = new Date(world().clock.now().getTime() + 1000).toISOString();
    await world().clock.later(3600, async () => {
      await get('B', '/app');
      expect(await ask(setting, { secretPath: '/app', since: later })).to.equal(`B 1 ${reader.email}`);
      expect(await ask(setting, { secretPath: '/app' })).to.equal(`A 1 ${reader.email}, B 1 ${reader.email}`);
    });
    const query = { projectId: setting.project.id, environment: 'dev', since: '2016-12-31T23:59:60Z' };
    expectIssues(await world().call('listSecretReads', { as: setting.admin, query }), 'query since format');
  });

  it('looks at the newest 10,000 entries of the project', async () => {
    const { setting, reader, get } = await newTree();
    await get('A', '/app');
    const { database, ids } = world().server.parts;
    const [entry] = await entriesWhere(world(), { projectId: setting.project.id, eventType: 'get-secret' });
    const createdAt = '2030-01-01T00:00:01.000Z';
    const others = Array.from({ length: 10_001 }, () => ({ ...entry!, id: ids.uuid(), createdAt }));
    await database.transaction(ofInstance, ({ db }) => createStores(db).auditLogs.insertAll(others));
    const query = {
      projectId: setting.project.id,
      environment: 'dev',
      secretPath: '/app',
      since: '2030-01-01T00:00:00Z',
    };
    await world().clock.later(2, async () => {
      const { body } = await world().call('listSecretReads', { as: setting.admin, query });
      expect(body).to.deep.equal({
        reads: [{ secretName: 'A', count: 10_001, lastReadAt: createdAt, lastReader: reader.email }],
        isLimitReached: true,
      });
    });
  });
});
