import { createServer, type AddressInfo, type Server } from 'node:net';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { storing } from './providers.fixtures.ts';

const inputs = {
  host: '127.0.0.1',
  port: 6379,
  username: 'root-user',
  password: 'root-password',
  creationStatement: 'ACL SETUSER {{username}} on >{{password}} ~* +@all',
  revocationStatement: 'ACL DELUSER {{username}}',
};

onEachDatabase('dynamic secrets of Redis', (world) => {
  let server: Server;
  let reply = '';
  /** Answers everything with `reply`; a real Redis is in `npm run test:targets`. */
  before(async () => {
    server = createServer((socket) => socket.on('data', () => socket.write(reply)).on('error', () => undefined));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  after(() => server.close());

  it('are refused if a field is missing or wrong', async () => {
    const store = await storing(world(), 'redis');
    const refused = async (more: object, ...issues: string[]) =>
      expectIssues(await store({ ...inputs, ...more }), ...issues.map((issue) => `body provider.inputs.${issue}`));
    const several = { host: ' ', creationStatement: '', username: undefined };
    await refused(several, 'host too_small', 'username required', 'creationStatement too_small');
    for (const word of ['EXEC', 'reset', 'Quit'])
      await refused({ revocationStatement: `${inputs.revocationStatement};${word}` }, 'revocationStatement invalid');
  });

  it('are refused with another template than the variables of the statement', async () => {
    const store = await storing(world(), 'redis');
    for (const [field, called] of [
      ['creationStatement', 'Redis creation'],
      ['renewStatement', 'Redis renew'],
      ['revocationStatement', 'Redis revoke'],
    ] as const) {
      const refused = await store({ ...inputs, [field]: 'ACL SETUSER {{user}}' });
      expectError(refused, 400, 'BadRequest', new RegExp(`Template sanitization failed: ${called}`));
    }
  });

  it('are refused if the host is not allowed, also without TLS', async () => {
    const store = await storing(world(), 'redis');
    expectError(await store({ ...inputs, host: '10.0.0.1', sslEnabled: true }), 400, 'BadRequest', /ALLOW_HOSTS/);
    expectError(await store({ ...inputs, host: 'redis.example.com' }), 400, 'BadRequest', /with TLS/);
  });

  it('are refused in the words of Redis, without those of the login', async () => {
    const store = await storing(world(), 'redis');
    const { port } = server.address() as AddressInfo;
    reply = '-WRONGPASS no login of root-user with root-password\r\n';
    const refused = await store({ ...inputs, port });
    expectError(refused, 400, 'BadRequest', /WRONGPASS no login of \[REDACTED\] with \[REDACTED\]$/);
    reply = 'HTTP/1.1 400 Bad Request\r\n\r\n';
    expectError(await store({ ...inputs, port }), 400, 'BadRequest', /is not one of Redis/);
  });
});
