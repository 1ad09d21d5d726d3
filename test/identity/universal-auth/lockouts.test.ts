import { expect } from 'chai';
import { timestamp } from '../../../src/platform/clock.ts';
import type { FailedLoginsRow } from '../../../src/resources/identity/universal-auth/store.ts';
import { createStores } from '../../../src/stores.ts';
import { sweep } from '../../../src/sweep.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newMachine, newSecret, type Machine } from '../../support/fixtures/universal-auth.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';

const stranger = '203.0.113.9';
const owner = '198.51.100.7';

for (const kind of databaseKinds) {
  describe(`lockouts by address [${kind}]`, () => {
    let world: World;
    before(async function () {
      this.timeout(120_000);
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
            .read<FailedLoginsRow>('universal_auth_failed_logins')
            .where({ universalAuthId: machine.authId })
            .orderBy('address'),
      };
    };

    it('keep a stranger who knows the client id out, and nobody else', async () => {
      const { fail, expectLocked, expectOpen } = await setting();
      await fail(stranger, 3);
      await expectLocked(stranger);
      await expectOpen(owner);
      await fail(owner, 2);
      await expectOpen(owner);
      await expectLocked(stranger);
    });

    it('are of one client id: the same address can still log in with another', async () => {
      const [one, other] = [await setting({ lockoutThreshold: 1 }), await setting({ lockoutThreshold: 1 })];
      await one.fail(stranger);
      await one.expectLocked(stranger);
      await other.expectOpen(stranger);
    });

    it('count what comes from one /64 together, and from two /64 apart', async () => {
      const { fail, expectLocked, expectOpen } = await setting({ lockoutThreshold: 2 });
      await fail('2001:db8:0:1::1');
      await fail('2001:DB8::1:ffff:ffff:ffff:ffff');
      for (const address of ['2001:db8:0:1::2', '2001:0db8:0000:0001:8000::']) await expectLocked(address);
      await expectOpen('2001:db8:0:2::1');
      await fail('2001:db8:0:2::1');
      await fail('2001:db8:0:3::1');
      for (const address of ['2001:db8:0:2::1', '2001:db8:0:3::1']) await expectOpen(address);
    });

    it('take an IPv4 address that is mapped to IPv6 for what it is', async () => {
      const { fail, expectLocked, expectOpen, rows } = await setting({ lockoutThreshold: 3 });
      await fail('::ffff:203.0.113.9');
      await fail('::ffff:cb00:7109');
      await fail(stranger);
      for (const address of [stranger, '::FFFF:203.0.113.9', '0:0:0:0:0:ffff:cb00:7109']) await expectLocked(address);
      await expectOpen('::ffff:203.0.113.10');
      expect((await rows()).map(({ address }) => address)).to.deep.equal([stranger]);
    });

    it('count exactly, under twenty at once from one address, while the owner logs in', async () => {
      const { machine, secret, expectLocked, rows } = await setting({ lockoutThreshold: 10 });
      const [failed, good] = await Promise.all([
        Promise.all(Array.from({ length: 20 }, () => logInFrom(stranger, machine, 'wrong'))),
        Promise.all(Array.from({ length: 5 }, () => logInFrom(owner, machine, secret))),
      ]);
      expect(failed.filter(({ body }) => String(body.message).startsWith('Invalid credentials'))).to.have.length(10);
      expect(failed.filter(({ body }) => String(body.message).includes('locked'))).to.have.length(10);
      expect(good.map(({ status }) => status)).to.deep.equal(Array(5).fill(200));
      await expectLocked(stranger);
      expect(await rows()).to.have.length(1);
    });

    it('count no failure from an address that is not trusted', async () => {
      const { fail, expectOpen, rows } = await setting({
        lockoutThreshold: 1,
        clientSecretTrustedIps: [{ ipAddress: owner }],
      });
      await fail(stranger, 3);
      expect(await rows()).to.deep.equal([]);
      await expectOpen(owner);
      await fail(owner);
      expect(await rows()).to.have.length(1);
    });

    it('are not brought nearer to one address by failures from others, nor ended by their successes', async () => {
      const { fail, expectLocked, expectOpen, rows } = await setting({ lockoutThreshold: 3 });
      await fail(stranger, 2);
      await fail(owner, 2);
      await expectOpen(owner);
      expect((await rows()).map(({ address, failures }) => `${address} ${failures}`)).to.deep.equal([`${stranger} 2`]);
      await fail(stranger);
      await expectLocked(stranger);
      await fail(owner, 2);
      await expectOpen(owner);
    });

    it('leave nothing behind at an identity without failures', async () => {
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

    it('are listed while any address is locked, and cleared all at once', async () => {
      const { fail, clear, lockedMethods, expectLocked, expectOpen, rows } = await setting({
        lockoutThreshold: 2,
        lockoutDurationSeconds: 60,
      });
      expect((await clear()).body).to.deep.equal({ deleted: 0 });
      await fail(stranger);
      expect(await lockedMethods()).to.deep.equal([]);
      await fail(stranger);
      await fail('2001:db8::1', 2);
      await fail(owner);
      expect(await lockedMethods()).to.deep.equal(['universal-auth']);
      await world.clock.later(30, () => fail('192.0.2.1', 2));
      await world.clock.later(60, async () => {
        expect(await lockedMethods(), 'the last one').to.deep.equal(['universal-auth']);
        await expectOpen(stranger);
        await expectLocked('192.0.2.1');
      });
      await world.clock.later(90, async () => expect(await lockedMethods()).to.deep.equal([]));
      await fail(stranger, 2);
      expect((await clear()).body).to.deep.equal({ deleted: 3 });
      expect(await rows()).to.deep.equal([]);
      expect(await lockedMethods()).to.deep.equal([]);
      await fail(owner);
      for (const address of [owner, stranger, '2001:db8::1', '192.0.2.1']) await expectOpen(address);
      expect((await clear()).body).to.deep.equal({ deleted: 0 });
    });

    it('are swept when they have ended, and not before', async () => {
      const { fail, rows, expectLocked } = await setting({
        lockoutThreshold: 2,
        lockoutDurationSeconds: 60,
        lockoutCounterResetSeconds: 10,
      });
      await fail(stranger, 2);
      await fail(owner);
      const left = async () => (await rows()).map(({ address }) => address);
      const swept = (seconds: number) =>
        world.clock.later(seconds, async () => {
          await Promise.all([sweep(world.server.parts), sweep(world.server.parts)]);
          return left();
        });
      expect(await swept(10)).to.deep.equal([owner, stranger]);
      expect(await swept(10.001)).to.deep.equal([stranger]);
      await world.clock.later(59, () => expectLocked(stranger));
      expect(await swept(60.001)).to.deep.equal([]);
    });

    it('go with the universal auth', async () => {
      const { machine, fail, rows } = await setting();
      await fail(stranger);
      expect(await rows()).to.have.length(1);
      expect((await world.call('revokeUniversalAuth', { as: machine.admin, params: machine.params })).status).to.equal(
        200,
      );
      expect(await rows()).to.deep.equal([]);
    });

    /** A thousand addresses with failures: the first are locked, and each expires a second after the one before. */
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
      await database.transaction(async ({ db }) => {
        await db.insertRows('universal_auth_failed_logins', rows);
        await createStores(db).universalAuths.update(universalAuthId, { failuresExpireAt: at(1_010) });
      });
      const addresses = async () => new Set((await found.rows()).map((row) => row.address));
      return { ...found, address, addresses };
    };

    it('are kept of a thousand addresses: the unlocked one that expires first goes', async () => {
      const { fail, address, addresses, expectLocked } = await withThousand(500);
      await fail(stranger);
      let kept = await addresses();
      expect(kept.size).to.equal(1_000);
      expect([
        kept.has(address(499)),
        kept.has(address(500)),
        kept.has(address(501)),
        kept.has(stranger),
      ]).to.deep.equal([true, false, true, true]);
      await fail(stranger);
      await expectLocked(stranger);
      await fail(address(999));
      await expectLocked(address(999));
      kept = await addresses();
      expect(kept.size, 'known addresses push nobody out').to.equal(1_000);
      expect(kept.has(address(501))).to.equal(true);
    });

    it('are kept of a thousand addresses: with all of them locked, the lock that ends first goes', async () => {
      const { fail, address, addresses } = await withThousand(1_000);
      await fail(stranger);
      const kept = await addresses();
      expect(kept.size).to.equal(1_000);
      expect([kept.has(address(0)), kept.has(address(1)), kept.has(stranger)]).to.deep.equal([false, true, true]);
    });
  });
}
