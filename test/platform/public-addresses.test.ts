import { expect } from 'chai';
import { lookup } from 'node:dns';
import { isPublicAddress } from '../../src/platform/addresses.ts';
import { parseAllowedHost } from '../../src/platform/outgoing/allowed-hosts.ts';
import { ProviderHosts } from '../../src/platform/openid/hosts.ts';

const special = [
  ...[
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.0',
    '172.31.255.255',
  ],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.0',
    '192.168.255.255',
    '198.18.0.0',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '100::1',
    'fc00::1',
    'fdff::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ],
  ...['2001::1', '2001:1ff::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '4000::1', 'not an address', ''],
];
const open = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700::1111',
  '2001:4860:4860::8888',
  '2a00::1',
];

describe('public addresses', () => {
  for (const address of special)
    it(`do not include ${address || 'nothing'}`, () => expect(isPublicAddress(address)).to.equal(false));
  for (const address of open) it(`include ${address}`, () => expect(isPublicAddress(address)).to.equal(true));
});

describe('the hosts of OpenID providers', () => {
  const hosts = new ProviderHosts(['127.0.0.1', 'idp.internal', '::1']);
  const problemOf = (url: string) => hosts.problemOf(new URL(url));

  it('are public ones over https, and those that are configured', () => {
    for (const url of [
      'https://idp.example.com',
      'https://idp.example.com:8443/a',
      'http://127.0.0.1:1',
      'https://127.0.0.1',
      'http://IDP.internal.',
      'http://[::1]:80',
    ])
      expect(problemOf(url), url).to.equal(undefined);
    for (const url of [
      'http://idp.example.com',
      'https://127.0.0.2',
      'https://localhost',
      'https://a.localhost.',
      'http://other.idp.internal',
      'https://u@idp.internal',
      'ws://idp.internal',
    ])
      expect(problemOf(url), url).to.be.a('string');
  });

  it('resolve to public addresses, whatever their names are', (done) => {
    const { lookup: lookUpChecked } = hosts.lookupFor(new URL('https://idp.example.com'));
    expect(hosts.lookupFor(new URL('https://idp.internal'))).to.deep.equal({});
    lookup('localhost', { all: true }, (_error, found) => {
      expect(found).not.to.be.empty;
      lookUpChecked!('localhost', { all: true }, (error) => {
        expect(error).to.have.property('reason', 'provider_not_allowed');
        lookUpChecked!('8.8.8.8', {}, (none, address, family) => {
          expect([none, address, family]).to.deep.equal([null, '8.8.8.8', 4]);
          done();
        });
      });
    });
  });
});

describe('the hosts that ALLOW_HOSTS lists', () => {
  const listed = ['.internal', 'idp', '10.0.0.0/8', 'fd00::/8'].map((text) => parseAllowedHost(text)!);
  const hosts = new ProviderHosts(listed);
  const problemOf = (url: string) => hosts.problemOf(new URL(url));

  it('are names, endings of names, and addresses within networks', () => {
    for (const url of [
      'http://a.internal',
      'https://b.a.internal',
      'http://IDP',
      'http://10.1.2.3',
      'http://[fd00::1]',
    ])
      expect(problemOf(url), url).to.equal(undefined);
    for (const url of ['http://internal', 'http://a-internal', 'http://b.idp', 'http://11.0.0.1', 'https://[fc00::1]'])
      expect(problemOf(url), url).to.match(/unless ALLOW_HOSTS lists its host$/);
  });

  it('include names that resolve into a listed network, and no others', () => {
    const local = new ProviderHosts([parseAllowedHost('127.0.0.0/8')!, parseAllowedHost('::1/128')!]);
    const url = new URL('https://localhost.example.com');
    const resolve = (to: ProviderHosts) =>
      new Promise<Error | null>((done) => to.lookupFor(url).lookup!('localhost', { all: true }, done));
    return Promise.all([resolve(local), resolve(hosts)]).then(([allowed, refused]) => {
      expect(allowed).to.equal(null);
      expect(refused).to.have.property('reason', 'provider_not_allowed');
    });
  });
});
