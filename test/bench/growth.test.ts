import { expect } from 'chai';
import { growthTable } from '../../scripts/bench/growth/table.ts';

describe('the table of growth', () => {
  it('has the median and the 99th percentile of each size, and the medians compared with the smallest', () => {
    const table = growthTable({
      name: 'secrets',
      sizes: [100, 10_000],
      rows: [
        {
          name: 'get secret',
          unit: 'ms',
          figures: [
            { p50: 0.5, p99: 2 },
            { p50: 0.75, p99: 1234.5 },
          ],
        },
        {
          name: 'database',
          unit: 'MiB',
          figures: [
            { p50: 1.5, p99: 1.5 },
            { p50: 15, p99: 15 },
          ],
        },
      ],
    });
    expect(table.split('\n')).to.deep.equal([
      '| secrets | 100 | 10,000 | 10,000 ÷ 100 |',
      '| --- | --: | --: | --: |',
      '| get secret, ms | 0.50 / 2.00 | 0.75 / 1,235 | 1.5 |',
      '| database, MiB | 1.50 | 15.0 | 10.0 |',
    ]);
  });
});
