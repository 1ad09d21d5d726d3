import { expect } from 'chai';
import { once } from 'node:events';
import { createServer as createSocket, type AddressInfo } from 'node:net';
import { connect, createServer, type ConnectionOptions, type TlsOptions, type TLSSocket } from 'node:tls';
import {
  certificateSetting,
  newAuthority,
  runOpenssl,
  successful,
  type CertificateSetting,
  type Issued,
  type TestAuthority,
} from '../../support/fixtures/certificates.ts';
import { asFile, certificateText, openssl } from '../../support/clients/openssl.ts';
import { kindsInTurn } from '../../support/world/cases.ts';
import { newStorage, startWorld, type World } from '../../support/world/world.ts';

const reasons: Record<string, string | undefined> = {
  UNSPECIFIED: undefined,
  KEY_COMPROMISE: 'Key Compromise',
  CA_COMPROMISE: 'CA Compromise',
  AFFILIATION_CHANGED: 'Affiliation Changed',
  SUPERSEDED: 'Superseded',
  CESSATION_OF_OPERATION: 'Cessation Of Operation',
  CERTIFICATE_HOLD: 'Certificate Hold',
  PRIVILEGE_WITHDRAWN: 'Privilege Withdrawn',
  A_A_COMPROMISE: 'AA Compromise',
};

const freePort = async (): Promise<number> => {
  const socket = createSocket().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
};

/** The current time, because programs that verify certificates use their own clock. */
const today = (): number => Math.floor((Date.now() - Date.UTC(2030, 0, 1)) / 86_400_000);

/** The revocation list at the URL in the certificate, in PEM, fetched without a token. */
const listNamedBy = async (certificate: string): Promise<string> => {
  const url = /X509v3 CRL Distribution Points:.*?URI:(\S+)/s.exec(certificateText(certificate))![1]!;
  const response = await fetch(url);
  expect(response.status).to.equal(200);
  expect(response.headers.get('content-type')).to.equal('application/pkix-crl');
  return openssl('crl', '-inform', 'DER', '-in', asFile(new Uint8Array(await response.arrayBuffer())));
};

/** The response of the server over TLS, or why the connection failed. */
const connectOverTls = async (serverOptions: TlsOptions, clientOptions: ConnectionOptions): Promise<string> => {
  const server = createServer(serverOptions, (socket: TLSSocket) => {
    socket.on('error', () => undefined);
    socket.end(`hello ${(socket.getPeerCertificate() as { subject?: { CN?: string } }).subject?.CN ?? 'stranger'}`);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await new Promise<string>((resolve) => {
      let received = '';
      const client = connect({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, ...clientOptions });
      client.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
      client.on('data', (data: Buffer) => (received += data.toString()));
      client.on('end', () => resolve(received));
    });
  } finally {
    server.close();
  }
};

for (const kind of kindsInTurn) {
  describe(`certificates in use [${kind}]`, () => {
    let world: World;
    let setting: CertificateSetting;
    let root: TestAuthority;
    let intermediate: TestAuthority;

    before(async () => {
      const port = String(await freePort());
      world = await startWorld(
        { ...(await newStorage(kind)), PORT: port, SITE_URL: `http://127.0.0.1:${port}` },
        today(),
      );
      setting = await certificateSetting(world);
      root = setting.authority;
      intermediate = await newAuthority(world, setting.project, { parent: root });
    });
    after(() => world.server.stop());

    const revoke = async (id: string, body: object = {}) =>
      successful(await world.call('revokeCertificate', { as: setting.admin, params: { id }, body }));

    it('a certificate of an authority that was created over the API contains the URL of its revocation list', async () => {
      const { admin, project } = setting;
      const configuration = { type: 'root', commonName: 'Acme Root', keyAlgorithm: 'EC_prime256v1' };
      const { body: authority } = successful(
        await world.call('createCertificateAuthority', {
          as: admin,
          body: { projectId: project.id, name: 'acme', configuration },
        }),
      );
      const { certificate, issuingCaCertificate, certificateId } = await setting.issued({
        caId: authority.id,
        altNames: 'web.example.com',
      });
      const verify = async () =>
        runOpenssl(
          'verify',
          '-x509_strict',
          '-crl_check',
          '-CRLfile',
          asFile(await listNamedBy(certificate)),
          '-verify_hostname',
          'web.example.com',
          '-CAfile',
          asFile(issuingCaCertificate),
          asFile(certificate),
        );
      expect((await verify()).output).to.match(/OK\s*$/);
      const named = /CA Issuers - URI:(\S+)/.exec(certificateText(certificate))![1]!;
      const issuer = openssl(
        'x509',
        '-inform',
        'DER',
        '-in',
        asFile(new Uint8Array(await (await fetch(named)).arrayBuffer())),
      );
      expect(issuer.trim()).to.equal(issuingCaCertificate.trim());
      await revoke(certificateId);
      expect(await verify())
        .to.include({ isGood: false })
        .and.to.have.property('output')
        .that.matches(/certificate revoked/);
    });

    it('openssl immediately refuses each revoked certificate, with the reason', async () => {
      const good = await setting.issued();
      const list = async () => asFile(await listNamedBy(good.certificate));
      const verify = async (certificate: string) =>
        runOpenssl(
          'verify',
          '-x509_strict',
          '-crl_check',
          '-CRLfile',
          await list(),
          '-CAfile',
          asFile(root.certificate.certificate),
          asFile(certificate),
        );
      const revoked: Issued[] = [];
      for (const revocationReason of Object.keys(reasons)) {
        const one = await setting.issued();
        expect((await verify(one.certificate)).output).to.match(/OK\s*$/);
        await revoke(one.certificateId, { revocationReason });
        const { isGood, output } = await verify(one.certificate);
        expect({ isGood, output }).to.include({ isGood: false });
        expect(output).to.match(/certificate revoked/);
        revoked.push(one);
      }
      expect((await verify(good.certificate)).output).to.match(/OK\s*$/);
      const entries = openssl('crl', '-noout', '-text', '-in', await list())
        .split('Serial Number: ')
        .slice(1);
      const said = Object.fromEntries(
        entries.map((entry) => [
          entry.split('\n')[0]!.trim().toLowerCase(),
          /Reason Code:\s+(.+)/.exec(entry)?.[1]?.trim(),
        ]),
      );
      expect(said).to.deep.equal(
        Object.fromEntries(revoked.map(({ serialNumber }, index) => [serialNumber, Object.values(reasons)[index]])),
      );
    });

    it('a deleted certificate that was revoked stays on the list', async () => {
      const { certificate, certificateId, serialNumber } = await setting.issued();
      await revoke(certificateId, { revocationReason: 'KEY_COMPROMISE' });
      successful(await world.call('deleteCertificate', { as: setting.admin, params: { id: certificateId } }));
      expect(openssl('crl', '-noout', '-text', '-in', asFile(await listNamedBy(certificate))).toLowerCase()).to.include(
        serialNumber,
      );
    });

    describe('over TLS, of an intermediate authority', () => {
      const ca = () => root.certificate.certificate;
      const pair = async (changes: object): Promise<Issued & { cert: string; key: string }> => {
        const one = await setting.issued({ caId: intermediate.row.id, ...changes });
        return { ...one, cert: `${one.certificate}${one.certificateChain}`, key: one.privateKey };
      };

      it('client and server connect if the name is right', async () => {
        const server = await pair({
          altNames: 'web.example.com,*.apps.example.com,127.0.0.1',
          extendedKeyUsages: ['serverAuth'],
        });
        for (const servername of ['web.example.com', 'x.apps.example.com'])
          expect(await connectOverTls(server, { ca: ca(), servername })).to.equal('hello stranger');
        expect(await connectOverTls(server, { ca: ca() }), 'by its address').to.equal('hello stranger');
        expect(await connectOverTls(server, { ca: ca(), servername: 'other.example.com' })).to.equal(
          'ERR_TLS_CERT_ALTNAME_INVALID',
        );
        expect(await connectOverTls(server, { servername: 'web.example.com' }), 'without trusting the root').to.match(
          /SELF_SIGNED|UNABLE_TO/,
        );
        const foreign = await newAuthority(world, setting.project);
        expect(
          await connectOverTls(server, { ca: foreign.certificate.certificate, servername: 'web.example.com' }),
        ).to.match(/SELF_SIGNED|UNABLE_TO/);
      });

      it('with the pair of the bundle, and RSA keys', async () => {
        const { certificateId } = await pair({ altNames: 'web.example.com', keyAlgorithm: 'RSA_2048' });
        const { body } = successful(
          await world.call('getCertificateBundle', { as: setting.admin, params: { id: certificateId } }),
        );
        expect(
          await connectOverTls(
            { cert: `${body.certificate}${body.certificateChain}`, key: body.privateKey },
            { ca: ca(), servername: 'web.example.com' },
          ),
        ).to.equal('hello stranger');
      });

      it('client and server authenticate each other, for their usages', async () => {
        const server = {
          ...(await pair({ altNames: 'web.example.com', extendedKeyUsages: ['serverAuth'] })),
          ca: ca(),
          requestCert: true,
          rejectUnauthorized: true,
        };
        const client = await pair({ commonName: 'Batch job', extendedKeyUsages: ['clientAuth'] });
        const trusting = { ca: ca(), servername: 'web.example.com' };
        expect(await connectOverTls(server, { ...trusting, cert: client.cert, key: client.key })).to.equal(
          'hello Batch job',
        );
        expect(await connectOverTls(server, trusting), 'without a certificate').not.to.match(/hello/);
        expect(
          await connectOverTls(server, { ...trusting, cert: server.cert, key: server.key }),
          'with one for servers',
        ).not.to.match(/hello/);
        expect(
          await connectOverTls({ ...server, cert: client.cert, key: client.key }, trusting),
          'a server with one for clients',
        ).to.equal('INVALID_PURPOSE');
      });

      it('verifiers with the lists refuse revoked certificates', async () => {
        const server = await pair({ altNames: 'web.example.com' });
        const rootList = async () => listNamedBy((await setting.issued()).certificate);
        const client = async (): Promise<ConnectionOptions> => ({
          ca: ca(),
          servername: 'web.example.com',
          crl: [await listNamedBy(server.certificate), await rootList()],
        });
        expect(await connectOverTls(server, await client())).to.equal('hello stranger');
        const before = await client();
        await revoke(server.certificateId, { revocationReason: 'KEY_COMPROMISE' });
        expect(await connectOverTls(server, await client())).to.equal('CERT_REVOKED');
        expect(await connectOverTls(server, before), 'with the earlier list').to.equal('hello stranger');
      });
    });
  });
}
