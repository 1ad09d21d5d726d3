import { expect } from 'chai';
import { isLong, stringifyYielding } from '../../src/platform/json.ts';
import { eachYielding, mapYielding, sortYielding } from '../../src/platform/yielding.ts';
import { countEventLoopTurns } from '../support/expect/event-loop.ts';

const count = 300_000;
const numbers = Array.from({ length: count }, (_, index) => (index * 7919) % count);
const item = (index: number) => ({
  id: `item ${index}`,
  text: '"é😀\n',
  list: [index, null, { deep: [] }],
  nothing: undefined,
});

describe('work on long lists', () => {
  it('lets other work run in between', async () => {
    for (const work of [
      async () => eachYielding(numbers, (one) => JSON.stringify(item(one))),
      async () => mapYielding(numbers, (one) => JSON.stringify(item(one))),
      () => sortYielding(numbers, (one, other) => one - other),
      () => stringifyYielding({ items: numbers.slice(0, 100_000).map(item) }),
    ]) {
      expect((await countEventLoopTurns<unknown>(work)).turns).to.be.above(2);
    }
  });

  it('runs at once on short lists', () => {
    expect(mapYielding([1, 2, 3], (one) => one + 1)).to.deep.equal([2, 3, 4]);
    expect(isLong({ items: numbers.slice(0, 100), other: { items: numbers } })).to.equal(false);
  });

  it('returns the same result as without interruptions', async () => {
    expect(await mapYielding(numbers, (one) => one + 1)).to.deep.equal(numbers.map((one) => one + 1));
    const pairs = numbers.slice(0, 5000).map((one, index) => ({ one: one % 10, index }));
    const compare = (a: { one: number }, b: { one: number }): number => a.one - b.one;
    expect(await sortYielding(pairs, compare)).to.deep.equal([...pairs].sort(compare));
  });

  it('writes the same JSON as without interruptions', async () => {
    const items = Array.from({ length: 1000 }, (_, index) => item(index));
    for (const value of [
      { items },
      items,
      {
        a: 1,
        nothing: undefined,
        'a "key"': null,
        items,
        imports: [{ path: '/', secrets: items }, { secrets: [] }],
        last: [],
      },
      { imports: [{ secrets: items }] },
      { items: [...items, undefined, null, 'text', 7, false] },
      { small: [1] },
      'text',
    ]) {
      expect((await stringifyYielding(value)).toString()).to.equal(JSON.stringify(value));
    }
  });
});
