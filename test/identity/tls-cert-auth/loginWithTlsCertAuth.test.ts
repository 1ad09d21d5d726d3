import { expect } from 'chai';
import { request } from 'node:https';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import {
  certificateFields,
  certificateHeader,
  derHeader,
  newAuthority,
  newClient,
  type Credential,
} from '../../support/fixtures/client-certificates.ts';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { newMachine, type Machine } from '../../support/fixtures/login-methods.ts';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { asFile } from '../../support/clients/openssl.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

const method = 'tls-cert-auth';

const logIn = (world: World, { identity }: Pick<Machine, 'identity'>, headers: Record<string, string>) =>
  world.call('loginWithTlsCertAuth', { body: { identityId: identity.id }, headers });

interface OverTls {
  readonly credential?: Partial<Credential>;
  readonly headers?: Record<string, string>;
}

/** Sends a request over a TLS connection of its own. */
const sendOverTls = (
  url: string,
  body: object,
  { credential = {}, headers = {} }: OverTls,
): Promise<{ status: number }> =>
  new Promise((resolve, reject) => {
    const options = { ...credential, headers: { 'Content-Type': 'application/json', ...headers }, method: 'POST' };
    request(url, { ...options, agent: false, rejectUnauthorized: false }, (response) =>
      resolve({ status: response.resume().statusCode! }),
    )
      .once('error', reject)
      .end(JSON.stringify(body));
  });

onEachDatabase('loginWithTlsCertAuth', (world, kind) => {
  const authority = newAuthority();
  const client = newClient(authority, { subject: '/CN=build-1', extensions: ['subjectAltName=DNS:Build.example.com'] });
  const attach = (more: object = {}) =>
    newMachine(world(), 'attachTlsCertAuth', { ...certificateFields(authority), ...more });

  it('accepts the certificate that a trusted proxy passes on, in the forms of nginx and of HAProxy', async () => {
    const machine = await attach({ allowedCommonNames: 'build-2, build-1', accessTokenTTL: 60 });
    for (const headers of [certificateHeader([client.cert]), derHeader(client.cert)]) {
      const response = await logIn(world(), machine, headers);
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      expect(response.body.expiresIn).to.equal(60);
      const [entry] = await entriesOf(world(), response);
      expect(entry!.eventMetadata).to.deep.include({ commonName: 'build-1' });
      const as = { token: response.body.accessToken as string };
      expect((await world().call('listOrganizations', { as })).status).to.equal(200);
    }
  });

  it('refuses a missing or unreadable certificate, other authorities, and names that are not allowed', async () => {
    const machine = await attach({ allowedCommonNames: 'build-1', allowedSubjectAltNames: ['DNS:build.example.com'] });
    const header = 'x-identity-tls-cert-auth-client-cert';
    expect((await logIn(world(), machine, certificateHeader([client.cert]))).status).to.equal(200);
    const of = (more: object) => certificateHeader([newClient(authority, more).cert]);
    const san = 'subjectAltName=DNS:build.example.com';
    const cases: [Record<string, string>, string][] = [
      [{}, 'no_certificate'],
      [{ [header]: '%' }, 'no_certificate'],
      [{ [header]: 'not a certificate' }, 'no_certificate'],
      [{ [header]: 'AAAA' }, 'certificate_decode_failed'],
      [certificateHeader([newClient(newAuthority()).cert]), 'ca_verification_failed'],
      [of({ subject: '/CN=build-2', extensions: [san] }), 'common_name_not_allowed'],
      [of({ subject: '/CN=BUILD-1', extensions: [san] }), 'common_name_not_allowed'],
      [of({ subject: '/CN=build-1/CN=build-2', extensions: [san] }), 'common_name_not_allowed'],
      [of({ subject: '/O=Acme', extensions: [san] }), 'common_name_not_allowed'],
      [of({ subject: '/CN=build-1' }), 'subject_alt_name_not_allowed'],
      [
        of({ subject: '/CN=build-1', extensions: ['subjectAltName=email:build.example.com@x'] }),
        'subject_alt_name_not_allowed',
      ],
    ];
    for (const [headers, reason] of cases)
      await expectRefusedLogin(world(), await logIn(world(), machine, headers), { ...machine, method }, reason);
  });

  it('compares addresses and URIs exactly, and only hosts without case', async () => {
    const names = ['URI:spiffe://acme/build', 'EMAIL:Build@example.com', 'IP:10.0.0.1'];
    const machine = await attach({ allowedSubjectAltNames: names });
    const statusOf = async (san: string): Promise<number> => {
      const { cert } = newClient(authority, { extensions: [`subjectAltName=${san}`] });
      return (await logIn(world(), machine, certificateHeader([cert]))).status;
    };
    for (const san of ['URI:spiffe://acme/build', 'email:Build@EXAMPLE.com', 'IP:10.0.0.1', 'DNS:x,IP:10.0.0.1'])
      expect(await statusOf(san), san).to.equal(200);
    for (const san of ['URI:spiffe://acme/Build', 'email:build@example.com', 'IP:10.0.0.2', 'DNS:10.0.0.1'])
      expect(await statusOf(san), san).to.equal(401);
  });

  it('refuses a certificate that an authority of this server revoked, from then on', async () => {
    const { admin, authority: ca, issued } = await certificateSetting(world());
    const issue = async () => {
      const { certificateId, certificate } = await issued({ extendedKeyUsages: ['clientAuth'] });
      return { certificateId, headers: certificateHeader([certificate]) };
    };
    const machine = await attach({ caCertificate: ca.certificate.certificate });
    const [kept, lost] = [await issue(), await issue()];
    for (const { headers } of [kept, lost]) expect((await logIn(world(), machine, headers)).status).to.equal(200);
    successful(await world().call('revokeCertificate', { as: admin, params: { id: lost.certificateId } }));
    expect((await logIn(world(), machine, kept.headers)).status).to.equal(200);
    await expectRefusedLogin(
      world(),
      await logIn(world(), machine, lost.headers),
      { ...machine, method },
      'certificate_revoked',
    );
  });

  it('gives the same 404 for every identity without TLS certificate auth', async () => {
    const { organization } = await attach();
    const bare = await world().newIdentity(organization, 'member');
    for (const id of [bare.id, 'no-such-id'])
      expectError(
        await logIn(world(), { identity: { ...bare, id } }, certificateHeader([client.cert])),
        404,
        'NotFound',
        /no TLS certificate auth/,
      );
  });

  it('reads the certificate of the connection on CLIENT_CERT_PORT, and headers only of trusted proxies', async () => {
    const server = newCertificate();
    const own = await ownWorld({
      ...(await newStorage(kind)),
      TLS_CERT: asFile(server.cert),
      TLS_KEY: asFile(server.key),
      CLIENT_CERT_PORT: '0',
    });
    const { url, clientCertUrl } = own.server;
    const below = newAuthority({ subject: '/CN=Below', issuer: authority });
    const deep = newClient(below);
    const presented = { cert: `${deep.cert}${below.cert}`, key: deep.key };
    const organization = await own.newOrganization();
    const admin = await own.newUser(organization, 'admin');
    const attachOverTls = async (more: object = {}): Promise<string> => {
      const { id } = await own.newIdentity(organization, 'member');
      const path = `/api/v1/auth/tls-cert-auth/identities/${id}`;
      const headers = { Authorization: `Bearer ${admin.token}` };
      const { status } = await sendOverTls(`${url}${path}`, { ...certificateFields(authority), ...more }, { headers });
      expect(status).to.equal(200);
      return id;
    };
    const [machine, chained] = [await attachOverTls(), await attachOverTls({ verifyClientCertificateChain: true })];
    const logInOverTls = (at: string, identityId: string, credential: Partial<Credential>, headers = {}) =>
      sendOverTls(`${at}/api/v1/auth/tls-cert-auth/login`, { identityId }, { credential, headers });
    expect((await logInOverTls(clientCertUrl!, machine, client)).status, 'its own certificate').to.equal(200);
    expect((await logInOverTls(clientCertUrl!, chained, presented)).status, 'with a chain').to.equal(200);
    expect((await logInOverTls(clientCertUrl!, machine, presented)).status, 'a chain is not allowed').to.equal(401);
    expect((await logInOverTls(clientCertUrl!, machine, {})).status, 'no certificate').to.equal(401);
    const selfMade = newAuthority();
    expect((await logInOverTls(clientCertUrl!, machine, selfMade)).status, 'of somebody else').to.equal(401);
    expect((await logInOverTls(url, machine, client)).status, 'the usual port does not ask').to.equal(401);
    const headers = certificateHeader([client.cert]);
    expect((await logInOverTls(url, machine, {}, headers)).status, 'the header of anybody').to.equal(401);
    expect((await logInOverTls(clientCertUrl!, machine, selfMade, headers)).status).to.equal(401);
  });
});
