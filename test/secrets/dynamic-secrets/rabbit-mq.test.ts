import { expect } from 'chai';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { storing } from './providers.fixtures.ts';

const inputs = { host: 'http://127.0.0.1', port: 15672, username: 'root-user', password: 'root-password' };

onEachDatabase('dynamic secrets of RabbitMQ', (world) => {
  let server: Server;
  let response: { status: number; body: object };
  let asked: IncomingMessage[] = [];
  /** Answers everything with `response`; a real RabbitMQ is in `npm run test:targets`. */
  before(async () => {
    server = createServer((req, res) => {
      asked.push(req);
      res.writeHead(response.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(response.body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server.close());
  beforeEach(() => (asked = []));
  const here = () => ({ ...inputs, port: (server.address() as AddressInfo).port });

  it('are refused if a field is missing or wrong', async () => {
    const store = await storing(world(), 'rabbit-mq');
    const refused = async (more: object, ...issues: string[]) =>
      expectIssues(await store({ ...inputs, ...more }), ...issues.map((issue) => `body provider.inputs.${issue}`));
    await refused({ username: '', password: undefined }, 'username too_small', 'password required');
    for (const host of ['ftp://127.0.0.1', 'http://a:b@127.0.0.1', 'http://127.0.0.1:1', 'http://127.0.0.1/?a', 'a b'])
      await refused({ host }, 'host format');
    await refused({ tags: ['a,b'] }, 'tags pattern');
    await refused({ virtualHost: { name: ' ' } }, 'virtualHost too_small');
  });

  it('are refused if the host is not allowed, also without TLS', async () => {
    const store = await storing(world(), 'rabbit-mq');
    expectError(await store({ ...inputs, host: '10.0.0.1' }), 400, 'BadRequest', /ALLOW_HOSTS/);
    expectError(await store({ ...inputs, host: 'http://mq.example.com' }), 400, 'BadRequest', /with TLS/);
  });

  it('are refused in words, without those of the login', async () => {
    const store = await storing(world(), 'rabbit-mq');
    response = { status: 401, body: { error: 'not_authorized', reason: 'root-user:root-password' } };
    expectError(
      await store(here()),
      400,
      'BadRequest',
      /does not accept the user name .*: \[REDACTED\]:\[REDACTED\]\.$/,
    );
    response = { status: 200, body: { name: 'root-user', tags: ['monitoring'] } };
    expectError(await store(here()), 400, 'BadRequest', /needs the tag administrator/);
    response = { status: 302, body: {} };
    expectError(await store(here()), 400, 'BadRequest', /responded with the status 302/);
    expect(asked.map(({ method, url }) => `${method} ${url}`)).to.deep.equal(Array(3).fill('GET /api/whoami'));
  });
});
