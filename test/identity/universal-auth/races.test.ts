import { expect } from 'chai';
import { logIn, newMachine, newSecret, type Machine } from '../../support/fixtures/universal-auth.ts';
import { Blocker } from '../../support/world/blocked.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

/** SQLite runs one transaction after the other. */
describe('logins with universal auth during other changes [postgres]', () => {
  let [world, blocker]: [World?, Blocker?] = [];

  before(async () => {
    const storage = await newStorage('postgres');
    world = await ownWorld(storage);
    blocker = await new Blocker(storage).connect();
  });
  after(() => blocker?.close());

  const isValid = async (token: string): Promise<boolean> =>
    (await world!.call('listOrganizations', { as: { token } })).status === 200;

  const membershipOf = async ({ identity, organization }: Machine): Promise<readonly [string, string]> => {
    const member = await world!.server.parts.stores.memberships.findOfIdentity(organization.id, identity.id);
    return ['organization_memberships', member!.id];
  };

  it('fail if the client secret is revoked before they are counted', async () => {
    const machine = await newMachine(world!);
    const { id, secret } = await newSecret(world!, machine);
    const params = { ...machine.params, clientSecretId: id };
    const { responses } = await blocker!.whileLocked(
      ['universal_auth_client_secrets', id],
      [
        () => world!.call('revokeClientSecret', { as: machine.admin, params }),
        () => logIn(world!, machine.clientId, secret),
      ],
    );
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 401]);
  });

  it('lose their token if the client secret is revoked while they are stored', async () => {
    const machine = await newMachine(world!);
    const { id, secret } = await newSecret(world!, machine);
    const params = { ...machine.params, clientSecretId: id };
    const { responses } = await blocker!.whileLocked(await membershipOf(machine), [
      () => logIn(world!, machine.clientId, secret),
      () => world!.call('revokeClientSecret', { as: machine.admin, params }),
    ]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await isValid(responses[0]!.body.accessToken!)).to.equal(false);
  });

  it('lose their token if universal auth is removed while they are stored', async () => {
    const machine = await newMachine(world!);
    const { secret } = await newSecret(world!, machine);
    const { responses } = await blocker!.whileLocked(await membershipOf(machine), [
      () => logIn(world!, machine.clientId, secret),
      () => world!.call('revokeUniversalAuth', { as: machine.admin, params: machine.params }),
    ]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await isValid(responses[0]!.body.accessToken!)).to.equal(false);
  });
});
