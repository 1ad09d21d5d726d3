import { expect } from 'chai';
import { timestamp } from '../../../src/platform/clock.ts';
import type { FailedLoginsRow } from '../../../src/resources/identity/lockouts/store.ts';
import { createStores } from '../../../src/stores.ts';
import { sweep } from '../../../src/sweep.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newMachine, newSecret, type Machine } from '../../support/fixtures/universal-auth.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const outsider = '203.0.113.9';
const owner = '198.51.100.7';

for (const kind of databaseKinds) {
  describe(`lockouts by address [${kind}]`, () => {
    let world: World;
    before(async () => {
      world = await ownWorld({ ...(await newStorage(kind)), TRUST_PROXY: '127.0.0.1' });
    });

    const logInFrom = (address: string, { clientId }: Machine, clientSecret: string) =>
      world.call('loginWithUniversalAuth', {
        body: { clientId, clientSecret },
        headers: { 'X-Forwarded-For': address },
      });

    const setting = async (settings: object = {}) => {
      const machine = await newMachine(world, settings);
      const { secret } = await newSecret(world, machine);
      const { admin: as, params } = machine;
      return {
        machine,
        secret,
        fail: async (address: string, times = 1): Promise<void> => {
          for (let time = 0; time < times; time += 1)
            expectError(await logInFrom(address, machine, 'wrong'), 401, 'UnauthorizedError', /^Invalid credentials/);
        },
        expectLocked: async (address: string): Promise<void> => {
          const answers = [await logInFrom(address, machine, secret), await logInFrom(address, machine, 'wrong')];
          for (const answer of answers) expectError(answer, 401, 'UnauthorizedError', /from your address.*locked/);
          expect(answers[0]!.body.message).to.equal(answers[1]!.body.message);
        },
        expectOpen: async (address: string): Promise<void> =>
          void expect((await logInFrom(address, machine, secret)).status, address).to.equal(200),
        clear: () => world.call('clearUniversalAuthLockouts', { as, params }),
        lockedMethods: async (): Promise<string[]> =>
          (await world.call('getIdentity', { as, params })).body.identity.identity.activeLockoutAuthMethods,
        rows: (): Promise<FailedLoginsRow[]> =>
          world.server.parts.database
            .read<FailedLoginsRow & { universalAuthId: string }>('universal_auth_failed_logins')
            .where({ universalAuthId: machine.authId })
            .orderBy('address'),
      };
    };

    it('lock out only the address of an attacker who knows the client id', async () => {
      const { fail, expectLocked, expectOpen } = await setting();
      await fail(outsider, 3);
      await expectLocked(outsider);
      await expectOpen(owner);
      await fail(owner, 2);
      await expectOpen(owner);
      await expectLocked(outsider);
    });

    it('apply to one client id: the same address can log in with another one', async () => {
      const [one, other] = [await setting({ lockoutThreshold: 1 }), await setting({ lockoutThreshold: 1 })];
      await one.fail(outsider);
      await one.expectLocked(outsider);
      await other.expectOpen(outsider);
    });

    it('count addresses of one /64 together, and those of different /64 separately', async () => {
      const { fail, expectLocked, expectOpen } = await setting({ lockoutThreshold: 2 });
      await fail('2001:db8:0:1::1');
      await fail('2001:DB8::1:ffff:ffff:ffff:ffff');
      for (const address of ['2001:db8:0:1::2', '2001:0db8:0000:0001:8000::']) await expectLocked(address);
      await expectOpen('2001:db8:0:2::1');
      await fail('2001:db8:0:2::1');
      await fail('2001:db8:0:3::1');
      for (const address of ['2001:db8:0:2::1', '2001:db8:0:3::1']) await expectOpen(address);
    });

    it('treat an IPv4-mapped IPv6 address as IPv4', async () => {
      const { fail, expectLocked, expectOpen, rows } = await setting({ lockoutThreshold: 3 });
      await fail('::ffff:203.0.113.9');
      await fail('::ffff:cb00:7109');
      await fail(outsider);
      for (const address of [outsider, '::FFFF:203.0.113.9', '0:0:0:0:0:ffff:cb00:7109']) await expectLocked(address);
      await expectOpen('::ffff:203.0.113.10');
      expect((await rows()).map(({ address }) => address)).to.deep.equal([outsider]);
    });

    it('count exactly for twenty concurrent failures of one address, while the owner logs in', async () => {
      const { machine, secret, expectLocked, rows } = await setting({ lockoutThreshold: 10 });
      const [failed, good] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => logInFrom(outsider, machine, 'wrong'))),
        Promise.all(Array.from({ length: 5 }, () => logInFrom(owner, machine, secret))),
      ]);
      expect(failed.filter(({ body }) => String(body.message).startsWith('Invalid credentials'))).to.have.length(10);
      expect(failed.filter(({ body }) => String(body.message).includes('locked'))).to.have.length(10);
      expect(good.map(({ status }) => status)).to.deep.equal(Array(5).fill(200));
      await expectLocked(outsider);
      expect(await rows()).to.have.length(1);
    });

    it('do not count failures from an untrusted address', async () => {
      const { fail, expectOpen, rows } = await setting({
        lockoutThreshold: 1,
        clientSecretTrustedIps: [{ ipAddress: owner }],
      });
      await fail(outsider, 3);
      expect(await rows()).to.deep.equal([]);
      await expectOpen(owner);
      await fail(owner);
      expect(await rows()).to.have.length(1);
    });

    it('of one address do not depend on failures or successes of other addresses', async () => {
      const { fail, expectLocked, expectOpen, rows } = await setting({ lockoutThreshold: 3 });
      await fail(outsider, 2);
      await fail(owner, 2);
      await expectOpen(owner);
      expect((await rows()).map(({ address, failures }) => `${address} ${failures}`)).to.deep.equal([`${outsider} 2`]);
      await fail(outsider);
      await expectLocked(outsider);
      await fail(owner, 2);
      await expectOpen(owner);
    });

    it('store nothing for an identity without failures', async () => {
      const { machine, expectOpen, rows } = await setting();
      await expectOpen(owner);
      expect(await rows()).to.deep.equal([]);
      expect(
        await world.server.parts.database
          .read('identity_universal_auths')
          .where({ id: machine.authId })
          .pluck('failuresExpireAt'),
      ).to.deep.equal([null]);
    });

    it('are listed while any address is locked, and are cleared together', async () => {
      const { fail, clear, lockedMethods, expectLocked, expectOpen, rows } = await setting({
        lockoutThreshold: 2,
        lockoutDurationSeconds: 60,
      });
      expect((await clear()).body).to.deep.equal({ deleted: 0 });
      await fail(outsider);
      expect(await lockedMethods()).to.deep.equal([]);
      await fail(outsider);
      await fail('2001:db8::1', 2);
      await fail(owner);
      expect(await lockedMethods()).to.deep.equal(['universal-auth']);
      await world.clock.later(30, () => fail('192.0.2.1', 2));
      await world.clock.later(60, async () => {
        expect(await lockedMethods(), 'the last one').to.deep.equal(['universal-auth']);
        await expectOpen(outsider);
        await expectLocked('192.0.2.1');
      });
      await world.clock.later(90, async () => expect(await lockedMethods()).to.deep.equal([]));
      await fail(outsider, 2);
      expect((await clear()).body).to.deep.equal({ deleted: 3 });
      expect(await rows()).to.deep.equal([]);
      expect(await lockedMethods()).to.deep.equal([]);
      await fail(owner);
      for (const address of [owner, outsider, '2001:db8::1', '192.0.2.1']) await expectOpen(address);
      expect((await clear()).body).to.deep.equal({ deleted: 0 });
    });

    it('are removed after their end, and not before', async () => {
      const { fail, rows, expectLocked } = await setting({
        lockoutThreshold: 2,
        lockoutDurationSeconds: 60,
        lockoutCounterResetSeconds: 10,
      });
      await fail(outsider, 2);
      await fail(owner);
      const left = async () => (await rows()).map(({ address }) => address);
      const removeExpired = (seconds: number) =>
        world.clock.later(seconds, async () => {
          await Promise.all([sweep(world.server.parts), sweep(world.server.parts)]);
          return left();
        });
      expect(await removeExpired(10)).to.deep.equal([owner, outsider]);
      expect(await removeExpired(10.001)).to.deep.equal([outsider]);
      await world.clock.later(59, () => expectLocked(outsider));
      expect(await removeExpired(60.001)).to.deep.equal([]);
    });

    it('are deleted with universal auth', async () => {
      const { machine, fail, rows } = await setting();
      await fail(outsider);
      expect(await rows()).to.have.length(1);
      expect((await world.call('revokeUniversalAuth', { as: machine.admin, params: machine.params })).status).to.equal(
        200,
      );
      expect(await rows()).to.deep.equal([]);
    });

    /** A thousand addresses with failures: the first ones are locked, and each expires a second after the previous one. */
    const withThousand = async (locked: number) => {
      const found = await setting({ lockoutThreshold: 2 });
      const { database, clock } = world.server.parts;
      const at = (seconds: number) => timestamp(new Date(clock.now().getTime() + seconds * 1000));
      const address = (index: number) => `10.0.${index >> 8}.${index & 255}`;
      const { authId: universalAuthId } = found.machine;
      const rows = Array.from({ length: 1_000 }, (_, index) => ({
        universalAuthId,
        address: address(index),
        failures: 1,
        lockedUntil: index < locked ? at(index + 10) : null,
        expiresAt: at(index + 10),
      }));
      await database.transaction(ofInstance, async ({ db }) => {
        db.insert('universal_auth_failed_logins', rows);
        await createStores(db).universalAuths.update(universalAuthId, { failuresExpireAt: at(1_010) });
      });
      const addresses = async () => new Set((await found.rows()).map((row) => row.address));
      return { ...found, address, addresses };
    };

    it('are stored for at most a thousand addresses: the unlocked one that expires first is removed', async () => {
      const { fail, address, addresses, expectLocked } = await withThousand(500);
      await fail(outsider);
      let kept = await addresses();
      expect(kept.size).to.equal(1_000);
      expect([
        kept.has(address(499)),
        kept.has(address(500)),
        kept.has(address(501)),
        kept.has(outsider),
      ]).to.deep.equal([true, false, true, true]);
      await fail(outsider);
      await expectLocked(outsider);
      await fail(address(999));
      await expectLocked(address(999));
      kept = await addresses();
      expect(kept.size, 'known addresses do not replace others').to.equal(1_000);
      expect(kept.has(address(501))).to.equal(true);
    });

    it('are stored for at most a thousand addresses: if all are locked, the lock that ends first is removed', async () => {
      const { fail, address, addresses } = await withThousand(1_000);
      await fail(outsider);
      const kept = await addresses();
      expect(kept.size).to.equal(1_000);
      expect([kept.has(address(0)), kept.has(address(1)), kept.has(outsider)]).to.deep.equal([false, true, true]);
    });
  });
}
