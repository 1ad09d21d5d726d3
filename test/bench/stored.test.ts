import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartOf } from '../../scripts/bench/chart.ts';
import { compare } from '../../scripts/bench/comparison.ts';
import { lastStored, read, write } from '../../scripts/bench/stored.ts';
import { markdownTable } from '../../scripts/bench/table.ts';
import { resultWith, suiteWith } from '../support/fixtures/bench-results.ts';
import { scratchFolder } from '../support/world/folders.ts';

const results = join(import.meta.dirname, '..', '..', 'scripts', 'bench', 'results');

describe('the stored results of the benchmark', () => {
  it('are read as they were written', () => {
    const file = join(scratchFolder(), 'result.json');
    const result = resultWith(
      suiteWith('SQLite', { get: 0.2 }),
      suiteWith('PostgreSQL, one node', { get: 0.1 }, 'one select'),
    );
    write(file, result);
    expect(read(file)).to.deep.equal(result);
  });

  it('are compared with the limits of their database', () => {
    const { suites } = lastStored();
    for (const { on, scenarios, limits } of suites) {
      const [database] = on.split(',');
      for (const { limit } of scenarios) expect(limit).to.match(new RegExp(`^${database}\\b`));
      for (const { name } of limits) expect(markdownTable(suites.find((each) => each.on === on)!)).to.contain(name);
    }
    expect(suites.map(({ on }) => on)).to.include.members(['SQLite', 'PostgreSQL, one node']);
  });

  it('can be compared, and are what the chart shows', () => {
    const last = lastStored();
    const compared = compare(last, last);
    expect(compared).to.have.length(last.suites.flatMap(({ scenarios }) => scenarios).length);
    expect(compared.some(({ isLoss }) => isLoss)).to.equal(false);
    expect(chartOf(last)).to.equal(readFileSync(join(results, 'chart.svg'), 'utf8'));
  });
});
