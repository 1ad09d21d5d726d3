import { expect } from 'chai';
import pg from 'pg';
import { logIn, newMachine, newSecret, type Machine } from '../../support/fixtures/universal-auth.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

/** SQLite runs one transaction after the other. */
describe('logins with universal auth during other changes [postgres]', () => {
  let [world, blocker, observer]: [World?, pg.Client?, pg.Client?] = [];

  before(async function () {
    this.timeout(120_000);
    const storage = await newStorage('postgres');
    world = await ownWorld(storage);
    [blocker, observer] = [storage.DATABASE_URL, storage.DATABASE_URL].map(
      (connectionString) => new pg.Client({ connectionString: connectionString! }),
    ) as [pg.Client, pg.Client];
    await Promise.all([blocker.connect(), observer.connect()]);
  });
  after(() => Promise.all([blocker?.end(), observer?.end()]));

  /** Returns the statements that wait for a lock, once there are so many. */
  const waitForLocks = async (count: number): Promise<string[]> => {
    const waiting = `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    for (;;) {
      const { rows } = await observer!.query<{ query: string }>(waiting);
      if (rows.length >= count) return rows.map(({ query }) => query);
    }
  };

  /** Locks the row while the calls start, each after the one before waits for a lock. */
  const whileLocked = async (
    [table, id]: readonly [table: string, id: string],
    calls: readonly (() => Promise<{ status: number; body: { accessToken?: string } }>)[],
  ) => {
    await blocker!.query('begin');
    await blocker!.query(`select 1 from ${table} where id = $1 for update`, [id]);
    const started = [];
    let waiting: string[] = [];
    for (const [index, call] of calls.entries()) {
      started.push(call());
      waiting = await waitForLocks(index + 1);
    }
    await blocker!.query('commit');
    return { waiting, responses: await Promise.all(started) };
  };

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
    const { responses } = await whileLocked(
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
    const { responses } = await whileLocked(await membershipOf(machine), [
      () => logIn(world!, machine.clientId, secret),
      () => world!.call('revokeClientSecret', { as: machine.admin, params }),
    ]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await isValid(responses[0]!.body.accessToken!)).to.equal(false);
  });

  it('lose their token if universal auth is removed while they are stored', async () => {
    const machine = await newMachine(world!);
    const { secret } = await newSecret(world!, machine);
    const { responses } = await whileLocked(await membershipOf(machine), [
      () => logIn(world!, machine.clientId, secret),
      () => world!.call('revokeUniversalAuth', { as: machine.admin, params: machine.params }),
    ]);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    expect(await isValid(responses[0]!.body.accessToken!)).to.equal(false);
  });

  it('of one identity do not wait for each other until they are counted', async () => {
    const machine = await newMachine(world!);
    const { id, secret } = await newSecret(world!, machine);
    const { waiting, responses } = await whileLocked(
      ['universal_auth_client_secrets', id],
      [() => logIn(world!, machine.clientId, secret), () => logIn(world!, machine.clientId, secret)],
    );
    for (const statement of waiting) expect(statement).to.match(/^update "universal_auth_client_secrets"/);
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200]);
    const stored = await world!.server.parts.stores.clientSecrets.findById(machine.authId, id);
    expect(stored!.numUses).to.equal(2);
  });
});
