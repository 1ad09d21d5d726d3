import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { kindsInTurn } from '../../support/world/cases.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('many wrong passwords from some networks', () => {
  let world: World;
  before(async () => {
    world = await ownWorld({ ...(await newStorage(kindsInTurn[0]!)), TRUST_PROXY: '127.0.0.1' });
  });

  /** Checks passwords of these networks, more of each than may wait, until the work is done. */
  const during = async (networks: readonly string[], work: () => Promise<void>): Promise<void> => {
    const { passwords } = world.server.parts;
    let isDone = false;
    const check = async (network: string): Promise<void> => {
      while (!isDone)
        await passwords
          .from(network)
          .matches('wrong', undefined)
          .catch(() => setImmediate());
    };
    const checks = networks.flatMap((network) => Array.from({ length: 40 }, () => check(network)));
    try {
      await work();
    } finally {
      isDone = true;
      await Promise.all(checks);
    }
  };

  const logIn = async (address: string): Promise<number> => {
    const body = { email: 'nobody@example.com', password: 'wrong' };
    return (await world.call('login', { body, headers: { 'X-Forwarded-For': address } })).status;
  };

  it('do not keep other networks from logging in', () =>
    during(['203.0.113.1', '203.0.113.2', '203.0.113.3', '2001:db8:0:0::/64'], async () => {
      for (const address of ['203.0.113.5', '2001:db8:0:1::1', '203.0.113.6', '2001:db8:0:2::1'])
        for (let attempt = 0; attempt < 5; attempt += 1) expect(await logIn(address), address).to.equal(400);
    }));

  it('are refused with 503, whichever address of its network a client uses', () =>
    during(['2001:db8:0:3::/64'], async () => {
      // A few find room, when one of those that wait begins.
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 200 && !statuses.includes(503); attempt += 1)
        statuses.push(await logIn(`2001:db8:0:3::${attempt}`));
      expect(statuses.at(-1)).to.equal(503);
      expect(await logIn('2001:db8:0:4::1')).to.equal(400);
    }));
});
