import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';

onEachDatabase('revertCommit', (world) => {
  const revert = ({ setting: { admin, project } }: History, commitId: string) =>
    world().call('revertCommit', { as: admin, params: { commitId }, body: { projectId: project.id } });

  it('undoes what one commit changed, except what was changed again', async () => {
    const history = new History(world(), await newProjectWithSecrets(world(), []));
    await history.create('FIRST', 'one');
    await history.create('A', 'one');
    await history.create('B', 'one');
    await history.call('updateSecrets', {
      environment: 'dev',
      secrets: [
        { secretKey: 'A', secretValue: 'two' },
        { secretKey: 'B', secretValue: 'two' },
      ],
    });
    const commitId = await history.newest();
    await history.update('B', { secretValue: 'three' });
    const { status, body } = await revert(history, commitId);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.include({ success: true, originalCommitId: commitId, changesReverted: 1 });
    expect(body.revertCommitId).to.equal(await history.newest());
    expect(await history.state()).to.equal('/:A=one /:B=three /:FIRST=one');
    expect((await revert(history, commitId)).body).to.deep.equal({
      success: true,
      message: 'Nothing is left to revert.',
      originalCommitId: commitId,
    });

    const commits = await history.commits();
    expectError(await revert(history, commits[0].id as string), 400, 'BadRequest', /first commit/);
    expect((await revert(history, commits[1].id as string)).body.changesReverted).to.equal(undefined);
    await history.delete('FIRST');
    expect((await revert(history, await history.newest())).body).to.include({ changesReverted: 1 });
    expect(await history.state()).to.equal('/:A=one /:B=three /:FIRST=one');
    await history.create('ADDED', 'x');
    expect((await revert(history, await history.newest())).body).to.include({ changesReverted: 1 });
    expect(await history.setting.names()).to.equal('/:A /:B /:FIRST');
  });
});
