import { expect } from 'chai';
import { chartOf } from '../../scripts/bench/chart.ts';
import { median, medianFigures } from '../../scripts/bench/result.ts';
import { sectionOf, withSection } from '../../scripts/bench/section.ts';
import { markdownTable, summaryOf, textTable } from '../../scripts/bench/table.ts';
import { figures, resultWith, suiteWith } from '../support/fixtures/bench-results.ts';

const sqlite = suiteWith('SQLite', { 'get secret': 0.25, 'list <of> 10 & "more"': 0.00005 });
const postgres = suiteWith('PostgreSQL, one node', { 'get secret': 0.1 });

const [select, transaction, selectWith50] = [
  suiteWith('PostgreSQL, one node', { 'get secret': 0.1 }, 'one select'),
  suiteWith('PostgreSQL, one node', { 'update secret': 0.2 }, 'one transaction'),
  suiteWith('PostgreSQL, one node', { 'get secret, 50 connections': 0.3 }, 'one select, 50 connections'),
];
const severalLimits = {
  ...select,
  limits: [select, transaction, selectWith50].flatMap(({ limits }) => limits),
  scenarios: [transaction, select, selectWith50].flatMap(({ scenarios }) => scenarios),
};

/** The names of all elements; fails unless each opening tag is closed in order. */
const elementsOf = (markup: string): string[] => {
  const open: string[] = [];
  const names: string[] = [];
  for (const [, slash, name, attributes] of markup.matchAll(/<(\/?)([a-z]+)((?:\s+[\w:-]+="[^"<&]*")*\s*\/?)>/gi)) {
    if (slash) expect(open.pop()).to.equal(name);
    else names.push(name!);
    if (!slash && !attributes!.endsWith('/')) open.push(name!);
  }
  expect(open).to.deep.equal([]);
  return names;
};

describe('the benchmark report', () => {
  it('takes the median of the rounds, or the mean of the two middle ones', () => {
    expect(median([9, 1, 5])).to.equal(5);
    expect(median([9, 1, 5, 7])).to.equal(6);
  });

  it('prints a table with the limit as its last row', () => {
    expect(textTable(suiteWith('SQLite', { 'get secret': 0.25, list: 0.00005 })).split('\n')).to.deep.equal([
      '             req/s  p50 ms  p99 ms  worst ms  of the limit  CPU µs/req  resident MiB',
      'get secret   5,000    1.23    56.8      90.1        25.0 %       1,000           150',
      'list          1.00    1.23    56.8      90.1        0.01 %       1,000           150',
      'the limit   20,000    1.23    56.8      90.1       100.0 %       1,000           150',
    ]);
    expect(summaryOf(sqlite)).to.equal(
      'resident memory 120 MiB idle, 250 MiB at most under load; first response 988 ms after the start of the process',
    );
    expect(summaryOf({ ...sqlite, stolenPercent: 12.3 })).to.match(/; the host took 12 % of the processor time$/);
  });

  it('puts each limit below the scenarios that are compared with it', () => {
    const cells = textTable(severalLimits)
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(cells.map((row) => [row[0], row[5]])).to.deep.equal([
      ['', 'of the limit'],
      ['get secret', '10.0 %'],
      ['the limit: one select', '100.0 %'],
      ['update secret', '20.0 %'],
      ['the limit: one transaction', '100.0 %'],
      ['get secret, 50 connections', '30.0 %'],
      ['the limit: one select, 50 connections', '100.0 %'],
    ]);
  });

  it('takes the median of the rounds, but the worst of all', () => {
    const rounds = [5, 1, 3].map((each) => ({ ...figures(each), p99: each, worst: each * 10 }));
    expect(medianFigures(rounds)).to.include({ perSecond: 3, p99: 3, worst: 50 });
  });

  it('prints the same table as Markdown', () => {
    expect(markdownTable(postgres).split('\n')).to.deep.equal([
      '|  | req/s | p50 ms | p99 ms | worst ms | of the limit | CPU µs/req | resident MiB |',
      '| --- | --: | --: | --: | --: | --: | --: | --: |',
      '| get secret | 2,000 | 1.23 | 56.8 | 90.1 | 10.0 % | 1,000 | 150 |',
      '| the limit | 20,000 | 1.23 | 56.8 | 90.1 | 100.0 % | 1,000 | 150 |',
    ]);
  });

  it('draws a well-formed chart with a mark for every figure, the limit, and both colour schemes', () => {
    const chart = chartOf(resultWith(sqlite, postgres));
    const names = elementsOf(chart);
    // Angle brackets occur only in tags, and every ampersand begins an entity.
    expect(chart.match(/</g)).to.have.length(names.length + chart.match(/<\//g)!.length);
    expect(chart).not.to.match(/&(?!amp;|lt;|gt;|quot;)/);
    expect(chart).to.contain('list &lt;of&gt; 10 &amp; &quot;more&quot;');
    expect(chart.match(/<circle class="deployment-0"/g)).to.have.length(1 + 2);
    expect(chart.match(/<rect class="deployment-1"/g)).to.have.length(1 + 1);
    expect(chart).to.contain('bare node:http and SQLite: 20,000').and.to.contain('prefers-color-scheme: dark');
  });

  it('draws each limit once, and none for more connections', () => {
    const chart = chartOf(resultWith(sqlite, severalLimits, severalLimits));
    elementsOf(chart);
    expect([...chart.matchAll(/bare node:http and ([^:]+):/g)].map(([, name]) => name)).to.deep.equal([
      'SQLite',
      'one select',
      'one transaction',
    ]);
    expect(chart.match(/<line class="limit"/g)).to.have.length(3);
  });

  it('draws figures in their order, with the limit to the right of slower ones', () => {
    const chart = chartOf(resultWith(suiteWith('SQLite', { slow: 0.001, fast: 0.5 })));
    const [, slow, fast] = [...chart.matchAll(/<circle [^>]*cx="(\d+)"/g)].map(([, x]) => Number(x)) as [
      number,
      number,
      number,
    ];
    const limit = Number(/<line class="limit" x1="(\d+)"/.exec(chart)![1]);
    expect(slow).to.be.below(fast);
    expect(fast).to.be.below(limit);
  });

  it('rewrites only its own section of the README', () => {
    const page = '# Title\n<!-- npm run bench writes from here -->\nold\n<!-- to here -->\nrest\n';
    const section = sectionOf(resultWith(sqlite, postgres), 'chart.svg');
    const written = withSection(page, section);
    expect(
      written.startsWith(
        '# Title\n<!-- npm run bench writes from here -->\n\nVersion 1.2.3, 2030-01-01: A processor, 2 cores, 8 GiB, linux 6, Node v20.19.0; server, load and databases on this machine, load average 0.1 before the run; 10 connections, medians of 5 interleaved rounds of 2 s.',
      ),
    ).to.equal(true);
    expect(written.endsWith('\n\n<!-- to here -->\nrest\n')).to.equal(true);
    expect(written)
      .to.contain('](chart.svg)')
      .and.to.contain('<details><summary>PostgreSQL, one node</summary>')
      .and.not.to.contain('old');
    expect(withSection(written, section)).to.equal(written);
  });

  it('fails if the README has no section for it', () => {
    expect(() => withSection('# Title\n', 'section')).to.throw('the README has no markers for the benchmark');
  });
});
