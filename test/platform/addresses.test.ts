import { expect } from 'chai';
import { everywhere, isWithin, parseAddressRange } from '../../src/platform/addresses.ts';

const within = (ranges: string[], address: string): boolean => isWithin(ranges.map((text) => parseAddressRange(text)!), address);

describe('address ranges', () => {
  it('hold what is in them', () => {
    for (const [range, inside, outside] of [
      ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
      ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
      ['fd00::/8', 'fd12::1', 'fe80::1'],
      ['::1', '::1', '::2'],
    ] as const) {
      expect(within([range], inside), `${inside} in ${range}`).to.equal(true);
      expect(within([range], outside), `${outside} in ${range}`).to.equal(false);
    }
    for (const address of ['127.0.0.1', '::1', '203.0.113.9', '2001:db8::1']) expect(isWithin(everywhere, address), address).to.equal(true);
  });

  it('keep the two families apart', () => {
    for (const range of ['::/0', '::/64', '::/1']) expect(within([range, '10.0.0.0/8'], '127.0.0.1'), range).to.equal(false);
    expect(within(['0.0.0.0/0'], '2001:db8::1')).to.equal(false);
    expect(within(['10.0.0.0/8'], '::ffff:10.1.2.3')).to.equal(true);
  });

  it('hold nothing that is not an address', () => {
    for (const address of ['', 'localhost', '10.0.0.0/8']) expect(within(['10.0.0.0/8', '::1'], address), address).to.equal(false);
  });
});
