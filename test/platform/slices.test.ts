import { expect } from 'chai';
import { isLong, stringifyInSlices } from '../../src/platform/json.ts';
import { eachInSlices, mapInSlices, sortInSlices } from '../../src/platform/slices.ts';
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
      async () => eachInSlices(numbers, (one) => JSON.stringify(item(one))),
      async () => mapInSlices(numbers, (one) => JSON.stringify(item(one))),
      () => sortInSlices(numbers, (one, other) => one - other),
      () => stringifyInSlices({ items: numbers.slice(0, 100_000).map(item) }),
    ]) {
      expect((await countEventLoopTurns<unknown>(work)).turns).to.be.above(2);
    }
  });

  it('runs at once on short lists', () => {
    expect(mapInSlices([1, 2, 3], (one) => one + 1)).to.deep.equal([2, 3, 4]);
    expect(isLong({ items: numbers.slice(0, 100), other: { items: numbers } })).to.equal(false);
  });

  it('returns the same result as without interruptions', async () => {
    expect(await mapInSlices(numbers, (one) => one + 1)).to.deep.equal(numbers.map((one) => one + 1));
    const pairs = numbers.slice(0, 5000).map((one, index) => ({ one: one % 10, index }));
    const compare = (a: { one: number }, b: { one: number }): number => a.one - b.one;
    expect(await sortInSlices(pairs, compare)).to.deep.equal([...pairs].sort(compare));
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
      expect((await stringifyInSlices(value)).toString()).to.equal(JSON.stringify(value));
    }
  });
});
