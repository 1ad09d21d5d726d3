import { expect } from 'chai';
import { newProjectWithStream } from '../../support/fixtures/event-settings.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { History } from './history.ts';

onEachDatabase('a rollback of many secrets', (world) => {
  it('emits one event of each kind for each folder', async () => {
    const setting = await newProjectWithStream(world());
    const { call, received, project, admin } = setting;
    const secrets = (value: string, ...names: string[]) => ({
      secrets: names.map((secretKey) => ({ secretKey, secretValue: value })),
    });
    await call('createSecrets', { ...secrets('one', 'A', 'B', 'C', 'D') });
    await call('createSecrets', { secretPath: '/app', ...secrets('one', 'X') });
    const at = '2030-01-01T00:00:00.000Z';
    await world().clock.later(60, async () => {
      await call('updateSecrets', secrets('two', 'A', 'B'));
      await call('deleteSecrets', { secrets: [{ secretKey: 'C' }, { secretKey: 'D' }] });
      await call('createSecrets', secrets('two', 'E', 'F'));
      await call('updateSecrets', { secretPath: '/app', ...secrets('two', 'X') });
    });
    await received();
    await world().clock.later(120, async () => {
      const body = { projectId: project.id, environment: 'dev', at, deepRollback: true };
      expect((await world().call('rollbackToTime', { as: admin, body })).body).to.include({ totalChanges: 7 });
    });
    expect(await received()).to.have.members([
      'secret:create dev:/ C,D',
      'secret:update dev:/ A,B',
      'secret:delete dev:/ E,F',
      'secret:update dev:/app X',
    ]);
  });

  it('handles more secrets than one statement can', async () => {
    const history = new History(world(), await newProjectWithSecrets(world(), []));
    const batch = (value: string, count: number) => ({
      environment: 'dev',
      secrets: Array.from({ length: count }, (_, index) => ({
        secretKey: `KEY_${String(index).padStart(4, '0')}`,
        secretValue: `${value} ${index}`,
      })),
    });
    await history.call('createSecrets', batch('one', 600));
    const target = await history.newest();
    await history.call('updateSecrets', batch('two', 600));
    await history.call('deleteSecrets', batch('two', 550));
    const { status, body } = await history.rollBack(target);
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.include({ totalChanges: 600 });
    const state = await history.state();
    expect(state.split('=')).to.have.length(601);
    expect(state).to.include('KEY_0000=one 0').and.include('KEY_0599=one 599').and.not.include('two');
  });
});
