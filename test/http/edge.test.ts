import { expect } from 'chai';
import { expectError, expectIssues } from '../support/expect/expect.ts';
import type { TestUser } from '../support/world/members.ts';
import { onEitherDatabase } from '../support/world/cases.ts';
import { operations } from '../../generated/operations.ts';

const json = { 'Content-Type': 'application/json' };

onEitherDatabase('the edge', (world) => {
  let as: TestUser;
  let path: string;
  before(async () => {
    const organization = await world().newOrganization();
    as = await world().newUser(organization, 'admin');
    path = `/api/v1/organization/${organization.id}`;
  });

  it('answers 404 for an unknown path', async () => {
    for (const missing of ['/api/v1/nothing', '/api', '/api/v1/organization/a/b', '//api/status', '/API/STATUS']) {
      expectError(await world().send('GET', missing), 404, 'NotFound');
    }
  });

  it('answers 404 for the logins of machine identities that are not offered', async () => {
    for (const method of ['oci-auth', 'alicloud-auth', 'spiffe-auth']) {
      expectError(await world().send('POST', `/api/v1/auth/${method}/login`, { body: {} }), 404, 'NotFound');
      for (const verb of ['GET', 'POST', 'PATCH', 'DELETE'])
        expectError(await world().send(verb, `/api/v1/auth/${method}/identities/${as.id}`, { as }), 404, 'NotFound');
    }
  });

  it('answers 405 with Allow for another method on a known path', async () => {
    for (const [method, route, allow] of [
      ['DELETE', '/api/status', 'GET, HEAD'],
      ['PUT', path, 'GET, HEAD, PATCH'],
      ['GET', '/api/v3/auth/login', 'POST'],
      ['OPTIONS', '/api/status', 'GET, HEAD'],
      ['POST', '/docs', 'GET, HEAD'],
      ['PUT', '/api/v4/secrets/batch', 'POST, PATCH, DELETE'],
      ['PUT', '/api/v4/secrets/anything', 'GET, HEAD, POST, PATCH, DELETE'],
    ] as const) {
      const response = await world().send(method, route);
      expectError(response, 405, 'MethodNotAllowed');
      expect(response.headers.allow).to.equal(allow);
    }
  });

  it('names in Allow the methods of the path in the contract, and none of a path with a parameter beside it', async () => {
    const methodsByPath = new Map<string, string[]>();
    for (const { method, path: template } of Object.values(operations)) {
      const key = template.replaceAll(/\{\w+\}/g, 'any');
      methodsByPath.set(key, [...(methodsByPath.get(key) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
    }
    for (const [route, methods] of methodsByPath) {
      const response = await world().send('OPTIONS', route);
      expectError(response, 405, 'MethodNotAllowed');
      expect(response.headers.allow!.split(', ').sort(), route).to.deep.equal(methods.sort());
    }
  });

  it('checks the route before the token, and the token before the body', async () => {
    const headers = { ...json, Authorization: 'Bearer nonsense' };
    expectError(await world().send('POST', '/api/v1/nothing', { body: '{', headers }), 404, 'NotFound');
    expectError(await world().send('PATCH', path, { body: '{', headers }), 401, 'TokenError');
    expectError(await world().send('PATCH', path, { as, body: '{', headers: json }), 400, 'BadRequest');
  });

  it('answers 400 for malformed JSON without repeating it', async () => {
    for (const body of ['{', '{"a":}', 'canary-in-bad-json', '{"a":"\u0001"}', '[1,', 'undefined']) {
      const response = await world().send('PATCH', path, { as, body, headers: json });
      expectError(response, 400, 'BadRequest', /not valid JSON/);
      expect(response.text).not.to.contain('canary');
    }
  });

  it('answers 422 for JSON that is not an object', async () => {
    for (const body of ['[]', '"text"', '1', 'null', 'true']) {
      expectIssues(await world().send('PATCH', path, { as, body, headers: json }), 'body  type');
    }
  });

  it('answers 413 above the limit, and accepts a body of exactly the limit', async () => {
    const padded = (length: number): string => `{"padding":"${'x'.repeat(length - '{"padding":""}'.length)}"}`;
    const limit = 1_048_576;
    expect((await world().send('PATCH', path, { as, body: padded(limit), headers: json })).status).to.equal(200);
    expectError(
      await world().send('PATCH', path, { as, body: padded(limit + 1), headers: json }),
      413,
      'PayloadTooLarge',
    );
  });

  it('answers 415 for an unknown media type, charset or encoding', async () => {
    for (const headers of [
      { 'Content-Type': 'text/plain' },
      { 'Content-Type': 'application/xml' },
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      { 'Content-Type': 'application/json; charset=latin1' },
      { 'Content-Type': 'application/json', 'Content-Encoding': 'mystery' },
    ]) {
      expectError(await world().send('PATCH', path, { as, body: '{}', headers }), 415, 'UnsupportedMediaType');
    }
    expect(
      (
        await world().send('PATCH', path, {
          as,
          body: '{}',
          headers: { 'Content-Type': 'Application/JSON; charset=UTF-8' },
        })
      ).status,
    ).to.equal(200);
  });

  it('treats an empty body as {}, whatever its type', async () => {
    for (const headers of [{}, json, { 'Content-Type': 'text/plain' }]) {
      expect((await world().send('PATCH', path, { as, headers })).status).to.equal(200);
    }
  });

  it('accepts a JSON content type on a GET without a body, and a body on an operation without one', async () => {
    expect((await world().send('GET', path, { as, headers: json })).status).to.equal(200);
    expect((await world().send('POST', '/api/v1/auth/checkAuth', { as, body: { extra: true } })).status).to.equal(200);
    expect(
      (await world().send('POST', '/api/v1/auth/checkAuth', { as, body: 'not JSON', headers: json })).status,
    ).to.equal(200);
  });

  it('ignores unknown and empty query parameters', async () => {
    expect((await world().send('GET', path, { as, query: { unknown: 'x', empty: '' } })).status).to.equal(200);
  });

  it('accepts times, addresses and paths in a query without percent-encoding', async () => {
    for (const typed of [
      '/api/v1/organization/audit-logs?startDate=2029-12-31T00:00:00Z&endDate=2030-01-01T00:00:00Z&eventMetadata=name=a/b,role=c',
      '/api/v1/organization-admin/projects?search=ada@example.com/(x)',
    ]) {
      expect((await world().send('GET', typed, { as })).status).to.equal(200);
    }
  });

  it('accepts a trailing slash, and answers HEAD wherever it answers GET', async () => {
    expect((await world().send('GET', `${path}/`, { as })).status).to.equal(200);
    const head = await world().send('HEAD', path, { as });
    expect(head.status).to.equal(200);
    expect(head.text).to.equal(undefined);
    expect((await world().send('HEAD', path)).status).to.equal(401);
  });

  it('answers 404 for a path that cannot be decoded', async () => {
    for (const name of ['%zz', '%', '%C3%28', '%00', 'a%2', '%ff']) {
      expectError(await world().send('GET', `/api/v1/organization/${name}`, { as }), 404, 'NotFound');
    }
  });

  it('assigns a new id to every request, whatever the caller sends', async () => {
    const response = await world().send('GET', '/api/status', { headers: { 'X-Request-Id': 'req-mine' } });
    expect(response.headers['x-request-id']).to.match(/^req-[0-9A-Za-z]{14}$/);
    expect(world().logged()).to.contain(response.headers['x-request-id']);
  });

  it('accepts the bearer scheme in any case, and no other scheme', async () => {
    expect((await world().send('GET', path, { headers: { Authorization: `bEARER ${as.token}` } })).status).to.equal(
      200,
    );
    for (const header of [as.token, `Basic ${as.token}`, 'Bearer', 'Bearer ', `Bearer ${as.token} extra`, `Bearer  `]) {
      expectError(await world().send('GET', path, { headers: { Authorization: header } }), 401, 'TokenError');
    }
  });

  it('sends headers that restrict browsers and forbid caching', async () => {
    const { headers } = await world().send('GET', '/api/status');
    expect(headers).to.include({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(headers).not.to.have.any.keys('x-powered-by', 'access-control-allow-origin', 'etag', 'set-cookie');
    expect(headers['strict-transport-security']).to.match(/^max-age=\d+/);
  });
});
