import { expect } from 'chai';
import { once } from 'node:events';
import { join } from 'node:path';
import { scratchFolder } from '../support/world/folders.ts';
import { waitForExit, sallyport, serve, type Server } from '../support/world/program.ts';

const post = async (server: Server, path: string, body: object, token?: string): Promise<any> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
};

describe('sallyport rotate-keys', () => {
  let server: Server;
  let token: string;
  before(async () => {
    server = await serve({ DATA_DIR: join(scratchFolder(), 'data') });
    token = (
      await post(server, '/api/v1/admin/bootstrap', {
        email: 'ada@example.com',
        password: 'my own password',
        organization: 'Acme',
      })
    ).identity.credentials.token;
  });
  after(async () => {
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  const rotate = (args: string[], environment: Record<string, string> = {}) =>
    waitForExit(sallyport(['rotate-keys', '--url', server.url, ...args], environment));

  it('rotates, shows the progress and which keys can be removed, and never the token', async () => {
    const { code, out, err } = await rotate([], { SALLYPORT_TOKEN: token });
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    expect(out).to.match(
      /^ {2}projects 0 done, 0 left; versions of secrets 0 done, 0 left\n(.*\n)*All keys are replaced\. Only the root key [0-9a-f]{16} is needed\.\n$/,
    );
    expect(out).not.to.contain(token);
  });

  it('accepts the token as an option, and prints JSON', async () => {
    const { code, out } = await rotate(['--json', '--token', token]);
    expect(code).to.equal(0);
    expect(JSON.parse(out)).to.include({ status: 'idle', projectsLeft: 0, error: null });
    expect(out).not.to.contain(token);
  });

  it('exits with a reason if it is not allowed, has no token, or finds no server', async () => {
    const refused = await rotate(['--token', 'wrong']);
    expect(refused).to.deep.include({ code: 1, out: '' });
    expect(refused.err).to.match(/^The server refused \(401\): /);
    expect(await rotate([]))
      .to.deep.include({ code: 2, out: '' })
      .and.to.have.property('err')
      .that.contains('SALLYPORT_TOKEN');
    const nobody = await waitForExit(sallyport(['rotate-keys', '--url', 'http://127.0.0.1:1', '--token', token]));
    expect(nobody.err).to.match(/^No server responds at http:\/\/127\.0\.0\.1:1\. .*\n$/);
    expect((await waitForExit(sallyport(['rotate-keys', '--url', 'nowhere', '--token', token]))).err).to.contain(
      'must be a URL with http://',
    );
    expect(nobody.err + refused.err).not.to.contain(token);
  });
});
