import { expect } from 'chai';
import { once } from 'node:events';
import { join } from 'node:path';
import { openSqliteFile } from '../../src/platform/db/sqlite/driver.ts';
import { waitForExit, sallyport, serve, type Server } from '../support/world/program.ts';
import { databaseKinds, newStorage, type Environment } from '../support/world/world.ts';

const email = 'ada@example.com';
const firstPassword = 'my first password';

const post = async (
  server: Server,
  path: string,
  body: object,
  token?: string,
): Promise<{ status: number; body: any }> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
};

const login = (server: Server, password: string) => post(server, '/api/v3/auth/login', { email, password });
const checkAuth = async (server: Server, token: string): Promise<number> =>
  (await post(server, '/api/v1/auth/checkAuth', {}, token)).status;

/** The audit log entries of the user's organization about new passwords. */
const resets = async (server: Server, loginToken: string): Promise<any[]> => {
  const get = async (path: string, token: string): Promise<any> =>
    (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  const [{ id: organizationId }] = (await get('/api/v1/organization', loginToken)).organizations;
  const { body } = await post(server, '/api/v3/auth/select-organization', { organizationId }, loginToken);
  return (await get('/api/v1/organization/audit-logs?eventType=reset-password', body.token as string))
    .auditLogs as any[];
};

/** Changes the stored data of a server that is stopped. */
const change = ({ DATA_DIR }: Environment, sql: string): void => {
  const db = openSqliteFile(join(DATA_DIR!, 'sallyport.db'), {});
  db.exec(sql);
  db.close();
};

const stop = async ({ child }: Server): Promise<void> => {
  child.kill('SIGTERM');
  await once(child, 'exit');
};

const setUp = async (environment: Environment): Promise<{ server: Server; token: string }> => {
  const server = await serve(environment);
  const { status } = await post(server, '/api/v1/admin/bootstrap', {
    email,
    password: firstPassword,
    organization: 'Acme',
  });
  expect(status).to.equal(200);
  return { server, token: (await login(server, firstPassword)).body.accessToken };
};

for (const kind of databaseKinds) {
  describe(`sallyport reset-password [${kind}]`, () => {
    let environment: Environment;
    before(async () => {
      environment = await newStorage(kind);
    });

    it('sets a new password, shows it once, and ends all sessions', async () => {
      const { server, token } = await setUp(environment);
      expect(await checkAuth(server, token)).to.equal(200);
      await stop(server);

      const { code, out, err } = await waitForExit(sallyport(['reset-password', ' Ada@Example.com'], environment));
      expect({ code, err }).to.deep.equal({ code: 0, err: '' });
      const [, password] = /^ada@example\.com has a new password.*\n {2}password +(\S{24}) /.exec(out)!;

      const again = await serve(environment);
      expect(await checkAuth(again, token)).to.equal(401);
      expect((await login(again, firstPassword)).status).to.equal(400);
      const opened = await login(again, password!);
      expect(opened.status).to.equal(200);
      const [entry, ...others] = await resets(again, opened.body.accessToken as string);
      expect(others).to.deep.equal([]);
      expect(entry).to.deep.include({
        actor: { type: 'platform', metadata: {} },
        operation: 'sallyport reset-password',
      });
      expect(entry.event.metadata.username).to.equal(email);
      await stop(again);
    });

    // The rest does not depend on the database.
    if (kind === 'postgres') return;

    it('reads a password from standard input, and does not print it', async () => {
      const password = 'my 2nd password, by hand';
      const { code, out } = await waitForExit(
        sallyport(['reset-password', email, '--password-stdin'], environment, `${password}\n`),
      );
      expect({ code, out }).to.deep.equal({
        code: 0,
        out: 'ada@example.com has a new password, and all sessions have ended.\n',
      });
      const server = await serve(environment);
      expect((await login(server, password)).status).to.equal(200);

      const weak = await waitForExit(sallyport(['reset-password', email, '--password-stdin'], environment, 'aaaa\n'));
      expect(weak).to.deep.include({ code: 1, out: '' });
      expect(weak.err.trim().split('\n')).to.have.length(3);
      expect(weak.err)
        .to.match(/^The password must have at least 14 characters\.$/m)
        .and.not.contain('aaaa');
      expect((await login(server, password)).status).to.equal(200);
      await stop(server);
    });

    it('proves the address of the account, and says that it removed what somebody else may have set up', async () => {
      change(environment, 'update users set "addressProvedAt" = null');
      const reset = () => waitForExit(sallyport(['reset-password', email], environment));
      expect((await reset()).out).to.match(/passkeys,\n {2}recovery codes and links to single sign-on were removed/);
      expect((await reset()).out).not.to.contain('removed');
    });

    it('reports an unknown account, and exits with 1', async () => {
      const { code, out, err } = await waitForExit(sallyport(['reset-password', 'nobody@example.com'], environment));
      expect({ code, out }).to.deep.equal({ code: 1, out: '' });
      expect(err).to.match(/^There is no account nobody@example\.com\. .*\n$/);
      expect((await waitForExit(sallyport(['reset-password'], environment))).err).to.contain('email');
    });
  });
}

describe('sallyport reset-password while the server runs', () => {
  it('requires a stopped server on SQLite, and changes nothing', async () => {
    const environment = await newStorage('sqlite');
    const { server, token } = await setUp(environment);
    const { code, out, err } = await waitForExit(sallyport(['reset-password', email], environment));
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.match(/^Another process is using the data directory .* Stop it first/);
    expect(await checkAuth(server, token)).to.equal(200);
    await stop(server);
  });

  it('takes effect immediately on PostgreSQL', async () => {
    const environment = await newStorage('postgres');
    const { server, token } = await setUp(environment);
    const { out } = await waitForExit(sallyport(['reset-password', email], environment));
    const [, password] = /password {2,}(\S+)/.exec(out)!;
    expect(await checkAuth(server, token)).to.equal(401);
    expect((await login(server, password!)).status).to.equal(200);
    await stop(server);
  });

  it('refuses a user who has not accepted an invitation yet', async () => {
    const environment = await newStorage('sqlite');
    await stop((await setUp(environment)).server);
    // The state of an account between invitation and acceptance.
    change(
      environment,
      `update users set "passwordHash" = null; update organization_memberships set status = 'invited'`,
    );
    const { code, err } = await waitForExit(sallyport(['reset-password', email], environment));
    expect(code).to.equal(1);
    expect(err).to.match(/has no password yet, because the invitation/);
  });
});
