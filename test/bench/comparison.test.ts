import { expect } from 'chai';
import { compare, comparisonText, incomparable } from '../../scripts/bench/comparison.ts';
import { resultWith, suiteWith } from '../support/fixtures/bench-results.ts';

const sqlite = (ratios: Readonly<Record<string, number>>) => resultWith(suiteWith('SQLite', ratios));
const losses = (before: number, after: number): boolean[] =>
  compare(sqlite({ get: before }), sqlite({ get: after })).map(({ isLoss }) => isLoss);

describe('the comparison of two benchmark results', () => {
  it('reports a loss of more than 15 %, and neither one of 10 % or 15 % nor a gain', () => {
    expect(losses(0.2, 0.2 * 0.84)).to.deep.equal([true]);
    expect(losses(0.2, 0.2 * 0.851)).to.deep.equal([false]);
    expect(losses(0.2, 0.2 * 0.9)).to.deep.equal([false]);
    expect(losses(0.2, 0.4)).to.deep.equal([false]);
  });

  it('compares ratios to the limit: half the requests with half the limit are no loss', () => {
    const [suite] = sqlite({ get: 0.2 }).suites as [ReturnType<typeof suiteWith>];
    const slower = {
      ...suite,
      scenarios: suite.scenarios.map((scenario) => ({ ...scenario, perSecond: scenario.perSecond / 2 })),
    };
    expect(compare(resultWith(suite), resultWith(slower))).to.deep.equal([
      { on: 'SQLite', name: 'get', before: 0.2, after: 0.2, change: 0, processorChange: 0, isLoss: false },
    ]);
  });

  it('compares what both results have, each target separately', () => {
    const before = resultWith(
      suiteWith('SQLite', { get: 0.2, list: 0.1 }),
      suiteWith('PostgreSQL, one node', { get: 0.1 }),
    );
    const after = resultWith(
      suiteWith('SQLite', { get: 0.2, update: 0.1 }),
      suiteWith('PostgreSQL, one node', { get: 0.05 }),
    );
    expect(compare(before, after).map(({ on, name, isLoss }) => [on, name, isLoss])).to.deep.equal([
      ['SQLite', 'get', false],
      ['PostgreSQL, one node', 'get', true],
    ]);
  });

  it('compares only shares of the same limit, and names the others', () => {
    const before = resultWith(suiteWith('PostgreSQL, one node', { get: 0.01, list: 0.1 }));
    const after = resultWith(suiteWith('PostgreSQL, one node', { get: 0.3 }, 'PostgreSQL, one select'));
    expect(compare(before, after)).to.deep.equal([]);
    expect(incomparable(before, after)).to.deep.equal(['PostgreSQL, one node: get']);
    expect(incomparable(before, before)).to.deep.equal([]);
  });

  it('prints each row, with losses marked', () => {
    const compared = compare(sqlite({ get: 0.2, list: 0.1 }), sqlite({ get: 0.1, list: 0.11 }));
    expect(comparisonText(compared).split('\n')).to.deep.equal([
      '               before    after  change  CPU/req',
      'SQLite: get   20.00 %  10.00 %   -50 %     +0 %  LOSS',
      'SQLite: list  10.00 %  11.00 %   +10 %     +0 %',
    ]);
  });
});
