import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { deny, newProjectWithSecrets, rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const at = (minutes: number): string => `2030-01-01T00:0${minutes}:00.000Z`;

onEachDatabase('the history of a folder', (world) => {
  const newHistory = async (paths?: readonly string[]): Promise<History> =>
    new History(world(), await newProjectWithSecrets(world(), paths));
  const later = <T>(minutes: number, work: () => Promise<T>): Promise<T> => world().clock.later(60 * minutes, work);

  it('has a commit for each change of secrets and folders, with its author, message and summary', async () => {
    const history = await newHistory();
    const { setting } = history;
    await history.create('A', 'one');
    await history.call('createSecrets', {
      environment: 'dev',
      secrets: [
        { secretKey: 'B', secretValue: 'b' },
        { secretKey: 'C', secretValue: 'c' },
      ],
    });
    await history.update('A', { secretValue: 'two' });
    await history.delete('C');
    await history.call('createFolder', { environment: 'dev', name: 'made' });
    const commits = await history.commits();
    expect(commits.map(({ message, summary }) => [message, summary.secretCount, summary.folderCount])).to.deep.equal([
      ['Added A', 1, 0],
      ['Added B and C', 2, 0],
      ['Changed A', 1, 0],
      ['Deleted C', 1, 0],
      ['Added made/', 0, 1],
    ]);
    expect(commits[0]).to.deep.include({
      folderId: setting.ids.dev,
      envId: setting.ids.dev,
      actorType: 'user',
      actorMetadata: { id: setting.admin.id, name: setting.admin.email },
      createdAt: '2030-01-01T00:00:00.000Z',
      summary: { secretCount: 1, folderCount: 0, addedCount: 1, updatedCount: 0, deletedCount: 0 },
    });
    const numbers = commits.map(({ commitId }) => BigInt(commitId as string));
    expect(numbers).to.deep.equal([...numbers].sort((one, other) => (one < other ? -1 : 1)));
    expect(await history.read('countCommits', { environment: 'dev' })).to.deep.equal({
      count: 5,
      folderId: setting.ids.dev,
    });
    expect(await history.read('listCommitAuthors', { environment: 'dev' })).to.deep.equal({
      authors: [{ actorId: setting.admin.id, actorType: 'user', name: setting.admin.email }],
    });
  });

  it('lists commits page by page, and finds them by name, message, author and id', async () => {
    const history = await newHistory();
    await history.create('ALPHA', 'one');
    await history.create('BETA', 'one');
    await history.update('BETA', { secretValue: 'two' });
    const query = { environment: 'dev', limit: '2' };
    const first = await history.read('listCommits', query);
    expect(first).to.include({ total: 3, hasMore: true });
    const second = await history.read('listCommits', { ...query, offset: '2' });
    expect(second).to.include({ total: 3, hasMore: false });
    expect([...first.commits, ...second.commits].reverse()).to.deep.equal(await history.commits());

    const found = async (more: Record<string, string>) => (await history.commits('/', more)).length;
    expect(await found({ search: 'beta' })).to.equal(2);
    expect(await found({ search: 'updated' })).to.equal(1);
    expect(await found({ search: first.commits[0].id as string })).to.equal(1);
    expect(await found({ search: history.setting.admin.email.toUpperCase() })).to.equal(3);
    expect(await found({ actorId: history.setting.admin.id, actorType: 'user' })).to.equal(3);
    expect(await found({ actorType: 'identity' })).to.equal(0);
  });

  it('does not find secrets by names that the caller may not describe', async () => {
    const history = await newHistory([]);
    await history.create('HIDDEN', 'one');
    const reader = await newProjectIdentity(world(), history.setting, [
      { subject: 'commits', action: 'read' },
      rule(['describeSecret', 'readValue']),
      deny(['describeSecret', 'readValue'], { secretName: 'HIDDEN' }),
    ]);
    const read = (search: string) =>
      history.read('listCommits', { environment: 'dev', search }, {}, reader).then(({ total }) => total as number);
    expect(await read('HIDDEN')).to.equal(0);
    expect(await read('added')).to.equal(1);
    const commitId = await history.newest();
    const { changes } = await history.read('getCommitChanges', {}, { commitId }, reader);
    expect(changes.changes).to.deep.equal([]);
    const folderId = history.folderId('/');
    expect(await history.read('getCommitState', { folderId }, { commitId }, reader)).to.deep.equal([]);
  });

  it('keeps the order of changes in the same millisecond', async () => {
    const history = await newHistory([]);
    for (const value of ['one', 'two', 'three']) {
      if (value === 'one') await history.create('A', value);
      else await history.update('A', { secretValue: value });
      await history.create(`K_${value}`, value);
    }
    const states = [];
    for (const { id } of await history.commits()) states.push(await history.after(id as string));
    expect(states).to.deep.equal([
      'A@1',
      'A@1 K_one@1',
      'A@2 K_one@1',
      'A@2 K_one@1 K_two@1',
      'A@3 K_one@1 K_two@1',
      'A@3 K_one@1 K_three@1 K_two@1',
    ]);
  });

  it('shows names and values as they were at a time, after renames, moves and deletions', async () => {
    const history = await newHistory();
    await history.create('A', 'one');
    const moved = await history.create('B', 'two');
    await history.create('C', 'three', { secretPath: '/app' });
    await later(1, () => history.update('A', { newSecretName: 'A2', secretValue: 'changed' }));
    await later(2, () =>
      history.call('moveSecrets', {
        sourceEnvironment: 'dev',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/app',
        secretIds: [moved],
      }),
    );
    await later(3, () => history.delete('A2'));
    await later(4, async () => {
      expect(await history.state(at(0))).to.equal('/:A=one /:B=two');
      expect(await history.state(at(1))).to.equal('/:A2=changed /:B=two');
      expect(await history.state(at(2))).to.equal('/:A2=changed');
      expect(await history.state(at(3))).to.equal('');
      expect(await history.state(at(0), '/app')).to.equal('/app:C=three');
      expect(await history.state(at(2), '/app')).to.equal('/app:B=two /app:C=three');
      expect(await history.state(at(0), '/', 'true')).to.equal('/:A=one /:B=two /app:C=three');
      expect(await history.state(at(3), '/', 'true')).to.equal('/app:B=two /app:C=three');
      expect(await history.state('2029-01-01T00:00:00Z')).to.equal('');
      expect(await history.state()).to.equal(await history.state(at(4)));
    });
  });

  it('follows folders that were renamed, moved, deleted and created again', async () => {
    const history = await newHistory(['/app', '/other']);
    const { setting } = history;
    await history.create('A', 'one', { secretPath: '/app' });
    const folder = { environment: 'dev', path: '/' };
    const folderId = setting.folderIds['/app']!;
    await later(1, () => history.call('updateFolder', { ...folder, name: 'renamed' }, { folderId }));
    await later(2, () =>
      history.call('moveFolder', { folderId, destinationEnvironment: 'dev', destinationPath: '/other' }),
    );
    await later(3, () => history.call('deleteFolder', { ...folder, path: '/other', forceDelete: true }, { folderId }));
    await later(4, async () => {
      await history.call('createFolder', { ...folder, name: 'app' });
      await history.create('B', 'two', { secretPath: '/app' });
    });
    await later(5, async () => {
      expect(await history.state(at(0), '/', 'true')).to.equal('/app:A=one');
      expect(await history.state(at(1), '/', 'true')).to.equal('/renamed:A=one');
      expect(await history.state(at(2), '/', 'true')).to.equal('/other/renamed:A=one');
      expect(await history.state(at(3), '/', 'true')).to.equal('');
      expect(await history.state(at(4), '/', 'true')).to.equal('/app:B=two');
      // By path: the folder that had it then.
      expect(await history.state(at(0), '/app')).to.equal('/app:A=one');
      expect(await history.state(at(4), '/app')).to.equal('/app:B=two');
      expect(await history.state(at(2), '/other/renamed')).to.equal('/other/renamed:A=one');
    });
  });

  it('shows what was removed for good as unknown, and personal secrets not at all', async () => {
    const history = await newHistory();
    const { setting } = history;
    const id = await history.create('GONE', 'one');
    await history.create('STAYS', 'shared');
    await history.create('STAYS', 'mine', { type: 'personal' });
    await later(1, () => history.delete('GONE'));
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('trash_items').where({ id }).delete();
      await db('secret_versions').where({ secretId: id }).delete();
    });
    await later(2, async () => {
      const { folders } = await history.read('getFolderState', { environment: 'dev', at: at(0) });
      const [gone, stays, ...others] = folders[0].secrets;
      expect(others).to.deep.equal([]);
      expect(gone).to.include({ secretKey: 'GONE', secretValue: '', isRestorable: false });
      expect(stays).to.include({ secretKey: 'STAYS', secretValue: 'shared', isRestorable: true });
      const { body } = await history.rollBackTo(at(0));
      expect(body.notRestored).to.deep.equal([{ type: 'secret', id, name: 'GONE', reason: 'removed' }]);
      expect(await setting.names()).to.equal('/:STAYS');
    });
  });

  it('says since when it is complete, and shows what older data can tell', async () => {
    const history = await newHistory(['/old']);
    const { setting } = history;
    const id = await history.create('A', 'one', { secretPath: '/old' });
    await history.update('A', { secretPath: '/old', secretValue: 'two' });
    const long = '2020-01-01T00:00:00.000Z';
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('secret_folders').where({ id: setting.folderIds['/old'] }).update({ createdAt: long });
      await db('secrets').where({ id }).update({ createdAt: long });
      const before = { changeId: null, folderId: null };
      await db('secret_versions')
        .where({ secretId: id, version: 1 })
        .update({ ...before, createdAt: long });
      await db('secret_versions')
        .where({ secretId: id, version: 2 })
        .update({ ...before, createdAt: '2021-01-01T00:00:00.000Z' });
    });
    const read = (time: string) => history.read('getFolderState', { environment: 'dev', path: '/old', at: time });
    const old = (await read('2020-06-01T00:00:00Z')).folders[0];
    expect(old.isComplete).to.equal(false);
    expect(old.historySince > '2026').to.equal(true);
    expect(old.secrets.map(({ secretValue }: any) => secretValue)).to.deep.equal(['one']);
    const now = (await read('2030-01-01T00:00:00Z')).folders[0];
    expect(now.isComplete).to.equal(true);
    expect(now.secrets.map(({ secretValue }: any) => secretValue)).to.deep.equal(['two']);
    expect(await history.commits('/old')).to.deep.equal([]);

    const refused = await history.rollBackTo('2020-06-01T00:00:00Z', { path: '/old' });
    expectError(refused, 400, 'BadRequest', /known since/);
    const { status } = await history.rollBackTo('2020-06-01T00:00:00Z', { path: '/old', secretNames: ['A'] });
    expect(status).to.equal(200);
    expect(await history.state(undefined, '/old')).to.equal('/old:A=one');
  });

  it('shows values only to those who may read them, and audits that', async () => {
    const history = await newHistory();
    const { setting } = history;
    await history.create('A', 'one', { tagIds: [setting.red.id] });
    await history.update('A', { secretValue: 'two', tagIds: [] });
    const reader = await newProjectIdentity(world(), setting, [
      { subject: 'commits', action: 'read' },
      rule(['describeSecret', 'readValue']),
      deny('readValue', { secretTags: { $in: ['red'] } }),
    ]);
    const commitId = (await history.commits())[1].id as string;
    const query = { projectId: setting.project.id };
    const hidden = await world().call('getCommitChanges', { as: reader, params: { commitId }, query });
    const [change] = hidden.body.changes.changes;
    expect(change).to.include({ changeType: 'add', isUpdate: true, secretKey: 'A', secretVersion: 2 });
    expect(change.versions.map(({ secretValue, tags }: any) => [secretValue, ...tags])).to.deep.equal([
      ['two'],
      ['<hidden-by-infisical>', 'red'],
    ]);
    const [entry] = await entriesOf(world(), hidden);
    expect(entry!.eventType).to.equal('get-project-pit-commit-changes');
    expect(entry!.eventMetadata).to.include({ environment: 'dev', secretPath: '/', commitId, numberOfVersions: 1 });

    const first = (await history.commits())[0].id as string;
    const none = await world().call('getCommitChanges', { as: reader, params: { commitId: first }, query });
    expect(none.body.changes.changes[0].versions[0].secretValue).to.equal('<hidden-by-infisical>');
    expect(await entriesOf(world(), none)).to.deep.equal([]);
    const masked = await history.read('getFolderState', { environment: 'dev', viewSecretValue: 'false' });
    expect(masked.folders[0].secrets[0]).to.include({ secretValueHidden: true });
  });

  it('is refused without commits: read on the folder', async () => {
    const history = await newHistory();
    await history.create('A', 'one');
    const reader = await newProjectIdentity(world(), history.setting, [
      { subject: 'commits', action: 'read', conditions: { secretPath: '/app' } },
      rule(['describeSecret', 'readValue']),
    ]);
    const query = { projectId: history.setting.project.id, environment: 'dev' };
    const calls = await Promise.all([
      world().call('countCommits', { as: reader, query }),
      world().call('listCommits', { as: reader, query }),
      world().call('listCommitAuthors', { as: reader, query }),
      world().call('getFolderState', { as: reader, query }),
      world().call('compareFolderStates', { as: reader, query: { ...query, from: at(0) } }),
      world().call('getCommitChanges', { as: reader, query, params: { commitId: await history.newest() } }),
    ]);
    for (const answer of calls) expectError(answer, 403, 'PermissionDenied');
    expect((await world().call('countCommits', { as: reader, query: { ...query, path: '/app' } })).status).to.equal(
      200,
    );
  });
});
