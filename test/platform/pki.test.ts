import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { keyKinds, type KeyAlgorithm } from '../../src/platform/crypto/pki/key-algorithms.ts';
import { newPrivateKey, publicKeyOf } from '../../src/platform/crypto/pki/key-pairs.ts';
import type { Issuer, LeafOrder, RevocationReason, Subject } from '../../src/platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../src/platform/crypto/pki/serial-number.ts';
import { newPki } from '../support/world/pki.ts';

const from = new Date('2024-01-01T00:00:00.750Z');
const until = new Date('2056-01-01T00:00:00.750Z');
const nobody: Subject = {
  commonName: '',
  organization: '',
  organizationalUnit: '',
  country: '',
  province: '',
  locality: '',
};
const noPointers = { crlUrls: [], issuerUrls: [] };

describe('certificates, checked by openssl', () => {
  const pki = newPki();
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sallyport-pki-'));
  });
  after(async () => {
    await pki.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = (name: string, content: string | Uint8Array): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const openssl = (...args: string[]): string =>
    execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

  const root = async (
    keyAlgorithm: KeyAlgorithm,
    subject: Subject = { ...nobody, commonName: 'Root' },
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
    subject: { ...nobody, commonName: 'service' },
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
    pointers: { crlUrls: ['http://ca.example/list'], issuerUrls: ['http://ca.example/certificate'] },
  });

  for (const algorithm of Object.keys(keyKinds) as KeyAlgorithm[]) {
    it(`${algorithm}: a root, an intermediate, a leaf and a list that is signed with it`, async () => {
      const top = await root(algorithm);
      const privateKey = await newPrivateKey(algorithm);
      const certificate = await pki.run('certifyAuthority', {
        subject: { ...nobody, commonName: 'Below' },
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
      const crls = lists
        .map((list, index) => openssl('crl', '-inform', 'DER', '-in', file(`${index}.crl`, list)))
        .join('');

      const verified = openssl(
        'verify',
        '-x509_strict',
        '-crl_check_all',
        '-CRLfile',
        file('crls.pem', crls),
        '-verify_hostname',
        'service.example',
        '-CAfile',
        file('top.pem', top.certificate),
        '-untrusted',
        file('below.pem', certificate),
        file('leaf.pem', leaf),
      );
      expect(verified).to.match(/OK\s*$/);
      expect(await pki.run('isChain', [leaf, certificate, top.certificate])).to.equal(true);
      expect(await pki.run('isChain', [leaf, top.certificate])).to.equal(false);
    });
  }

  it('say what was ordered', async () => {
    const order = await leafOrder(await root('EC_prime256v1'));
    const text = openssl('x509', '-noout', '-text', '-in', file('leaf.pem', await pki.run('certifyLeaf', order)));
    expect(text)
      .to.include('CA:FALSE')
      .and.include('Digital Signature, Key Agreement')
      .and.include('TLS Web Server Authentication, OCSP Signing');
    expect(text).to.include(
      'DNS:service.example, IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1, email:a@service.example, URI:https://service.example/x',
    );
    expect(text).to.include('URI:http://ca.example/list').and.include('CA Issuers - URI:http://ca.example/certificate');
    expect(text).to.include('Not Before: Jan  1 00:00:00 2024 GMT').and.include('Not After : Jan  1 00:00:00 2056 GMT');
    expect(openssl('x509', '-noout', '-serial', '-in', join(folder, 'leaf.pem')).trim().toLowerCase()).to.equal(
      `serial=${order.serialNumber}`,
    );
  });

  it('keep every character of a name as it is', async () => {
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
    expect(
      openssl('x509', '-noout', '-subject', '-nameopt', 'sep_multiline,utf8', '-in', file('named.pem', certificate)),
    )
      .to.include('CN=a "b" \\ c')
      .and.include('O=#x, y+z=1;<>');
  });

  it('a list names what is revoked, and why', async () => {
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
    const text = openssl('crl', '-inform', 'DER', '-noout', '-text', '-in', file('list.crl', list));
    const said = text
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
    expect(said).to.deep.equal(revoked.map(({ serialNumber }, index) => [serialNumber, words[index]]));
    expect(text).to.match(/CRL Number:\s+300/);
  });

  it('read a request that openssl made, and none that was altered', async () => {
    const names = 'subjectAltName=DNS:asked.example,IP:192.0.2.1';
    openssl(
      'req',
      '-new',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-384',
      '-nodes',
      '-keyout',
      join(folder, 'asked.key'),
      '-out',
      join(folder, 'asked.csr'),
      '-subj',
      '/CN=asked/O=Org',
      '-addext',
      names,
      '-addext',
      'keyUsage=digitalSignature',
      '-addext',
      'extendedKeyUsage=clientAuth',
    );
    const pem = openssl('req', '-in', join(folder, 'asked.csr'));
    expect(await pki.run('readRequest', pem)).to.deep.include({
      subject: { ...nobody, commonName: 'asked', organization: 'Org' },
      keyAlgorithm: 'EC_secp384r1',
      alternativeNames: [
        { type: 'dns', value: 'asked.example' },
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

  it('read no request for a key that signatures can be forged of', async () => {
    const asked = (exponent: number): string =>
      openssl(
        'req',
        '-new',
        '-newkey',
        'rsa:2048',
        '-pkeyopt',
        `rsa_keygen_pubexp:${exponent}`,
        '-nodes',
        '-keyout',
        join(folder, 'exponent.key'),
        '-subj',
        '/CN=x',
      );
    for (const exponent of [3, 65_535])
      expect(await pki.run('readRequest', asked(exponent)), `${exponent}`).to.equal(undefined);
    for (const exponent of [65_537, 65_539])
      expect(await pki.run('readRequest', asked(exponent)), `${exponent}`).to.include({ keyAlgorithm: 'RSA_2048' });
  });

  it('read no certificate whose times are none, or after the year 9999', async () => {
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

  it('read of a request no names if one of them is of a kind that we do not certify', async () => {
    for (const name of ['otherName:1.2.3.4;UTF8:x', 'otherName:msUPN;UTF8:ada@example.com', 'RID:1.2.3.4']) {
      const asked = openssl(
        'req',
        '-new',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-keyout',
        join(folder, 'other.key'),
        '-subj',
        '/CN=x',
        '-addext',
        `subjectAltName=DNS:x.example,${name}`,
      );
      expect(await pki.run('readRequest', asked), name).to.deep.include({
        subject: { ...nobody, commonName: 'x' },
        alternativeNames: undefined,
      });
    }
  });

  it('a certificate does not wait for a long list', async () => {
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
    // Both threads are up.
    await Promise.all([sign(1), pki.run('certifyLeaf', order)]);
    let isSigned = false;
    const list = sign(10_000).then(() => (isSigned = true));
    await pki.run('certifyLeaf', order);
    expect(isSigned).to.equal(false);
    await list;
  });

  it('keys on a curve do not wait for long ones', async () => {
    const made: string[] = [];
    const make = async (algorithm: KeyAlgorithm) => {
      await newPrivateKey(algorithm);
      made.push(algorithm);
    };
    await Promise.all([...Array<KeyAlgorithm>(6).fill('RSA_3072'), 'EC_prime256v1' as const].map(make));
    expect(made.indexOf('EC_prime256v1')).to.be.lessThan(3);
  });

  it('our own requests are accepted by openssl', async () => {
    const key = { privateKey: await newPrivateKey('RSA_2048'), keyAlgorithm: 'RSA_2048' as const };
    const request = await pki.run('requestCertificate', {
      subject: { ...nobody, commonName: 'Wants to be one' },
      ...key,
    });
    expect(openssl('req', '-verify', '-noout', '-text', '-in', file('own.csr', request)))
      .to.include('CA:TRUE')
      .and.include('CN = Wants to be one');
  });
});
