import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import {
  batchCall,
  deny,
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  storedSecret,
  versionsOf,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { Blocker } from '../../support/world/blocked.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

/** SQLite runs one transaction after the other. */
describe('changes of one secret, which lock its folder late [postgres]', () => {
  let [world, otherNode, blocker]: [World?, World?, Blocker?] = [];
  const update = secretCall(() => world!, 'updateSecret');
  const create = secretCall(() => world!, 'createSecret');
  const inApp = { secretPath: '/app' };
  /** Changes of several secrets lock the folder first, and wait for it however long that takes. */
  const updateFirst = (setting: TestSecrets, change: Readonly<Record<string, unknown>>) =>
    batchCall(() => world!, 'updateSecrets')(setting, {
      ...inApp,
      secrets: [
        { secretKey: 'KEY', ...change },
        { secretKey: 'BESIDE', secretComment: 'changed' },
      ],
    });

  before(async () => {
    const storage = await newStorage('postgres');
    world = await ownWorld(storage);
    otherNode = await ownWorld(storage);
    blocker = await new Blocker(storage).connect();
  });
  after(() => blocker?.close());

  const newSetting = async (): Promise<{ setting: TestSecrets; id: string }> => {
    const setting = await newProjectWithSecrets(world!);
    await newSecret(world!, setting, 'BESIDE', inApp);
    return { setting, id: (await newSecret(world!, setting, 'KEY', inApp)).id };
  };

  /**
   * Starts the calls in this order: the first one gets the folder's lock first, and the others later in any order.
   * Returns their statuses.
   */
  const inTurn = async (
    { folderIds }: TestSecrets,
    calls: readonly (() => Promise<{ status: number }>)[],
  ): Promise<number[]> => {
    const { responses } = await blocker!.whileLocked(['secret_folders', folderIds['/app']!], calls);
    return responses.map(({ status }) => status);
  };

  it('keep what another one has changed since they read', async () => {
    const { setting, id } = await newSetting();
    const statuses = await inTurn(setting, [
      () => updateFirst(setting, { secretComment: 'first' }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'second' }),
    ]);
    const creating = await inTurn(setting, [
      () =>
        batchCall(() => world!, 'createSecrets')(setting, {
          ...inApp,
          secrets: ['OTHER', 'MORE'].map((secretKey) => ({ secretKey, secretValue: 'new' })),
        }),
      () => create(setting, 'OTHER', { ...inApp, secretValue: 'taken' }),
    ]);
    expect([...statuses, ...creating]).to.deep.equal([200, 200, 200, 400]);
    expect((await versionsOf(world!, id)).map(({ version }) => version)).to.deep.equal([1, 2, 3]);
    expect(await storedSecret(world!, setting, 'KEY', { path: '/app' })).to.include({
      value: 'second',
      comment: 'first',
    });
    expect(await storedSecret(world!, setting, 'OTHER', { path: '/app' })).to.include({ value: 'new', version: 1 });
    const audited = (await setting.entries()).filter(({ eventType }) => eventType.startsWith('update-secret'));
    expect(audited).to.have.length(2);
  });

  it('write nothing if the folder has another name, the secret is deleted, or has another name', async () => {
    const { setting } = await newSetting();
    await newSecret(world!, setting, 'GONE', inApp);
    const statuses = await inTurn(setting, [
      () => updateFirst(setting, { newSecretName: 'RENAMED' }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'lost' }),
    ]);
    const deleting = await inTurn(setting, [
      () => secretCall(() => world!, 'deleteSecret')(setting, 'GONE', inApp),
      () => update(setting, 'GONE', { ...inApp, secretValue: 'lost' }),
    ]);
    expect([...statuses, ...deleting]).to.deep.equal([200, 404, 200, 404]);
    const { admin: as, project, folderIds } = setting;
    const renaming = await inTurn(setting, [
      () =>
        world!.call('updateFolder', {
          as,
          params: { folderId: folderIds['/app']! },
          body: { projectId: project.id, environment: 'dev', path: '/', name: 'moved' },
        }),
      () => update(setting, 'RENAMED', { ...inApp, secretValue: 'lost' }),
      // Changes of one node would wait for each other there.
      () => secretCall(() => otherNode!, 'createSecret')(setting, 'NEW', { ...inApp, secretValue: 'lost' }),
    ]);
    expect(renaming).to.deep.equal([200, 404, 404]);
    expect(await setting.names()).to.equal('/moved:BESIDE /moved:RENAMED');
    expect(await storedSecret(world!, setting, 'RENAMED', { path: '/moved' })).to.include({ value: 'value of KEY' });
  });

  it('are authorized with the tags that the secret has by then', async () => {
    const { setting } = await newSetting();
    const user = await world!.newUser(setting.organization, 'member');
    const untagged = deny('edit', { secretTags: { $in: [setting.red.slug] } });
    await addToProject(world!, setting.project, user, [rule(['edit', 'describeSecret', 'readValue']), untagged]);
    const statuses = await inTurn(setting, [
      () => update(setting, 'KEY', { ...inApp, tagIds: [setting.red.id] }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'forbidden' }, user),
    ]);
    expect(statuses).to.deep.equal([200, 403]);
    expect(await storedSecret(world!, setting, 'KEY', { path: '/app' })).to.include({ value: 'value of KEY' });
  });

  it('keep a reminder that was set since they read the secret', async () => {
    const { setting, id: secretId } = await newSetting();
    const statuses = await inTurn(setting, [
      () => world!.call('setSecretReminder', { as: setting.admin, params: { secretId }, body: { repeatDays: 30 } }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'new' }),
    ]);
    expect(statuses).to.deep.equal([200, 200]);
    expect(await storedSecret(world!, setting, 'KEY', { path: '/app' })).to.include({
      version: 2,
      value: 'new',
      reminderRepeatDays: 30,
    });
  });

  it('share commits on one node, and each is stored once, also if they change the same secret', async () => {
    const { setting, id } = await newSetting();
    const names = Array.from({ length: 12 }, (_, index) => `NEW_${index % 8}`);
    const responses = await Promise.all([
      ...names.map((name) => create(setting, name, { ...inApp, secretValue: name })),
      ...names.map((name) => update(setting, 'KEY', { ...inApp, secretValue: name })),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).to.deep.equal([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 4 }, () => 400),
    ]);
    const versions = (await versionsOf(world!, id)).map(({ version }) => version);
    expect(versions).to.deep.equal(Array.from({ length: 13 }, (_, index) => index + 1));
    const audited = (await setting.entries()).map(({ eventType }) => eventType);
    expect(audited.filter((type) => type === 'update-secret')).to.have.length(12);
    expect(audited.filter((type) => type === 'create-secret')).to.have.length(10);
  });

  it('run again if the data key or the subscribers are not as they were read', async () => {
    const { setting } = await newSetting();
    const { project, folderIds } = setting;
    const { database, stores } = world!.server.parts;
    const [dataKey, audience] = [
      await stores.dataKeys.findSealing(project.id),
      await stores.events.readAudience(project.id),
    ];
    const read = {
      folder: { id: folderIds['/app']!, environment: 'dev', path: '/app' },
      dataKeyId: dataKey!.id,
      audience,
      secret: undefined,
    };
    const tries = (outdated: Partial<typeof read>): Promise<string> =>
      database.transaction(async ({ db, isRetry }) => {
        if (!isRetry) createStores(db).lateLocks.enqueue(project.id, 'ABSENT', { ...read, ...outdated });
        return isRetry ? 'two' : 'one';
      });
    expect(await tries({})).to.equal('one');
    expect(await tries({ dataKeyId: 'earlier' })).to.equal('two');
    expect(await tries({ audience: { inProject: false, anywhere: !audience.anywhere } })).to.equal('two');
    expect(await tries({ audience: { inProject: !audience.inProject, anywhere: audience.anywhere } })).to.equal('two');
  });
});
