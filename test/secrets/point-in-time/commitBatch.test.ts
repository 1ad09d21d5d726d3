import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule, storedSecret, unchanged } from '../../support/fixtures/project-secrets.ts';
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
});
