import { expect } from 'chai';
import {
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
  let [world, blocker]: [World?, Blocker?] = [];
  const update = secretCall(() => world!, 'updateSecret');
  const create = secretCall(() => world!, 'createSecret');
  const inApp = { secretPath: '/app' };

  before(async () => {
    const storage = await newStorage('postgres');
    world = await ownWorld(storage);
    blocker = await new Blocker(storage).connect();
  });
  after(() => blocker?.close());

  const newSetting = async (): Promise<{ setting: TestSecrets; id: string }> => {
    const setting = await newProjectWithSecrets(world!);
    return { setting, id: (await newSecret(world!, setting, 'KEY', inApp)).id };
  };

  /**
   * Starts the calls in this order: the first one gets the folder's lock first, and the others later in any order.
   * Returns their statuses.
   */
  const inTurn = async (
    { folderIds }: TestSecrets,
    calls: readonly (() => Promise<{ status: number }>)[],
  ): Promise<{ waiting: string[]; statuses: number[] }> => {
    const { waiting, responses } = await blocker!.whileLocked(['secret_folders', folderIds['/app']!], calls);
    return { waiting, statuses: responses.map(({ status }) => status) };
  };

  it('have read what they change when they wait for the lock, and keep what another one has changed since', async () => {
    const { setting, id } = await newSetting();
    const { waiting, statuses } = await inTurn(setting, [
      () => update(setting, 'KEY', { ...inApp, secretComment: 'first' }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'second' }),
    ]);
    const creating = await inTurn(setting, [
      () => create(setting, 'OTHER', { ...inApp, secretValue: 'new' }),
      () => create(setting, 'OTHER', { ...inApp, secretValue: 'taken' }),
    ]);
    for (const statement of [...waiting, ...creating.waiting]) expect(statement).to.match(/^select require_found/);
    expect([...statuses, ...creating.statuses]).to.deep.equal([200, 200, 200, 400]);
    expect((await versionsOf(world!, id)).map(({ version }) => version)).to.deep.equal([1, 2, 3]);
    expect(await storedSecret(world!, setting, 'KEY', { path: '/app' })).to.include({
      value: 'second',
      comment: 'first',
    });
    expect(await storedSecret(world!, setting, 'OTHER', { path: '/app' })).to.include({ value: 'new', version: 1 });
    const audited = (await setting.entries()).filter(({ eventType }) => eventType === 'update-secret');
    expect(audited).to.have.length(2);
  });

  it('write nothing if the folder has another name, the secret is deleted, or has another name', async () => {
    const { setting } = await newSetting();
    await newSecret(world!, setting, 'GONE', inApp);
    const { statuses } = await inTurn(setting, [
      () => update(setting, 'KEY', { ...inApp, newSecretName: 'RENAMED' }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'lost' }),
    ]);
    const deleting = await inTurn(setting, [
      () => secretCall(() => world!, 'deleteSecret')(setting, 'GONE', inApp),
      () => update(setting, 'GONE', { ...inApp, secretValue: 'lost' }),
    ]);
    expect([...statuses, ...deleting.statuses]).to.deep.equal([200, 404, 200, 404]);
    const { admin: as, project, folderIds } = setting;
    const renaming = await inTurn(setting, [
      () =>
        world!.call('updateFolder', {
          as,
          params: { folderId: folderIds['/app']! },
          body: { projectId: project.id, environment: 'dev', path: '/', name: 'moved' },
        }),
      () => update(setting, 'RENAMED', { ...inApp, secretValue: 'lost' }),
      () => create(setting, 'NEW', { ...inApp, secretValue: 'lost' }),
    ]);
    expect(renaming.statuses).to.deep.equal([200, 404, 404]);
    expect(await setting.names()).to.equal('/moved:RENAMED');
    expect(await storedSecret(world!, setting, 'RENAMED', { path: '/moved' })).to.include({ value: 'value of KEY' });
  });

  it('are authorized with the tags that the secret has by then', async () => {
    const { setting } = await newSetting();
    const user = await world!.newUser(setting.organization, 'member');
    const untagged = deny('edit', { secretTags: { $in: [setting.red.slug] } });
    await addToProject(world!, setting.project, user, [rule(['edit', 'describeSecret', 'readValue']), untagged]);
    const { statuses } = await inTurn(setting, [
      () => update(setting, 'KEY', { ...inApp, tagIds: [setting.red.id] }),
      () => update(setting, 'KEY', { ...inApp, secretValue: 'forbidden' }, user),
    ]);
    expect(statuses).to.deep.equal([200, 403]);
    expect(await storedSecret(world!, setting, 'KEY', { path: '/app' })).to.include({ value: 'value of KEY' });
  });

  it('keep a reminder that was set since they read the secret', async () => {
    const { setting, id: secretId } = await newSetting();
    const { statuses } = await inTurn(setting, [
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
});
