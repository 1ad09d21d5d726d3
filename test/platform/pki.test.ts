import { join } from 'node:path';
import { expect } from 'chai';
import { keyKinds, type KeyAlgorithm } from '../../src/platform/crypto/pki/key-algorithms.ts';
import { newPrivateKey, publicKeyOf } from '../../src/platform/crypto/pki/key-pairs.ts';
import type { Issuer, LeafOrder, RevocationReason, Subject } from '../../src/platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../src/platform/crypto/pki/serial-number.ts';
import { asFile, openssl } from '../support/clients/openssl.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { newPki } from '../support/world/pki.ts';

const from = new Date('2024-01-01T00:00:00.750Z');
const until = new Date('2056-01-01T00:00:00.750Z');
const emptySubject: Subject = {
  commonName: '',
  organization: '',
  organizationalUnit: '',
  country: '',
  province: '',
  locality: '',
};
const noPointers = { crlUrls: [], ocspUrls: [], issuerUrls: [] };

const newRequest = (key: readonly string[], ...options: string[]): string =>
  openssl('req', '-new', '-newkey', ...key, '-nodes', '-keyout', join(scratchFolder(), 'request.key'), ...options);

describe('certificates, checked by openssl', () => {
  const pki = newPki();
  after(() => pki.close());

  const root = async (
    keyAlgorithm: KeyAlgorithm,
    subject: Subject = { ...emptySubject, commonName: 'Root' },
  ): Promise<Issuer> => {
    const privateKey = await newPrivateKey(keyAlgorithm);
    const key = { privateKey, keyAlgorithm };
    const order = {
      subject,
      serialNumber: newSerialNumber(),
      notBefore: from,
      notAfter: until,
      publicKey: publicKeyOf(privateKey),
      maxPathLength: undefined,
      issuer: key,
      pointers: noPointers,
    };
    return { ...key, certificate: await pki.run('certifyAuthority', order) };
  };
  const leafOrder = async (issuer: Issuer): Promise<LeafOrder> => ({
    subject: { ...emptySubject, commonName: 'service' },
    serialNumber: newSerialNumber(),
    notBefore: from,
    notAfter: until,
    publicKey: publicKeyOf(await newPrivateKey('EC_prime256v1')),
    alternativeNames: [
      { type: 'dns', value: 'service.example' },
      { type: 'ip', value: '10.0.0.1' },
      { type: 'ip', value: '2001:db8::1' },
      { type: 'email', value: 'a@service.example' },
      { type: 'url', value: 'https://service.example/x' },
    ],
    keyUsages: ['digitalSignature', 'keyAgreement'],
    extendedKeyUsages: ['serverAuth', 'ocspSigning'],
    issuer,
    pointers: {
      crlUrls: ['http://ca.example/list'],
      ocspUrls: ['http://ca.example/ocsp'],
      issuerUrls: ['http://ca.example/certificate'],
    },
  });

  for (const algorithm of Object.keys(keyKinds) as KeyAlgorithm[]) {
    it(`${algorithm}: a root, an intermediate, a leaf and a revocation list that is signed with it`, async () => {
      const top = await root(algorithm);
      const privateKey = await newPrivateKey(algorithm);
      const certificate = await pki.run('certifyAuthority', {
        subject: { ...emptySubject, commonName: 'Below' },
        serialNumber: newSerialNumber(),
        notBefore: from,
        notAfter: until,
        publicKey: publicKeyOf(privateKey),
        maxPathLength: 0,
        issuer: top,
        pointers: noPointers,
      });
      const below: Issuer = { privateKey, certificate, keyAlgorithm: algorithm };
      const order = await leafOrder(below);
      const leaf = await pki.run('certifyLeaf', order);
      const lists = await Promise.all(
        [top, below].map((issuer) =>
          pki.run('signRevocationList', { issuer, number: 7, thisUpdate: from, nextUpdate: until, revoked: [] }),
        ),
      );
      const crls = lists.map((list) => openssl('crl', '-inform', 'DER', '-in', asFile(list))).join('');

      const verified = openssl(
        'verify',
        '-x509_strict',
        '-crl_check_all',
        '-CRLfile',
        asFile(crls),
        '-verify_hostname',
        'service.example',
        '-CAfile',
        asFile(top.certificate),
        '-untrusted',
        asFile(certificate),
        asFile(leaf),
      );
      expect(verified).to.match(/OK\s*$/);
      expect(await pki.run('isChain', [leaf, certificate, top.certificate])).to.equal(true);
      expect(await pki.run('isChain', [leaf, top.certificate])).to.equal(false);
    });
  }

  it('contain what was ordered', async () => {
    const order = await leafOrder(await root('EC_prime256v1'));
    const leaf = asFile(await pki.run('certifyLeaf', order));
    const text = openssl('x509', '-noout', '-text', '-in', leaf);
    expect(text)
      .to.include('CA:FALSE')
      .and.include('Digital Signature, Key Agreement')
      .and.include('TLS Web Server Authentication, OCSP Signing');
    expect(text).to.include(
      'DNS:service.example, IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1, email:a@service.example, URI:https://service.example/x',
    );
    expect(text).to.include('URI:http://ca.example/list').and.include('CA Issuers - URI:http://ca.example/certificate');
    expect(text).to.include('Not Before: Jan  1 00:00:00 2024 GMT').and.include('Not After : Jan  1 00:00:00 2056 GMT');
    expect(openssl('x509', '-noout', '-serial', '-in', leaf).trim().toLowerCase()).to.equal(
      `serial=${order.serialNumber}`,
    );
  });

  it('preserve every character of a name', async () => {
    const subject: Subject = {
      commonName: 'a "b" \\ c',
      organization: '#x, y+z=1;<>',
      organizationalUnit: ' ünï ',
      country: 'DE',
      province: 'Ωmega',
      locality: '"',
    };
    const { certificate } = await root('EC_prime256v1', subject);
    expect((await pki.run('readCertificate', certificate))?.subject).to.deep.equal(subject);
    expect(openssl('x509', '-noout', '-subject', '-nameopt', 'sep_multiline,utf8', '-in', asFile(certificate)))
      .to.include('CN=a "b" \\ c')
      .and.include('O=#x, y+z=1;<>');
  });

  it('a revocation list contains the revoked serial numbers and the reasons', async () => {
    const issuer = await root('RSA_2048');
    const reasons: readonly RevocationReason[] = [
      'unspecified',
      'keyCompromise',
      'cACompromise',
      'affiliationChanged',
      'superseded',
      'cessationOfOperation',
      'certificateHold',
      'privilegeWithdrawn',
      'aACompromise',
    ];
    const revoked = reasons.map((reason) => ({ serialNumber: newSerialNumber(), revokedAt: from, reason }));
    const list = await pki.run('signRevocationList', {
      issuer,
      number: 300,
      thisUpdate: from,
      nextUpdate: until,
      revoked,
    });
    const text = openssl('crl', '-inform', 'DER', '-noout', '-text', '-in', asFile(list));
    const entries = text
      .split('Serial Number: ')
      .slice(1)
      .map((entry) => [entry.split('\n')[0]!.trim().toLowerCase(), /Reason Code:\s+(.+)/.exec(entry)?.[1]?.trim()]);
    const words = [
      undefined,
      'Key Compromise',
      'CA Compromise',
      'Affiliation Changed',
      'Superseded',
      'Cessation Of Operation',
      'Certificate Hold',
      'Privilege Withdrawn',
      'AA Compromise',
    ];
    expect(entries).to.deep.equal(revoked.map(({ serialNumber }, index) => [serialNumber, words[index]]));
    expect(text).to.match(/CRL Number:\s+300/);
  });

  it('read a signing request of openssl, and refuse an altered one', async () => {
    const names = 'subjectAltName=DNS:requested.example,IP:192.0.2.1';
    const pem = newRequest(
      ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'],
      ...['-subj', '/CN=requested/O=Org'],
      ...['-addext', names],
      ...['-addext', 'keyUsage=digitalSignature'],
      ...['-addext', 'extendedKeyUsage=clientAuth'],
    );
    expect(await pki.run('readRequest', pem)).to.deep.include({
      subject: { ...emptySubject, commonName: 'requested', organization: 'Org' },
      keyAlgorithm: 'EC_secp384r1',
      alternativeNames: [
        { type: 'dns', value: 'requested.example' },
        { type: 'ip', value: '192.0.2.1' },
      ],
      keyUsages: ['digitalSignature'],
      extendedKeyUsages: ['clientAuth'],
    });
    const der = Buffer.from(pem.replace(/-----.*-----/g, ''), 'base64');
    der[40]! ^= 1;
    for (const bad of [
      '',
      'nothing',
      pem.slice(0, 200),
      `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----\n`,
    ]) {
      expect(await pki.run('readRequest', bad)).to.equal(undefined);
    }
  });

  it('refuse a signing request for a weak key', async () => {
    const request = (exponent: number): string =>
      newRequest(['rsa:2048', '-pkeyopt', `rsa_keygen_pubexp:${exponent}`], '-subj', '/CN=x');
    for (const exponent of [3, 65_535])
      expect(await pki.run('readRequest', request(exponent)), `${exponent}`).to.equal(undefined);
    for (const exponent of [65_537, 65_539])
      expect(await pki.run('readRequest', request(exponent)), `${exponent}`).to.include({ keyAlgorithm: 'RSA_2048' });
  });

  it('refuse a certificate with invalid times, or with times after the year 9999', async () => {
    const { certificate } = await root('EC_prime256v1');
    const der = Buffer.from(certificate.replaceAll(/-----.*-----/g, ''), 'base64').toString('latin1');
    const read = (bytes: string) =>
      pki.run(
        'readCertificate',
        `-----BEGIN CERTIFICATE-----\n${Buffer.from(bytes, 'latin1').toString('base64')}\n-----END CERTIFICATE-----\n`,
      );
    expect((await read(der))?.notAfter).to.deep.equal(new Date('2056-01-01T00:00:00Z'));
    for (const time of ['abcdefghijklmnZ', '99999999999999Z', '2056010100.5e9Z'])
      expect(await read(der.replace('20560101000000Z', time)), time).to.equal(undefined);
  });

  it('refuse all names of a signing request if one of them is of an unsupported kind', async () => {
    for (const name of ['otherName:1.2.3.4;UTF8:x', 'otherName:msUPN;UTF8:ada@example.com', 'RID:1.2.3.4']) {
      const request = newRequest(
        ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
        ...['-subj', '/CN=x', '-addext', `subjectAltName=DNS:x.example,${name}`],
      );
      expect(await pki.run('readRequest', request), name).to.deep.include({
        subject: { ...emptySubject, commonName: 'x' },
        alternativeNames: undefined,
      });
    }
  });

  it('a certificate does not wait for a long revocation list', async () => {
    const issuer = await root('EC_prime256v1');
    const order = await leafOrder(issuer);
    const revoked = (count: number) =>
      Array.from({ length: count }, () => ({
        serialNumber: newSerialNumber(),
        revokedAt: from,
        reason: 'superseded' as const,
      }));
    const sign = (count: number) =>
      pki.run('signRevocationList', {
        issuer,
        number: 1,
        thisUpdate: from,
        nextUpdate: until,
        revoked: revoked(count),
      });
    // Both threads have started.
    await Promise.all([sign(1), pki.run('certifyLeaf', order)]);
    let isSigned = false;
    const list = sign(10_000).then(() => (isSigned = true));
    await pki.run('certifyLeaf', order);
    expect(isSigned).to.equal(false);
    await list;
  });

  it('elliptic curve keys do not wait for the generation of long RSA keys', async () => {
    const made: string[] = [];
    const make = async (algorithm: KeyAlgorithm) => {
      await newPrivateKey(algorithm);
      made.push(algorithm);
    };
    await Promise.all([...Array<KeyAlgorithm>(6).fill('RSA_3072'), 'EC_prime256v1' as const].map(make));
    expect(made.indexOf('EC_prime256v1')).to.be.lessThan(3);
  });

  it('our own signing requests are accepted by openssl', async () => {
    const key = { privateKey: await newPrivateKey('RSA_2048'), keyAlgorithm: 'RSA_2048' as const };
    const request = await pki.run('requestCertificate', {
      subject: { ...emptySubject, commonName: 'Requested' },
      ...key,
    });
    expect(openssl('req', '-verify', '-noout', '-text', '-in', asFile(request)))
      .to.include('CA:TRUE')
      .and.include('CN = Requested');
  });
});
