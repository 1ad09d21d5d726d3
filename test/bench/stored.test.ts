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

  it('of the first release are compared with the bare server on SQLite', () => {
    const { suites } = read(join(results, '0.1.0.json'));
    expect(suites.map(({ on, limits }) => [on, limits.map(({ name }) => name)])).to.deep.equal([
      ['SQLite', ['SQLite']],
      ['PostgreSQL, one node', ['SQLite']],
      ['PostgreSQL, two nodes', ['SQLite']],
    ]);
    for (const { scenarios } of suites) for (const { limit } of scenarios) expect(limit).to.equal('SQLite');
    expect(markdownTable(suites[0]!)).to.contain('| get secret (v4) | 5,161 | 1.39 | 5.45 |  | 15.6 % | 203 | 240 |');
  });

  it('can be compared, and are what the chart shows', () => {
    const last = lastStored();
    const compared = compare(last, last);
    expect(compared).to.have.length(last.suites.flatMap(({ scenarios }) => scenarios).length);
    expect(compared.some(({ isLoss }) => isLoss)).to.equal(false);
    expect(chartOf(last)).to.equal(readFileSync(join(results, 'chart.svg'), 'utf8'));
  });
});
