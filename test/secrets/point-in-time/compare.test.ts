import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets, rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';

const at = (minutes: number): string => `2030-01-01T00:0${minutes}:00.000Z`;

onEachDatabase('a comparison', (world) => {
  const newHistory = async (): Promise<History> => new History(world(), await newProjectWithSecrets(world()));
  const later = <T>(minutes: number, work: () => Promise<T>): Promise<T> => world().clock.later(60 * minutes, work);

  it('compares a folder at two times, and with now', async () => {
    const history = await newHistory();
    await history.create('A', 'one');
    await history.create('B', 'two');
    await later(1, async () => {
      await history.update('A', { secretValue: 'three' });
      await history.delete('B');
      await history.create('C', 'four');
    });
    await later(2, async () => {
      const { folders } = await history.read('compareFolderStates', { environment: 'dev', from: at(0) });
      expect(folders).to.have.length(1);
      expect(
        folders[0].changes.map(({ changeType, secretKey, versions }: any) => [
          changeType,
          secretKey,
          ...versions.map(({ secretValue }: any) => secretValue),
        ]),
      ).to.have.deep.members([
        ['update', 'A', 'three', 'one'],
        ['delete', 'B', 'two'],
        ['create', 'C', 'four'],
      ]);
      const same = await history.read('compareFolderStates', { environment: 'dev', from: at(1), to: at(2) });
      expect(same).to.deep.equal({ folders: [] });

      const commitId = (await history.commits())[1].id as string;
      const query = { environment: 'dev', folderId: history.folderId('/') };
      const undo: any[] = await history.read('compareCommit', query, { commitId });
      expect(undo[0].changes.map(({ changeType, secretKey }: any) => `${changeType} ${secretKey}`)).to.have.members([
        'update A',
        'create B',
        'delete C',
      ]);
    });
  });

  it('leaves out what has the same content, but only for those who may read it', async () => {
    const history = await newHistory();
    const { setting } = history;
    await history.create('A', 'one');
    await later(1, () => history.update('A', { secretValue: 'one' }));
    await later(2, async () => {
      const query = { environment: 'dev', from: at(0) };
      expect(await history.read('compareFolderStates', query)).to.deep.equal({ folders: [] });
      const commits = { subject: 'commits', action: ['read'] };
      const reader = await newProjectIdentity(world(), setting, [commits, rule(['describeSecret'])]);
      const { folders } = await history.read('compareFolderStates', query, {}, reader);
      expect(folders[0].changes.map(({ secretKey }: any) => secretKey)).to.deep.equal(['A']);
    });
  });

  it('answers 404 for a commit of another folder, environment or project', async () => {
    const history = await newHistory();
    const other = await newHistory();
    await history.create('A', 'one');
    const commitId = await history.newest();
    const { admin, project, folderIds } = history.setting;
    const query = { projectId: project.id, folderId: folderIds['/app']!, environment: 'dev' };
    expectError(await world().call('getCommitState', { as: admin, params: { commitId }, query }), 404, 'NotFound');
    expectError(await world().call('compareCommit', { as: admin, params: { commitId }, query }), 404, 'NotFound');
    expectError(await history.rollBack(commitId, { environment: 'prod' }), 404, 'NotFound');
    expectError(await other.rollBack(commitId), 404, 'NotFound');
  });
});
