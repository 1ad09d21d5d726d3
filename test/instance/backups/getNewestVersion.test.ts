import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import packageJson from '../../../package.json' with { type: 'json' };
import { isNewerVersion } from '../../../src/newest-version.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('getNewestVersion', () => {
  let releases: Server;
  let requests: IncomingMessage[];
  let response: { status: number; body: string };
  let world: World;
  let root: { token: string };
  before(async () => {
    releases = createServer((req, res) => {
      requests.push(req);
      res.writeHead(response.status).end(response.body);
    }).listen(0, '127.0.0.1');
    await once(releases, 'listening');
  });
  after(() => releases.close());
  beforeEach(() => {
    requests = [];
    response = { status: 200, body: '{"tag_name":"v999.1.0"}' };
  });

  const start = async (settings: Record<string, string>): Promise<void> => {
    world = await ownWorld({ ...(await newStorage('sqlite')), ...settings });
    const user = await world.newUser(await world.newOrganization(), 'admin');
    await world.makeInstanceAdmin(user);
    root = user;
  };
  const url = () => `http://127.0.0.1:${(releases.address() as AddressInfo).port}/latest.json`;
  const find = async () => (await world.call('getNewestVersion', { as: root })).body as Record<string, unknown>;

  it('asks once a day, and says nothing about the server', async () => {
    await start({ RELEASES_URL: url() });
    const expected = {
      version: packageJson.version,
      isAllowed: true,
      newest: '999.1.0',
      isNewer: true,
      checkedAt: '2030-01-01T00:00:00.000Z',
      problem: null,
    };
    expect(await Promise.all([find(), find()])).to.deep.equal([expected, expected]);
    expect(await world.clock.later(86_399, find)).to.deep.equal(expected);
    expect(requests).to.have.length(1);
    const { host: _host, ...headers } = requests[0]!.headers;
    expect(headers).to.deep.equal({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'sallyport',
      connection: 'close',
    });
    expect(requests[0]!.url).to.equal('/latest.json');

    response.body = `{"tag_name":"v${packageJson.version}"}`;
    expect(await world.clock.later(86_400, find)).to.include({ newest: packageJson.version, isNewer: false });
  });

  it('says why it could not be found out, and asks again after an hour', async () => {
    await start({ RELEASES_URL: url() });
    for (const [number, [status, body, problem]] of (
      [
        [404, '{}', /status 404/],
        [200, 'not JSON', /tag of a version/],
        [200, '{"tag_name":"<b>"}', /tag of a version/],
        [200, 'null', /tag of a version/],
      ] as const
    ).entries()) {
      response = { status, body };
      const state = await world.clock.later(number * 3600, find);
      expect(state.problem).to.match(problem);
      expect(state).to.include({ newest: null, isNewer: false });
    }
    expect(requests).to.have.length(4);
  });

  it('asks nothing without the setting, nor for others', async () => {
    await start({});
    const state = { isAllowed: false, newest: null, isNewer: false, checkedAt: null, problem: null };
    expect(await find()).to.deep.equal({ version: packageJson.version, ...state });
    await start({ RELEASES_URL: url() });
    const user = await world.newUser(await world.newOrganization(), 'admin');
    expectError(await world.call('getNewestVersion', { as: user }), 403, 'ForbiddenError');
    expect(requests).to.have.length(0);
  });

  it('compares versions by their numbers', () => {
    const pairs = [
      ['1.10.0', '1.9.9', true],
      ['v2.0.0', '1.9.9', true],
      ['1.9.9', '1.9.9', false],
      ['1.9.8', '1.9.9', false],
      ['1.9.9', '1.9.9-draft', true],
      ['2.0.0-rc.1', '1.9.9', false],
      ['latest', '1.9.9', false],
    ] as const;
    for (const [newest, current, isNewer] of pairs) expect(isNewerVersion(newest, current), newest).to.equal(isNewer);
  });
});
