import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { watchTls, loadTls } from '../../src/http/tls.ts';
import { createLog } from '../../src/platform/log.ts';
import { selfSigned } from '../support/clients/openssl.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { sallyport, serve, waitForExit, type Server } from '../support/world/program.ts';

const pair = (folder: string, name: string): { certFile: string; keyFile: string } => {
  const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  execFileSync(
    'openssl',
    [
      ...selfSigned,
      '-days',
      '2',
      '-subj',
      `/CN=${name}`,
      '-addext',
      'subjectAltName=DNS:localhost,IP:127.0.0.1',
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ],
    { stdio: 'ignore' },
  );
  return { certFile, keyFile };
};

const statusOf = (url: string, certFile: string): Promise<number> =>
  new Promise((resolve, reject) => {
    request(`${url}/api/status`, { ca: readFileSync(certFile), agent: false }, (response) =>
      resolve(response.resume().statusCode!),
    )
      .once('error', reject)
      .end();
  });

describe('TLS', () => {
  let folder: string;
  beforeEach(() => {
    folder = scratchFolder();
  });
  const stop = async ({ child }: Server): Promise<void> => {
    child.kill('SIGTERM');
    await once(child, 'exit');
  };

  it('is served with the certificate, and plain HTTP is not', async () => {
    const { certFile, keyFile } = pair(folder, 'first');
    const server = await serve({
      DATA_DIR: join(folder, 'data'),
      TLS_CERT: certFile,
      TLS_KEY: keyFile,
      HOST: '127.0.0.1',
    });
    expect(server.url).to.match(/^https:/);
    expect(await statusOf(server.url, certFile)).to.equal(200);
    await expectRejection(fetch(server.url.replace('https:', 'http:')));
    await stop(server);
  });

  it('is recommended in a warning only when others could read the traffic', async () => {
    const open = await serve({ DATA_DIR: join(folder, 'data'), HOST: '0.0.0.0' });
    expect(open.output()).to.contain('without encryption');
    await stop(open);
    const { certFile, keyFile } = pair(folder, 'first');
    const closed = await serve({
      DATA_DIR: join(folder, 'data'),
      HOST: '0.0.0.0',
      TLS_CERT: certFile,
      TLS_KEY: keyFile,
    });
    expect(closed.output()).not.to.contain('without encryption');
    await stop(closed);
  });

  it('is renewed without a restart, once certificate and key match', async () => {
    const [first, second] = [pair(folder, 'first'), pair(folder, 'second')];
    const server = createServer(loadTls(first));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const follower = watchTls(server, first, createLog('silent'));
    const shown = async (): Promise<string> => {
      const socket = connect({
        port: (server.address() as AddressInfo).port,
        host: '127.0.0.1',
        rejectUnauthorized: false,
      });
      await once(socket, 'secureConnect');
      const { subject } = socket.getPeerCertificate();
      socket.destroy();
      return String(subject.CN);
    };
    copyFileSync(second.certFile, first.certFile);
    follower.look();
    expect(await shown()).to.equal('first');
    copyFileSync(second.keyFile, first.keyFile);
    follower.look();
    expect(await shown()).to.equal('second');
    follower.stop();
    server.close();
  });

  it('is required to be complete: the server does not start with one of the files, with other content, or with the key of another certificate', async () => {
    const [first, second] = [pair(folder, 'first'), pair(folder, 'second')];
    writeFileSync(join(folder, 'nothing'), 'nothing');
    const start = (TLS_CERT: string, TLS_KEY: string) =>
      waitForExit(sallyport(['serve'], { DATA_DIR: join(folder, 'data'), PORT: '0', TLS_CERT, TLS_KEY }));
    expect((await start(first.certFile, '')).err).to.contain('Set both TLS_CERT and TLS_KEY, or neither');
    for (const [cert, key] of [
      [first.certFile, second.keyFile],
      [join(folder, 'nothing'), first.keyFile],
      [join(folder, 'missing'), first.keyFile],
    ] as const) {
      const { code, err } = await start(cert, key);
      expect(code).to.equal(1);
      expect(err).to.match(/^TLS_CERT and TLS_KEY cannot be used: /);
    }
  });
});

const expectRejection = async (promise: Promise<unknown>): Promise<void> => {
  const outcome = await promise.then(
    () => 'answered',
    () => 'refused',
  );
  expect(outcome).to.equal('refused');
};
