import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newCertificate } from '../support/fixtures/tls-certificates.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { freePort } from '../support/world/ports.ts';
import { sallyport, serve, waitForExit } from '../support/world/program.ts';
import type { Environment } from '../support/world/world.ts';

/** The settings of a server in a container, which its health check and its set-up have too. */
const containerSettings = async (): Promise<Environment> => {
  const folder = scratchFolder();
  const { cert, key } = newCertificate();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  return {
    HOST: '0.0.0.0',
    PORT: String(await freePort()),
    SITE_URL: 'https://secrets.example.com',
    ROOT_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: join(folder, 'data'),
    TLS_CERT: join(folder, 'cert.pem'),
    TLS_KEY: join(folder, 'key.pem'),
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
  };
};

describe('the commands of a container', () => {
  it('check the health of the server, and set it up once, with nothing but its settings', async () => {
    const settings = await containerSettings();
    const health = (more: Environment = {}) => waitForExit(sallyport(['health'], { ...settings, ...more }));
    const stopped = await health();
    expect(stopped.code).to.equal(1);
    expect(stopped.err).to.include(`No server responds at https://127.0.0.1:${settings.PORT}/readyz`);

    const HEALTH_LISTEN = `0.0.0.0:${await freePort()}`;
    const server = await serve({ ...settings, HEALTH_LISTEN });
    for (const more of [{}, { HEALTH_LISTEN }])
      expect(await health(more)).to.deep.equal({ code: 0, out: 'The server is ready.\n', err: '' });

    const file = join(scratchFolder(), 'credentials.txt');
    const url = `https://127.0.0.1:${settings.PORT}`;
    const options = ['--email', 'ada@example.com', '--organization', 'Acme', '--project', 'rockets', '--url', url];
    const bootstrap = () => waitForExit(sallyport(['bootstrap', '--if-new', '--out', file, ...options], settings));
    const { code, out, err } = await bootstrap();
    expect(code, err).to.equal(0);
    expect(out).to.equal(`The server is set up. The credentials are in ${file}.\n`);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    const written = readFileSync(file, 'utf8');
    expect(written)
      .to.match(/^ *password +\S{24} /m)
      .and.match(/^ {2}export INFISICAL_API_URL=https:\/\/secrets\.example\.com\/api$/m)
      .and.match(/^ {2}export INFISICAL_TOKEN=ey\S+$/m);

    expect(await bootstrap()).to.deep.equal({ code: 0, out: 'This server has already been set up.\n', err: '' });
    expect(readFileSync(file, 'utf8')).to.equal(written);
    const other = join(scratchFolder(), 'credentials.txt');
    const refused = await waitForExit(sallyport(['bootstrap', '--out', other, ...options], settings));
    expect(refused.err).to.include('already been set up');
    expect(statSync(other, { throwIfNoEntry: false }), 'no file without credentials').to.equal(undefined);

    server.child.kill('SIGTERM');
    expect((await once(server.child, 'exit'))[0]).to.equal(0);
  });
});
