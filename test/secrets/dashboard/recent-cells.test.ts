import { expect } from 'chai';
import { Ability } from '../../../src/access/ability.ts';
import { timestamp } from '../../../src/platform/clock.ts';
import type { Cell } from '../../../src/resources/secrets/dashboard/cells.ts';
import { RecentCells } from '../../../src/resources/secrets/dashboard/recent-cells.ts';
import { TestClock } from '../../support/world/clock.ts';

describe('RecentCells', () => {
  const clock = new TestClock();
  const at = timestamp(clock.now());
  const newAbility = () => new Ability([], undefined, () => []);
  const ability = newAbility();
  const entryOf = (count: number) => ({ ability, query: 'q', at, cells: new Array<Cell>(count) });

  it('finds the cells of the same reader, rules and query only', () => {
    const recent = new RecentCells();
    recent.add('reader', entryOf(1));
    expect(recent.find('reader', { ability, query: 'q' }, clock)).to.have.length(1);
    expect(recent.find('other', { ability, query: 'q' }, clock)).to.equal(undefined);
    expect(recent.find('reader', { ability, query: 'r' }, clock)).to.equal(undefined);
    expect(recent.find('reader', { ability: newAbility(), query: 'q' }, clock)).to.equal(undefined);
  });

  it('has at most 100,000 cells, and at most a thousand readers', () => {
    for (const { readers, count } of [
      { readers: 1500, count: 0 },
      { readers: 15, count: 10_000 },
    ]) {
      const recent = new RecentCells();
      for (let reader = 0; reader < readers; reader += 1) recent.add(`${reader}`, entryOf(count));
      const found = (reader: number) => recent.find(`${reader}`, { ability, query: 'q' }, clock);
      expect(found(0)).to.equal(undefined);
      expect(found(readers - 1)).to.have.length(count);
      const kept = Array.from({ length: readers }, (_, reader) => found(reader)).filter((cells) => cells !== undefined);
      expect(kept).to.have.length(count === 0 ? 1000 : 9);
    }
  });
});
