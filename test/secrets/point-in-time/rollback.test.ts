import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  deny,
  newColleague,
  newProjectWithSecrets,
  rule,
  storedSecret,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';

const at = (minutes: number): string => `2030-01-01T00:0${minutes}:00.000Z`;

onEachDatabase('a rollback', (world) => {
  const newHistory = async (paths?: readonly string[]): Promise<History> =>
    new History(world(), await newProjectWithSecrets(world(), paths));
  const later = <T>(minutes: number, work: () => Promise<T>): Promise<T> => world().clock.later(60 * minutes, work);

  it('restores content, names, tags and deleted secrets as new versions, and deletes what was added', async () => {
    const history = await newHistory([]);
    const { setting } = history;
    const secretMetadata = [{ key: 'a', value: 'sealed', isEncrypted: true }];
    const changed = await history.create('CHANGED', 'one', {
      secretComment: 'first',
      secretMetadata,
      tagIds: [setting.red.id],
      skipMultilineEncoding: true,
    });
    const deleted = await history.create('DELETED', 'two');
    await history.create('SAME', 'three');
    const target = await history.newest();
    await history.update('CHANGED', {
      newSecretName: 'RENAMED',
      secretValue: 'changed',
      secretComment: '',
      secretMetadata: [],
      tagIds: [setting.blue.id],
      secretReminderRepeatDays: 7,
    });
    await history.update('DELETED', { secretValue: 'changed before' });
    await history.delete('DELETED');
    await history.create('ADDED', 'four');

    const { status, body, headers } = await history.rollBack(target, { message: 'Undo it' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      success: true,
      secretChangesCount: 3,
      folderChangesCount: 0,
      totalChanges: 3,
      notRestored: [],
    });
    expect(await setting.names()).to.equal('/:CHANGED /:DELETED /:SAME');
    const first = (await storedSecret(world(), setting, 'CHANGED'))!;
    expect(first.row).to.include({ id: changed, version: 3 });
    expect(first).to.include({ value: 'one', comment: 'first', skipMultilineEncoding: true, reminderRepeatDays: 7 });
    expect(first.metadata).to.deep.equal(secretMetadata);
    expect(first.tagIds).to.deep.equal([setting.red.id]);
    const second = (await storedSecret(world(), setting, 'DELETED'))!;
    expect(second.row).to.include({ id: deleted, version: 3 });
    expect(second.value).to.equal('two');
    expect((await storedSecret(world(), setting, 'SAME'))!.row.version).to.equal(1);

    const entries = await entriesOf(world(), { headers } as never);
    expect(entries.map(({ eventType }) => eventType)).to.deep.equal(['pit-rollback-commit']);
    const { secrets, ...metadata } = entries[0]!.eventMetadata as any;
    expect(metadata).to.deep.include({ environment: 'dev', secretPath: '/', commitId: target });
    expect(secrets.map(({ secretKey, change }: any) => `${secretKey} ${change}`)).to.have.members([
      'CHANGED updated',
      'DELETED restored',
      'ADDED deleted',
    ]);
    const commit = (await history.commits()).at(-1);
    expect(commit).to.deep.include({
      message: 'Undo it',
      summary: { secretCount: 3, folderCount: 0, addedCount: 1, updatedCount: 1, deletedCount: 1 },
    });
    expect(await history.after(commit.id as string)).to.equal('CHANGED@3 DELETED@3 SAME@1');
    expect(await history.after(target)).to.equal('CHANGED@1 DELETED@1 SAME@1');
    expect((await history.rollBack(commit.id as string)).body).to.include({ totalChanges: 0 });
  });

  it('restores swapped names, and brings moved secrets back', async () => {
    const history = await newHistory();
    const { setting } = history;
    await history.create('A', 'a');
    await history.create('B', 'b');
    const moved = await history.create('M', 'm');
    await history.create('M', 'of the owner', { type: 'personal' });
    const target = await history.newest();
    await history.update('A', { newSecretName: 'X' });
    await history.update('B', { newSecretName: 'A' });
    await history.update('X', { newSecretName: 'B' });
    await history.call('moveSecrets', {
      sourceEnvironment: 'dev',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/app',
      secretIds: [moved],
    });
    expect(await history.state()).to.equal('/:A=b /:B=a');
    const { status, body } = await history.rollBack(target);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(await history.state(undefined, '/', 'true')).to.equal('/:A=a /:B=b /:M=m');
    const personal = await storedSecret(world(), setting, 'M', { owner: setting.admin.id });
    expect(personal!.value).to.equal('of the owner');
    // The whole state, and its history, is as before.
    expect(await history.after(target)).to.equal('A@1 B@1 M@1 app');
    expect((await history.commits('/app')).map(({ message }) => message)).to.deep.equal(['Added M', 'Deleted M']);
  });

  it('changes nothing if the content is the former one already', async () => {
    const history = await newHistory([]);
    const { setting } = history;
    const secretMetadata = [{ key: 'a', value: 'sealed', isEncrypted: true }];
    await history.create('A', 'one', { secretComment: 'first', secretMetadata, tagIds: [setting.red.id] });
    await history.create('B', 'one');
    const target = await history.newest();
    await history.update('A', { secretValue: 'two' });
    await history.update('B', { secretComment: 'only the comment differs' });
    expect((await history.rollBack(target)).body).to.include({ secretChangesCount: 2 });
    const commits = (await history.commits()).length;

    const { status, body, headers } = await history.rollBack(target);
    expect(status).to.equal(200);
    expect(body).to.include({ success: true, totalChanges: 0 });
    expect((await history.commits()).length).to.equal(commits);
    expect(await entriesOf(world(), { headers } as never)).to.deep.equal([]);
    const query = { environment: 'dev', folderId: history.folderId('/') };
    expect(await history.read('compareCommit', query, { commitId: target })).to.deep.equal([]);

    // Each kind of content counts.
    for (const change of [
      { secretMetadata: [{ key: 'a', value: 'differs', isEncrypted: true }] },
      { tagIds: [] },
      { skipMultilineEncoding: true },
    ]) {
      await history.update('A', change);
      expect((await history.rollBack(target)).body).to.include({ secretChangesCount: 1 });
      expect((await history.rollBack(target)).body).to.include({ secretChangesCount: 0 });
    }
  });

  it('leaves personal secrets alone, also those of deleted and restored shared ones', async () => {
    const history = await newHistory([]);
    const { setting } = history;
    await history.create('A', 'shared');
    await history.create('A', 'mine', { type: 'personal' });
    const target = await history.newest();
    await history.update('A', { type: 'personal', secretValue: 'mine again' });
    await history.update('A', { secretValue: 'changed' });
    await history.delete('A');
    expect((await history.rollBack(target)).body).to.include({ totalChanges: 1 });
    const personal = (await storedSecret(world(), setting, 'A', { owner: setting.admin.id }))!;
    expect(personal).to.include({ value: 'mine again', version: 2 });
    expect((await storedSecret(world(), setting, 'A'))!).to.include({ value: 'shared', version: 3 });
  });

  it('restores chosen secrets only, by the names then or now', async () => {
    const history = await newHistory([]);
    await history.create('A', 'one');
    await history.create('B', 'one');
    await history.create('C', 'one');
    await later(1, async () => {
      for (const name of ['A', 'B', 'C']) await history.update(name, { secretValue: 'two', newSecretName: `${name}2` });
      await history.create('B', 'takes the name');
    });
    await later(2, async () => {
      const { body } = await history.rollBackTo(at(0), { secretNames: ['A', 'B2'] });
      expect(body).to.include({ totalChanges: 1 });
      expect(body.notRestored.map(({ name, reason }: any) => [name, reason])).to.deep.equal([['B', 'name-taken']]);
      expect(await history.state()).to.equal('/:A=one /:B2=two /:B=takes the name /:C2=two');
      expectError(await history.rollBackTo(at(0), { secretNames: ['NOBODY'] }), 404, 'NotFound');
    });
  });

  it('does not bring redacted values back', async () => {
    const history = await newHistory([]);
    const { setting } = history;
    const id = await history.create('A', 'one');
    const target = await history.newest();
    await history.update('A', { secretValue: 'two' });
    const [version] = await world().server.parts.database.read('secret_versions').where({ secretId: id, version: 1 });
    const redacted = await world().call('redactSecretVersion', {
      as: setting.admin,
      params: { versionId: version!.id as string },
    });
    expect(redacted.status).to.equal(200);
    const { body } = await history.rollBack(target);
    expect(body.notRestored).to.deep.equal([{ type: 'secret', id, name: 'A', reason: 'redacted' }]);
    expect(await history.state()).to.equal('/:A=two');
  });

  it('rolls back the folders below with deepRollback', async () => {
    const history = await newHistory(['/app', '/app/inner']);
    await history.create('A', 'a', { secretPath: '/app' });
    await history.create('I', 'i', { secretPath: '/app/inner' });
    await history.create('R', 'r');
    const folder = { environment: 'dev', path: '/' };
    await later(1, async () => {
      await history.update('A', { secretPath: '/app', secretValue: 'changed' });
      await history.update('R', { secretValue: 'changed' });
      await history.call('updateFolder', { ...folder, name: 'renamed' }, { folderId: history.folderId('/app') });
      await history.call('createFolder', { ...folder, name: 'added' });
      await history.create('N', 'new', { secretPath: '/added' });
      const inner = { environment: 'dev', path: '/renamed', forceDelete: true };
      await history.call('deleteFolder', inner, { folderId: history.folderId('/app/inner') });
    });
    await later(2, async () => {
      const { status, body, headers } = await history.rollBackTo(at(0), { deepRollback: true, message: 'All' });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.notRestored).to.deep.equal([]);
      expect(await history.state(undefined, '/', 'true')).to.equal('/:R=r /app/inner:I=i /app:A=a');
      expect(await history.setting.tree()).to.equal('/app /app/inner');
      const entries = await entriesOf(world(), { headers } as never);
      expect(entries.map(({ eventType }) => eventType)).to.deep.equal(['pit-rollback-commit']);
      expect(await history.state(at(1), '/', 'true')).to.equal('/:R=changed /added:N=new /renamed:A=changed');
    });
  });

  it('restores a folder that was deleted and created again, instead of the new one', async () => {
    const history = await newHistory(['/app']);
    const folder = { environment: 'dev', path: '/' };
    await history.create('A', 'old', { secretPath: '/app' });
    await later(1, async () => {
      await history.call('deleteFolder', { ...folder, forceDelete: true }, { folderId: history.folderId('/app') });
      await history.call('createFolder', { ...folder, name: 'app' });
      await history.create('A', 'new', { secretPath: '/app' });
    });
    await later(2, async () => {
      const { status, body } = await history.rollBackTo(at(0), { deepRollback: true });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.notRestored).to.deep.equal([]);
      expect(await history.state(undefined, '/', 'true')).to.equal('/app:A=old');
    });
  });

  it('needs commits: perform-rollback and the actions on each secret, or changes nothing', async () => {
    const history = await newHistory([]);
    const { setting } = history;
    await history.create('CHANGED', 'one');
    await history.create('DELETED', 'one');
    const target = await history.newest();
    await history.update('CHANGED', { secretValue: 'two' });
    await history.delete('DELETED');
    await history.create('ADDED', 'one');
    const all = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];
    const commits = { subject: 'commits', action: ['read', 'perform-rollback'] };
    const insufficient = [
      [{ subject: 'commits', action: 'read' }, rule(all)],
      [commits, rule(all), deny('edit', { secretName: 'CHANGED' })],
      [commits, rule(all), deny('create', { secretName: 'DELETED' })],
      [commits, rule(all), deny('delete', { secretName: 'ADDED' })],
      [commits, rule(all), deny('readValue', { secretName: 'CHANGED' })],
      [commits, rule(all), deny('readValue', { secretName: 'DELETED' })],
    ];
    await unchanged(setting, async () => {
      for (const rules of insufficient) {
        const as = await newProjectIdentity(world(), setting, rules);
        expectError(await history.rollBack(target, {}, '/', as), 403, 'PermissionDenied');
      }
    });
    const allowed = await newProjectIdentity(world(), setting, [commits, rule(all)]);
    expect((await history.rollBack(target, {}, '/', allowed)).body).to.include({ totalChanges: 3 });
  });

  it('is made by colleagues at once, one after the other', async () => {
    const history = await newHistory([]);
    const colleague = await newColleague(world(), history.setting);
    await history.create('A', 'one');
    const target = await history.newest();
    await history.update('A', { secretValue: 'two' });
    const answers = await Promise.all([
      history.rollBack(target),
      history.rollBack(target, {}, '/', colleague),
      history.update('A', { secretValue: 'three' }),
    ]);
    for (const answer of answers.slice(0, 2)) expect((answer as { status: number }).status).to.equal(200);
    const stored = (await storedSecret(world(), history.setting, 'A'))!;
    expect(stored.row.version).to.be.greaterThan(3);
    expect(stored.value).to.be.oneOf(['one', 'three']);
  });
});
