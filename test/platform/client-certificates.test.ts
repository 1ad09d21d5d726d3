import { expect } from 'chai';
import { authorityProblem, verifyClient } from '../../src/platform/crypto/pki/client-certificates.ts';
import { Refused } from '../../src/platform/refused.ts';
import { clientExtensions, newAuthority, newClient, newCredential } from '../support/fixtures/client-certificates.ts';

const now = new Date('2030-01-01T00:00:00Z');
const usages = ['keyUsage=critical,keyCertSign'];
const caOf = (constraints = 'CA:TRUE') => [`basicConstraints=critical,${constraints}`, ...usages];

const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    if (error instanceof Refused) return error.reason;
    throw error;
  }
};

const root = newAuthority();
const verify = (pems: readonly string[], anchor = root.cert, allowsChain = true, at = now): string =>
  reasonOf(() => verifyClient(pems, anchor, { now: at, allowsChain }));

describe('the verification of client certificates', () => {
  it('accepts a certificate of the authority, and none of another with the same name', () => {
    const client = newClient(root, { extensions: ['subjectAltName=DNS:a.example.com,URI:spiffe://acme/a'] });
    const { commonNames, alternativeNames } = verifyClient([client.cert], root.cert, { now, allowsChain: false });
    expect(commonNames).to.deep.equal(['Client']);
    expect(alternativeNames).to.deep.equal([
      { type: 'dns', value: 'a.example.com' },
      { type: 'url', value: 'spiffe://acme/a' },
    ]);
    expect(verify([newClient(newAuthority()).cert])).to.equal('ca_verification_failed');
    expect(verify([newCredential({ extensions: clientExtensions }).cert])).to.equal('ca_verification_failed');
    expect(verify(['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'])).to.equal(
      'certificate_decode_failed',
    );
  });

  it('refuses what has ended or not begun, of the client and of the authority', () => {
    const client = newClient(root, { days: 10 }).cert;
    const start = Date.now();
    const at = (days: number) => new Date(start + days * 86_400_000);
    expect(verify([client], root.cert, false, at(5))).to.equal('accepted');
    expect(verify([client], root.cert, false, at(11))).to.equal('certificate_expired');
    const short = newAuthority({ days: 5 });
    const late = newClient(short, { days: 10 }).cert;
    expect(verify([late], short.cert, false, at(6))).to.equal('issuer_certificate_expired');
    expect(verify([late], short.cert, false, at(-1))).to.match(/certificate_not_yet_valid$/);
  });

  it('refuses keys and certificates that are for something else', () => {
    const cases: [string, readonly string[]][] = [
      ['client_auth_usage_not_allowed', ['extendedKeyUsage=serverAuth']],
      ['key_usage_not_allowed', ['keyUsage=critical,keyEncipherment']],
      ['ca_certificate_not_allowed', [...caOf(), 'extendedKeyUsage=clientAuth']],
      ['unknown_critical_extension', ['1.2.3.4=critical,DER:0500']],
      ['accepted', []],
      ['accepted', ['extendedKeyUsage=anyExtendedKeyUsage']],
      ['accepted', ['1.2.3.4=DER:0500']],
    ];
    for (const [reason, extensions] of cases)
      expect(verify([newCredential({ issuer: root, extensions }).cert]), extensions.join()).to.equal(reason);
    expect(verify([root.cert])).to.equal('ca_certificate_not_allowed');
    const weak = newClient(root, { algorithm: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'] });
    expect(verify([weak.cert])).to.equal('weak_certificate');
  });

  it('follows intermediates in any order, and only if that is configured', () => {
    const first = newAuthority({ subject: '/CN=First', issuer: root });
    const second = newAuthority({ subject: '/CN=Second', issuer: first });
    const client = newClient(second).cert;
    expect(verify([client, first.cert, second.cert])).to.equal('accepted');
    expect(verify([client, second.cert, first.cert, newAuthority().cert])).to.equal('accepted');
    expect(verify([client, second.cert])).to.equal('ca_verification_failed');
    expect(verify([client, second.cert, first.cert], root.cert, false)).to.equal('ca_verification_failed');
    const many = Array.from({ length: 10 }, () => first.cert);
    expect(verify([client, ...many])).to.equal('too_many_certificates');
  });

  it('refuses issuers that may not issue, lengths of paths, and issuers for servers only', () => {
    const leaf = newClient(root);
    const path = (extensions: readonly string[], anchor = root) => {
      const issuer = newCredential({ subject: '/CN=Issuer', issuer: anchor, extensions });
      return verify([newClient(issuer).cert, issuer.cert], anchor.cert);
    };
    expect(verify([newClient(leaf).cert, leaf.cert])).to.equal('ca_verification_failed');
    expect(path(['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,cRLSign'])).to.equal('ca_verification_failed');
    expect(path([...caOf(), 'extendedKeyUsage=serverAuth'])).to.equal('issuer_client_auth_usage_not_allowed');
    expect(path(caOf())).to.equal('accepted');
    expect(path(caOf(), newAuthority({ extensions: caOf('CA:TRUE,pathlen:0') }))).to.equal('path_length_exceeded');
  });

  it('applies the limits of names that authorities have', () => {
    const limited = (limits: string, names: string, subject = '/CN=Client') => {
      const issuer = newAuthority({
        subject: '/CN=Limited',
        issuer: root,
        extensions: [...caOf(), `nameConstraints=critical,${limits}`],
      });
      const extensions = names === '' ? [] : [`subjectAltName=${names}`];
      return verify([newClient(issuer, { subject, extensions }).cert, issuer.cert]);
    };
    const violation = 'name_constraint_violation';
    const cases: [string, string, string][] = [
      ['permitted;DNS:eu.example.com', 'DNS:a.EU.example.com', 'accepted'],
      ['permitted;DNS:eu.example.com', 'DNS:eu.example.com', 'accepted'],
      ['permitted;DNS:eu.example.com', 'DNS:us.example.com', violation],
      ['permitted;DNS:eu.example.com', 'DNS:a.eu.example.com,DNS:us.example.com', violation],
      ['permitted;DNS:eu.example.com', 'DNS:neu.example.com', violation],
      ['permitted;DNS:eu.example.com', 'DNS:*.example.com', violation],
      ['permitted;DNS:eu.example.com', 'URI:spiffe://acme/a', 'accepted'],
      ['excluded;DNS:eu.example.com', 'DNS:a.eu.example.com', violation],
      ['excluded;DNS:eu.example.com', 'DNS:us.example.com', 'accepted'],
      ['permitted;email:example.com', 'email:a@example.com', 'accepted'],
      ['permitted;email:example.com', 'email:a@b.example.com', violation],
      ['permitted;email:.example.com', 'email:a@b.example.com', 'accepted'],
      ['permitted;email:a@example.com', 'email:b@example.com', violation],
      ['permitted;URI:acme', 'URI:spiffe://acme/a', 'accepted'],
      ['permitted;URI:acme', 'URI:spiffe://others/a', violation],
      ['permitted;URI:acme', 'URI:urn:a', violation],
      ['permitted;IP:10.0.0.0/255.0.0.0', 'IP:10.1.2.3', 'accepted'],
      ['permitted;IP:10.0.0.0/255.0.0.0', 'IP:11.1.2.3', violation],
      ['permitted;otherName:1.2.3.4;UTF8:x', 'DNS:a.example.com', 'unsupported_name_constraint'],
    ];
    for (const [limits, names, reason] of cases) expect(limited(limits, names), `${limits} ${names}`).to.equal(reason);
    expect(limited('permitted;DNS:eu.example.com', '', '/CN=us.example.com'), 'a common name').to.equal(violation);
  });

  it('says why an authority cannot be used', () => {
    expect(authorityProblem(root.cert, now)).to.equal(undefined);
    expect(authorityProblem(newClient(root).cert, now)).to.match(/may not issue certificates/);
    expect(authorityProblem(newAuthority({ days: 1 }).cert, now)).to.match(/has expired/);
    const forServers = newAuthority({ extensions: [...caOf(), 'extendedKeyUsage=serverAuth'] });
    expect(authorityProblem(forServers.cert, now)).to.match(/certificates of clients/);
    const limited = newAuthority({
      extensions: [...caOf(), 'nameConstraints=critical,permitted;dirName:dir\n[dir]\nCN=x'],
    });
    expect(authorityProblem(limited.cert, now)).to.match(/not supported/);
  });
});
