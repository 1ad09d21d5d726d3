import { expect } from 'chai';
import { clientNetwork, everywhere, isWithin, parseAddressRange } from '../../src/platform/addresses.ts';

const within = (ranges: string[], address: string): boolean =>
  isWithin(
    ranges.map((text) => parseAddressRange(text)!),
    address,
  );

describe('address ranges', () => {
  it('contain the addresses in them', () => {
    for (const [range, inside, outside] of [
      ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
      ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
      ['fd00::/8', 'fd12::1', 'fe80::1'],
      ['::1', '::1', '::2'],
    ] as const) {
      expect(within([range], inside), `${inside} in ${range}`).to.equal(true);
      expect(within([range], outside), `${outside} in ${range}`).to.equal(false);
    }
    for (const address of ['127.0.0.1', '::1', '203.0.113.9', '2001:db8::1'])
      expect(isWithin(everywhere, address), address).to.equal(true);
  });

  it('separate the two families', () => {
    for (const range of ['::/0', '::/64', '::/1'])
      expect(within([range, '10.0.0.0/8'], '127.0.0.1'), range).to.equal(false);
    expect(within(['0.0.0.0/0'], '2001:db8::1')).to.equal(false);
    expect(within(['10.0.0.0/8'], '::ffff:10.1.2.3')).to.equal(true);
  });

  it('contain nothing that is not an address', () => {
    for (const address of ['', 'localhost', '10.0.0.0/8'])
      expect(within(['10.0.0.0/8', '::1'], address), address).to.equal(false);
  });
});

describe('the network of a client', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:0.0.0.1', '0.0.0.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0001:0002:0003:0004:0005', '2001:db8:0:1::/64'],
    ['2001:db8:0:1::', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['10.0.0.1:80', 'unknown'],
    ['x'.repeat(8000), 'unknown'],
  ] as const) {
    it(`of ${address.slice(0, 50)} is ${network}`, () => expect(clientNetwork(address)).to.equal(network));
  }
});
