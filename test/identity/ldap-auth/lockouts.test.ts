import { expect } from 'chai';
import { sweep } from '../../../src/sweep.ts';
import { TestDirectory } from '../../support/clients/directory.ts';
import { expectError } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import { build, deploy, logInWithLdap, newDirectoryMachine } from '../../support/fixtures/ldap-auth.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';

const outsider = '203.0.113.9';
const owner = '198.51.100.7';

for (const kind of databaseKinds) {
  describe(`lockouts of LDAP auth [${kind}]`, () => {
    let world: World;
    let server: TestDirectory;
    before(async () => {
      world = await ownWorld({ ...(await newStorage(kind)), TRUST_PROXY: '127.0.0.1' });
      server = await TestDirectory.start();
    });
    after(() => server.stop());

    const setting = async (fields: object = {}) => {
      const machine = await newDirectoryMachine(world, server, fields);
      const { admin: as, params } = machine;
      const from = (address: string, credentials = build) =>
        logInWithLdap(world, machine, credentials, { 'X-Forwarded-For': address });
      return {
        machine,
        from,
        fail: async (address: string, times = 1, username = build.username): Promise<void> => {
          for (let time = 0; time < times; time += 1)
            expectError(await from(address, { username, password: 'wrong' }), 401, 'UnauthorizedError');
        },
        expectLocked: async (address: string): Promise<void> => {
          const { connections } = server;
          const response = await from(address);
          await expectRefusedLogin(world, response, { ...machine, method: 'ldap-auth' }, 'temporarily_locked');
          expect(server.connections, 'the directory is not asked').to.equal(connections);
        },
        expectOpen: async (address: string): Promise<void> =>
          void expect((await from(address)).status, address).to.equal(200),
        clear: () => world.call('clearLdapAuthLockouts', { as, params }),
        lockedMethods: async (): Promise<string[]> =>
          (await world.call('getIdentity', { as, params })).body.identity.identity.activeLockoutAuthMethods,
      };
    };

    it('lock out only the address that guesses, whichever names it tries', async () => {
      const { fail, expectLocked, expectOpen, lockedMethods } = await setting();
      await fail(outsider);
      await fail(outsider, 1, 'nobody');
      expect(await lockedMethods()).to.deep.equal([]);
      await fail(outsider, 1, deploy.username);
      expect(await lockedMethods()).to.deep.equal(['ldap-auth']);
      await expectLocked(outsider);
      await expectOpen(owner);
    });

    it('count exactly, also if many log in at once', async () => {
      const { from, expectLocked } = await setting({ lockoutThreshold: 3 });
      const before = server.binds.length;
      const wrong = { ...build, password: 'wrong' };
      const responses = await Promise.all(Array.from({ length: 20 }, () => from(outsider, wrong)));
      expect(new Set(responses.map(({ status }) => status))).to.deep.equal(new Set([401]));
      expect(server.binds.slice(before).filter((dn) => dn.startsWith('uid='))).to.have.length(3);
      await expectLocked(outsider);
    });

    it('end after their time, by a successful login, and by clearLdapAuthLockouts', async () => {
      const { fail, expectLocked, expectOpen, clear } = await setting({ lockoutThreshold: 2 });
      await fail(outsider, 2);
      await world.clock.later(301, () => expectOpen(outsider));
      await fail(owner);
      await expectOpen(owner);
      await fail(owner);
      await expectOpen(owner);
      await fail(outsider, 2);
      await expectLocked(outsider);
      expect((await clear()).body).to.deep.equal({ deleted: 1 });
      await expectOpen(outsider);
      expect((await clear()).body).to.deep.equal({ deleted: 0 });
    });

    it('count a field that is not allowed, and nothing with lockoutEnabled false', async () => {
      const allowedFields = [{ key: 'employeeType', value: 'others' }];
      const strict = await setting({ allowedFields, lockoutThreshold: 1 });
      expectError(await strict.from(outsider), 401, 'UnauthorizedError');
      await strict.expectLocked(outsider);
      const free = await setting({ lockoutEnabled: false, lockoutThreshold: 1 });
      await free.fail(outsider, 2);
      await free.expectOpen(outsider);
    });

    it('are deleted after they expired', async () => {
      const { fail } = await setting();
      await fail(outsider);
      const rows = () => world.server.parts.database.read('login_method_failed_logins');
      expect(await rows()).not.to.deep.equal([]);
      await world.clock.later(90_000, () => sweep(world.server.parts));
      expect(await rows()).to.deep.equal([]);
    });
  });
}
