import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  newColleague,
  newProjectWithSecrets,
  rule,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';

onEachDatabase('commitBatch', (world) => {
  const commit = (
    { setting: { admin, project } }: History,
    changes: object,
    more: object = {},
    as: { token: string } = admin,
  ) => world().call('commitBatch', { as, body: { projectId: project.id, environment: 'dev', changes, ...more } });

  it('makes all changes as one commit, with one audit log entry', async () => {
    const history = new History(world(), await newProjectWithSecrets(world(), ['/app', '/old']));
    await history.create('A', 'one', { secretComment: 'lost' });
    await history.create('B', 'two');
    const answer = await commit(
      history,
      {
        secrets: {
          create: [{ secretKey: 'C', secretValue: 'three' }],
          update: [{ secretKey: 'A', secretValue: 'changed', newSecretName: 'A2' }],
          delete: [{ secretKey: 'B' }],
        },
        folders: {
          create: [{ folderName: 'made' }],
          update: [{ id: history.folderId('/app'), folderName: 'renamed' }],
          delete: [{ id: history.folderId('/old'), folderName: 'old' }],
        },
      },
      { message: 'The release' },
    );
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(answer.body).to.deep.equal({ message: 'success' });
    expect(await history.state()).to.equal('/:A2=changed /:C=three');
    expect((await storedSecret(world(), history.setting, 'A2'))!.comment).to.equal('');
    expect(await history.setting.tree()).to.equal('/made /renamed');
    const newest = (await history.commits()).at(-1);
    expect(newest).to.deep.include({
      message: 'The release',
      summary: { secretCount: 3, folderCount: 3, addedCount: 2, updatedCount: 2, deletedCount: 2 },
    });
    const entries = await entriesOf(world(), answer);
    expect(entries.map(({ eventType }) => eventType)).to.deep.equal(['pit-process-new-commit-raw']);
  });

  it('makes none of them if one is impossible or not allowed', async () => {
    const history = new History(world(), await newProjectWithSecrets(world(), ['/app']));
    const { setting } = history;
    await history.create('A', 'one');
    const create = { create: [{ secretKey: 'B', secretValue: 'two' }] };
    await unchanged(setting, async () => {
      const taken = { secrets: create, folders: { create: [{ folderName: 'app' }] } };
      expectError(await commit(history, taken), 400, 'BadRequest', /already exists/);
      const unknown = { secrets: { ...create, delete: [{ secretKey: 'NOBODY' }] }, folders: {} };
      expectError(await commit(history, unknown), 404, 'NotFound');
      expect((await commit(history, { secrets: {}, folders: {} })).status).to.equal(422);
      const reader = await newProjectIdentity(world(), setting, [rule(['describeSecret', 'readValue', 'create'])]);
      const both = { secrets: create, folders: { create: [{ folderName: 'made' }] } };
      expectError(await commit(history, both, {}, reader), 403, 'PermissionDenied');
    });
  });

  it('refuses the whole batch if a secret does not have the expected version, and names those', async () => {
    const history = new History(world(), await newProjectWithSecrets(world()));
    const { setting } = history;
    for (const key of ['A', 'B', 'C']) await history.create(key, 'one');
    const colleague = await newColleague(world(), setting);
    const body = { projectId: setting.project.id, environment: 'dev' };
    const params = (secretName: string) => ({ as: colleague, params: { secretName } });
    await world().call('updateSecret', { ...params('A'), body: { ...body, secretValue: 'theirs' } });
    await world().call('deleteSecret', { ...params('B'), body });
    await world().call('createSecret', { ...params('D'), body: { ...body, secretValue: 'theirs' } });
    await unchanged(setting, async () => {
      const answer = await commit(history, {
        secrets: {
          create: [{ secretKey: 'D', secretValue: 'mine', expectedVersion: 0 }],
          update: [
            { secretKey: 'A', secretValue: 'mine', expectedVersion: 1 },
            { secretKey: 'C', secretValue: 'mine', expectedVersion: 1 },
          ],
          delete: [{ secretKey: 'B', expectedVersion: 1 }],
        },
        folders: {},
      });
      expectError(answer, 409, 'VersionConflict', /Nothing was changed/);
      expect(JSON.stringify(answer.body)).not.to.match(/theirs|mine/);
      const { conflicts } = answer.body.details;
      expect(conflicts.map((one: any) => [one.change, one.secretKey, one.expectedVersion, one.version])).to.deep.equal([
        ['delete', 'B', 1, null],
        ['update', 'A', 1, 2],
        ['create', 'D', 0, 1],
      ]);
      expect(conflicts[0]).to.deep.include({ type: 'shared', actor: null, updatedAt: null });
      expect(conflicts[1].actor).to.include({ actorId: colleague.id, actorType: 'user' });
    });
    const again = await commit(history, {
      secrets: {
        create: [{ secretKey: 'E', secretValue: 'mine', expectedVersion: 0 }],
        update: [{ secretKey: 'A', secretValue: 'mine', expectedVersion: 2 }],
        delete: [{ secretKey: 'D', expectedVersion: 1 }],
      },
      folders: {},
    });
    expect(again.status, JSON.stringify(again.body)).to.equal(200);
    expect(await history.state()).to.equal('/:A=mine /:C=one /:E=mine');
  });

  it('lets only one of two batches that expect the same version succeed', async () => {
    const history = new History(world(), await newProjectWithSecrets(world()));
    await history.create('A', 'one');
    const update = (secretValue: string) =>
      commit(history, { secrets: { update: [{ secretKey: 'A', secretValue, expectedVersion: 1 }] }, folders: {} });
    const answers = await Promise.all(['x', 'y', 'z'].map(update));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409, 409]);
    expect((await storedSecret(world(), history.setting, 'A'))!.row.version).to.equal(2);
  });

  it('may create a name that it deletes or renames itself', async () => {
    const history = new History(world(), await newProjectWithSecrets(world()));
    await history.create('A', 'one');
    await history.create('B', 'two');
    const answer = await commit(history, {
      secrets: {
        create: ['A', 'B'].map((secretKey) => ({ secretKey, secretValue: 'new', expectedVersion: 0 })),
        update: [{ secretKey: 'B', newSecretName: 'C', expectedVersion: 1 }],
        delete: [{ secretKey: 'A', expectedVersion: 1 }],
      },
      folders: {},
    });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    expect(await history.state()).to.equal('/:A=new /:B=new /:C=two');
  });

  it('tells nothing about secrets that the caller may not change or describe', async () => {
    const history = new History(world(), await newProjectWithSecrets(world()));
    const { setting } = history;
    await history.create('A', 'one');
    const stale = { secrets: { update: [{ secretKey: 'A', secretValue: 'x', expectedVersion: 7 }] }, folders: {} };
    const creator = await newProjectIdentity(world(), setting, [rule(['describeSecret', 'create'])]);
    expectError(await commit(history, stale, {}, creator), 403, 'PermissionDenied');
    const editor = await newProjectIdentity(world(), setting, [rule(['edit'])]);
    const refused = await commit(history, stale, {}, editor);
    expectError(refused, 409, 'VersionConflict');
    expect(refused.body.details.conflicts[0]).to.include({ version: null, updatedAt: null, actor: null });
  });

  it('changes personal secrets too, which are in no commit', async () => {
    const history = new History(world(), await newProjectWithSecrets(world()));
    const { setting } = history;
    await history.create('A', 'one');
    const owner = setting.admin.id;
    const personal = (personalSecrets: object, secrets: object = {}) =>
      commit(history, { secrets, personalSecrets, folders: {} }, { message: 'Mine' });
    const before = (await history.commits()).length;
    const made = await personal({ create: [{ secretKey: 'A', secretValue: 'mine', expectedVersion: 0 }] });
    expect(made.status, JSON.stringify(made.body)).to.equal(200);
    expect(await history.commits()).to.have.length(before);
    expect((await storedSecret(world(), setting, 'A', { owner }))!.value).to.equal('mine');

    const update = { update: [{ secretKey: 'A', secretValue: 'other', expectedVersion: 1 }] };
    const both = await personal(
      { ...update, create: [{ secretKey: 'B', secretValue: 'mine' }] },
      { create: [{ secretKey: 'B', secretValue: 'two' }] },
    );
    expect(both.status, JSON.stringify(both.body)).to.equal(200);
    expect((await storedSecret(world(), setting, 'A', { owner }))!.value).to.equal('other');
    expect((await storedSecret(world(), setting, 'A'))!.value).to.equal('one');
    expect((await storedSecret(world(), setting, 'B', { owner }))!.value).to.equal('mine');
    const stale = await personal(update);
    expectError(stale, 409, 'VersionConflict');
    expect(stale.body.details.conflicts[0]).to.include({ type: 'personal', secretKey: 'A', version: 2 });
    expect((await personal({ delete: [{ secretKey: 'A', expectedVersion: 2 }] })).status).to.equal(200);
    expect(await storedSecret(world(), setting, 'A', { owner })).to.equal(undefined);

    const identity = await newProjectIdentity(world(), setting, 'admin');
    const changes = { secrets: {}, personalSecrets: { create: [{ secretKey: 'A', secretValue: 'x' }] }, folders: {} };
    expectError(await commit(history, changes, {}, identity), 400, 'BadRequest', /Only users/);
  });
});
