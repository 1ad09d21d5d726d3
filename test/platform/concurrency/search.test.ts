import { expect } from 'chai';
import { randomOf } from '../../events/random.ts';
import { findOrder, type Recorded } from './search.ts';

/** A register that holds a number. */
type Register = Recorded<number>;

const write = (start: number, end: number, value: number): Register => ({
  start,
  end,
  steps: [{ change: () => value }],
  text: `write ${value}`,
});

const read = (start: number, end: number, value: number): Register => ({
  start,
  end,
  steps: [{ agrees: (state) => state === value }],
  text: `read ${value}`,
});

/** Adds one and returns the sum. */
const increase = (start: number, end: number, sum: number): Register => ({
  start,
  end,
  steps: [{ change: (state) => (state + 1 === sum ? sum : undefined) }],
  text: `increase to ${sum}`,
});

const orderOf = (history: readonly Register[]): readonly string[] | undefined =>
  findOrder(history, 0, String).found?.order;

describe('the search for an order of concurrent operations', () => {
  it('finds the only order, whatever the order of the list', () => {
    const history = [read(0, 9, 2), increase(0, 9, 3), increase(0, 9, 1), increase(0, 9, 2), read(0, 9, 3)];
    expect(orderOf(history)).to.deep.equal(['increase to 1', 'increase to 2', 'read 2', 'increase to 3', 'read 3']);
  });

  it('refuses a change that is lost', () => {
    expect(orderOf([increase(0, 9, 1), increase(0, 9, 1)])).to.equal(undefined);
    expect(orderOf([increase(0, 9, 1), increase(0, 9, 2), read(10, 11, 1)])).to.equal(undefined);
  });

  it('refuses a response that is older than a change answered before the call', () => {
    expect(orderOf([write(0, 1, 7), read(2, 3, 0)])).to.equal(undefined);
    expect(orderOf([write(0, 3, 7), read(2, 4, 0)])).to.deep.equal(['read 0', 'write 7']);
  });

  it('refuses changes that two readers see in different orders', () => {
    const seen = (...values: readonly [number, number][]): Register[] =>
      values.flatMap(([first, second], client) => [
        read(client / 10, 2 + client / 10, first),
        read(3 + client / 10, 5 + client / 10, second),
      ]);
    const writes = [write(0, 9, 1), write(0, 9, 2)];
    expect(orderOf([...writes, ...seen([1, 2], [1, 2])])).to.have.length(6);
    expect(orderOf([...writes, ...seen([1, 2], [2, 1])])).to.equal(undefined);
  });

  it('lets other operations happen between the steps of one, but only while it lasts', () => {
    const checkedWrite = (start: number, end: number): Register => ({
      start,
      end,
      steps: [{ agrees: (state) => state === 0 }, { change: () => 7 }],
      text: 'write 7 if it was 0',
    });
    expect(orderOf([write(0, 9, 1), checkedWrite(0, 9), read(10, 11, 7)])).to.have.length(3);
    expect(orderOf([write(0, 1, 1), checkedWrite(2, 9)])).to.equal(undefined);
  });

  it('says how far an order can go', () => {
    const { longest } = findOrder([increase(0, 1, 1), increase(2, 3, 2), read(4, 5, 9)], 0, String);
    expect(longest).to.deep.equal({ state: 2, order: ['increase to 1', 'increase to 2'] });
  });

  it('agrees with trying all orders, for random histories', () => {
    const random = randomOf(1);
    const permits = (left: readonly Register[], state: number): boolean =>
      left.length === 0 ||
      left.some((one) => {
        if (left.some(({ end }) => end < one.start)) return false;
        const others = left.filter((other) => other !== one);
        const step = one.steps[0]!;
        if ('agrees' in step) return step.agrees(state) && permits(others, state);
        const after = step.change(state);
        return after !== undefined && permits(others, after);
      });
    const verdicts = { true: 0, false: 0 };
    for (let number = 0; number < 500; number += 1) {
      const history = Array.from({ length: 6 }, () => {
        const start = random.below(12);
        return random.pick([write, read, increase])(start, start + 1 + random.below(12), 1 + random.below(3));
      });
      const expected = permits(history, 0);
      expect(orderOf(history) !== undefined, JSON.stringify(history)).to.equal(expected);
      verdicts[`${expected}`] += 1;
    }
    expect(Math.min(verdicts.true, verdicts.false)).to.be.above(50);
  });
});
