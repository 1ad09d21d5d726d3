import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getHealth', (world) => {
  it('returns that the process is running', async () => {
    const { status, body } = await world().call('getHealth');
    expect({ status, body }).to.deep.equal({ status: 200, body: { status: 'ok' } });
  });
});
