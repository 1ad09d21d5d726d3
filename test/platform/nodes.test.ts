import { expect } from 'chai';
import { auditLogSettled, entriesWhere } from '../support/expect/audit.ts';
import { expectError } from '../support/expect/expect.ts';
import { logIn, newLoggedIn, newMachine, newSecret } from '../support/fixtures/universal-auth.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('two nodes on one PostgreSQL', () => {
  let one: World;
  let other: World;
  before(async () => {
    const storage = await newStorage('postgres');
    one = await ownWorld(storage);
    other = await ownWorld(storage);
  });

  const onBoth = <T>(work: (node: World) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: 50 }, (_, number) => work(number % 2 === 0 ? one : other)));

  it('accept a limited client secret exactly as often as allowed', async () => {
    const machine = await newMachine(one);
    const { secret } = await newSecret(one, machine, { numUsesLimit: 10 });
    const answers = await onBoth((node) => logIn(node, machine.clientId, secret));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    expect(answers.filter(({ status }) => status === 401)).to.have.length(40);
  });

  it('accept a limited token exactly as often as allowed', async () => {
    const { token } = await newLoggedIn(one, { accessTokenNumUsesLimit: 10 });
    const answers = await onBoth((node) => node.call('listOrganizations', { as: { token } }));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    expect(answers.filter(({ status }) => status === 401)).to.have.length(40);
  });

  it('count failed logins together', async () => {
    const machine = await newMachine(one, { lockoutThreshold: 10 });
    const answers = await onBoth((node) => logIn(node, machine.clientId, 'wrong'));
    expect(answers.filter(({ body }) => String(body.message).includes('locked'))).to.have.length(40);
  });

  it('count refused logins and changes in one entry of the audit log', async () => {
    const organization = await one.newOrganization();
    const user = await one.newUser(organization, 'no-access');
    await onBoth((node) => node.call('login', { body: { email: user.email, password: 'wrong' } }));
    await onBoth((node) => node.call('createIdentity', { as: user, body: { name: 'Mine' } }));
    await Promise.all([one, other].map(auditLogSettled));
    const entries = await entriesWhere(one, { actorId: user.id });
    expect(entries.map(({ eventType, repeats }) => `${eventType} ${repeats}`)).to.have.members([
      'user-login-failed 49',
      'create-identity-refused 49',
    ]);
  });

  it('observe a revocation by the other node with the next request', async () => {
    const revocations: ((machine: Awaited<ReturnType<typeof newLoggedIn>>) => Promise<unknown>)[] = [
      ({ token }) => one.call('revokeAccessToken', { body: { accessToken: token } }),
      ({ admin, params, secretId }) =>
        one.call('revokeClientSecret', { as: admin, params: { ...params, clientSecretId: secretId } }),
      ({ admin, params }) => one.call('revokeUniversalAuth', { as: admin, params }),
      ({ admin, params }) => one.call('deleteIdentity', { as: admin, params }),
    ];
    for (const revoke of revocations) {
      const machine = await newLoggedIn(one);
      const check = () => other.call('listOrganizations', { as: { token: machine.token } });
      expect((await check()).status).to.equal(200);
      await revoke(machine);
      expectError(await check(), 401, 'TokenError');
    }
  });
});
