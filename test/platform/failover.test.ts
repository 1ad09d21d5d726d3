import { expect } from 'chai';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { schemaStatus } from '../../src/cli/migrate.ts';
import { readConfig } from '../../src/config.ts';
import { startServer } from '../../src/main.ts';
import { PostgresServers } from '../../src/platform/db/postgres/servers.ts';
import { createLog } from '../../src/platform/log.ts';
import { expectError } from '../support/expect/expect.ts';
import { startPair, type Pair, type PairServer } from '../support/world/standby.ts';
import { ownWorld, testRootKey, type World } from '../support/world/world.ts';

describe('with several hosts in DATABASE_URL', () => {
  let pair: Pair;
  let environment: Record<string, string>;
  let world: World;
  let as: Awaited<ReturnType<World['newUser']>>;
  let params: { organizationId: string };
  const messages = new PassThrough({ objectMode: true });
  const connections = new PassThrough({ objectMode: true });
  let unlisten: () => Promise<void>;

  before(async () => {
    pair = await startPair();
    environment = { DATABASE_URL: pair.url(pair.standby, pair.primary), DATABASE_POOL: '5', ROOT_KEY: testRootKey };
  });

  after(async () => {
    await unlisten();
    await world.server.stop();
    for (const server of [pair.primary, pair.standby]) await server.stop();
  });

  const nameOn = async (server: PairServer): Promise<unknown> =>
    (await server.execute(`select name from organizations where id = '${params.organizationId}'`))[0]?.name;

  /**
   * Changes a name, several times concurrently, until the change is on this server; returns how many rounds were
   * refused.
   */
  const refusalsUntilOn = async (server: PairServer, name: string): Promise<number> => {
    let refusals = 0;
    while ((await nameOn(server)) !== name) {
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => world.call('updateOrganization', { as, params, body: { name } })),
      );
      const refused = answers.filter(({ status }) => status !== 200);
      for (const answer of refused) expectError(answer, 503, 'ServiceUnavailable', /^The database is not reachable/);
      if (refused.length > 0) refusals += 1;
    }
    return refusals;
  };

  const expectNotifications = async (server: PairServer): Promise<void> => {
    const received = once(messages, 'data');
    await server.execute(`select pg_notify('failover_test', '${server.port}')`);
    expect(await received).to.deep.equal([String(server.port)]);
  };

  it('starts on the server that is not in recovery, at any position of the list', async () => {
    world = await ownWorld(environment);
    const organization = await world.newOrganization();
    as = await world.newUser(organization, 'admin');
    params = { organizationId: organization.id };
    expect(await refusalsUntilOn(pair.primary, 'First')).to.equal(0);
    expect(await schemaStatus(readConfig(environment))).to.deep.include({ pending: [] });
    unlisten = await world.server.parts.database.channel!.listen('failover_test', {
      onMessage: (text) => void messages.write(text),
      onConnected: () => void connections.write(true),
    });
    await once(connections, 'data');
    await expectNotifications(pair.primary);
  });

  it('switches when the roles change while connections stay open, after at most one refusal', async () => {
    const moved = once(connections, 'data');
    await pair.primary.setReadOnly(true);
    await pair.caughtUp();
    await pair.standby.promote();
    expect(await refusalsUntilOn(pair.standby, 'Second')).to.be.at.most(1);
    expect((await world.call('getOrganization', { as, params })).body.organization.name).to.equal('Second');
    expect(await nameOn(pair.primary)).to.equal('First');
    await moved;
    await expectNotifications(pair.standby);
  });

  it('switches when the primary stops, after at most one refusal', async () => {
    const moved = once(connections, 'data');
    await pair.primary.setReadOnly(false);
    await pair.standby.stop();
    expect(await refusalsUntilOn(pair.primary, 'Third')).to.be.at.most(1);
    await moved;
    await expectNotifications(pair.primary);
  });

  it('uses any server that answers, or one that is not in recovery, if configured so', async () => {
    for (const need of ['any', 'primary']) {
      const servers = new PostgresServers(environment.DATABASE_URL!.replace('read-write', need));
      expect((await servers.find()).name, need).to.equal(`127.0.0.1:${pair.primary.port}`);
    }
  });

  it('answers 503, and does not start, while no server accepts writes', async () => {
    await pair.primary.setReadOnly(true);
    for (let isRefused = false; !isRefused;)
      isRefused = (await world.call('updateOrganization', { as, params, body: { name: 'Lost' } })).status === 503;
    expectError(
      await world.call('updateOrganization', { as, params, body: { name: 'Lost' } }),
      503,
      'ServiceUnavailable',
      /^The database is not reachable/,
    );

    const expectRefusal = async (url: string, message: RegExp): Promise<void> => {
      const refusal = await startServer(
        readConfig({ ...environment, PORT: '0', DATABASE_URL: url }),
        createLog('silent'),
      ).catch((error: unknown) => error as Error);
      expect(refusal).to.be.an('error').with.property('name', 'StartError');
      expect((refusal as Error).message)
        .to.match(message)
        .and.not.contain(pair.password);
    };
    await expectRefusal(
      environment.DATABASE_URL!,
      /^The database cannot be used: no server accepts changes: 127\.0\.0\.1:\d+ does not answer \(.*ECONNREFUSED.*\); 127\.0\.0\.1:\d+ is read-only$/,
    );
    await expectRefusal(
      pair.url(pair.primary),
      /^The database cannot be used: no server accepts changes: 127\.0\.0\.1:\d+ is read-only$/,
    );

    await pair.primary.setReadOnly(false);
    expect(await refusalsUntilOn(pair.primary, 'Fourth')).to.be.at.most(1);
  });
});
