import { expect } from 'chai';
import { setupToken } from '../../../src/resources/instance/setup/setup-token.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';

const request = { email: 'Ada@Example.com', password: 'correct horse', organization: 'Acme Rockets' };

for (const kind of databaseKinds) {
  describe(`bootstrapInstance [${kind}]`, () => {
    let world: World;
    beforeEach(async () => {
      world = await ownWorld(await newStorage(kind));
    });

    const bootstrap = (body: object, headers: Record<string, string> = {}) =>
      world.call('bootstrapInstance', { body, headers });

    it('creates the organization, its administrator, and an identity with a valid token', async () => {
      const { status, body } = await bootstrap(request);
      expect(status).to.equal(200);
      expect(body.user).to.include({ username: 'ada@example.com', email: 'ada@example.com', superAdmin: true });
      expect(body.organization.name).to.equal('Acme Rockets');
      expect(body.organization.slug).to.equal('acme-rockets');
      expect(body.identity.name).to.equal('Instance Admin Identity');

      const list = await world.call('listOrganizations', { as: { token: body.identity.credentials.token } });
      expect(list.body.organizations).to.have.length(1);
      expect(list.body.organizations[0]).to.include({ id: body.organization.id, userRole: 'admin' });

      const login = await world.call('login', { body: { email: request.email, password: request.password } });
      expect(login.status).to.equal(200);
    });

    it('logs requests without a caller only afterwards, which would hide the instructions for the set-up', async () => {
      const levelsOf = (operation: string): string[] =>
        world
          .logged()
          .split('\n')
          .filter((line) => line.includes(`"operation":"${operation}","method"`))
          .map((line) => (JSON.parse(line) as { level: string }).level);
      await world.call('getStatus');
      await bootstrap(request);
      await world.call('getStatus');
      expect([levelsOf('getStatus'), levelsOf('bootstrapInstance')]).to.deep.equal([['debug', 'info'], ['info']]);
    });

    it('succeeds once; a second request changes nothing', async () => {
      await bootstrap(request);
      expectError(await bootstrap({ ...request, email: 'eve@example.com' }), 400, 'BadRequest', /already been set up/);
      const login = await world.call('login', { body: { email: 'eve@example.com', password: request.password } });
      expectError(login, 400, 'BadRequest');
    });

    it('succeeds once under concurrent requests', async () => {
      const statuses = (await Promise.all(Array.from({ length: 8 }, () => bootstrap(request)))).map(
        ({ status }) => status,
      );
      expect(statuses.filter((status) => status === 200)).to.have.length(1);
      expect(statuses.filter((status) => status === 400)).to.have.length(7);
    });

    it('reports all problems of a request', async () => {
      expectIssues(await bootstrap({}), 'body email required', 'body password required', 'body organization required');
      expectIssues(await bootstrap({ ...request, email: 'nobody' }), 'body email format');
      expectIssues(await bootstrap({ ...request, password: '1234567' }), 'body password too_small');
      expectIssues(await bootstrap({ ...request, password: 'x'.repeat(101) }), 'body password too_big');
      expectIssues(
        await bootstrap({ ...request, organization: '' }),
        'body organization too_small',
        'body organization pattern',
      );
      expectIssues(await bootstrap({ ...request, organization: 'x'.repeat(65) }), 'body organization too_big');
      expectIssues(await bootstrap({ ...request, organization: ' Acme' }), 'body organization pattern');
      expectIssues(await bootstrap({ ...request, organization: 42 }), 'body organization type');
      expect((await bootstrap({ ...request, password: '12345678', organization: 'x'.repeat(64) })).status).to.equal(
        200,
      );
    });

    it('ignores unknown keys, which some clients send', async () => {
      expect((await bootstrap({ ...request, domain: 'https://example.com' })).status).to.equal(200);
    });

    it('requires the set-up token for a forwarded request', async () => {
      const forwarded = { 'X-Forwarded-For': '203.0.113.7' };
      expectError(await bootstrap(request, forwarded), 403, 'ForbiddenError', /set-up token/);
      expectError(await bootstrap({ ...request, setupToken: 'wrong' }, forwarded), 403, 'ForbiddenError');
      expect(
        (await bootstrap({ ...request, setupToken: setupToken(world.server.parts.keyring) }, forwarded)).status,
      ).to.equal(200);
    });

    for (const header of ['Forwarded', 'Via', 'X-Real-IP', 'X-Forwarded-Host']) {
      it(`treats ${header} as a sign of forwarding`, async () => {
        expectError(await bootstrap(request, { [header]: 'something' }), 403, 'ForbiddenError');
      });
    }

    it('treats a foreign host name as a sign of forwarding', async () => {
      expectError(await bootstrap(request, { Host: 'rebound.example.com' }), 403, 'ForbiddenError');
    });
  });
}

for (const kind of databaseKinds) {
  describe(`bootstrapInstance beyond loopback [${kind}]`, () => {
    for (const [reason, environment] of Object.entries({
      'listens on all addresses': { HOST: '0.0.0.0' },
      'trusts a proxy': { TRUST_PROXY: '127.0.0.1' },
      'has a host name as its address, through a proxy without headers': { SITE_URL: 'https://secrets.example.com' },
      'has another IP address': { SITE_URL: 'http://192.0.2.7:8080' },
    })) {
      it(`requires the set-up token if the server ${reason}`, async () => {
        const world = await ownWorld({ ...(await newStorage(kind)), ...environment });
        // The request of such a proxy: without a forwarding header, and with its configured host.
        const headers = { Host: '127.0.0.1:8080' };
        expectError(
          await world.call('bootstrapInstance', { body: request, headers }),
          403,
          'ForbiddenError',
          /set-up token/,
        );
        expectError(
          await world.call('bootstrapInstance', { body: { ...request, setupToken: 'wrong' }, headers }),
          403,
          'ForbiddenError',
        );
        const body = { ...request, setupToken: setupToken(world.server.parts.keyring) };
        expect((await world.call('bootstrapInstance', { body, headers })).status).to.equal(200);
      });
    }

    for (const SITE_URL of ['http://localhost:8080', 'https://127.0.0.1', 'http://[::1]:8080']) {
      it(`requires no set-up token if its address is ${SITE_URL}`, async () => {
        const world = await ownWorld({ ...(await newStorage(kind)), SITE_URL });
        expect((await world.call('bootstrapInstance', { body: request })).status).to.equal(200);
      });
    }
  });
}
