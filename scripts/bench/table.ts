import type { BenchResult, Figures, LimitResult, SuiteResult } from './result.ts';

const rounded = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2);
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 2 : 1)} %`;

const heading = ['', 'req/s', 'p50 ms', 'p99 ms', 'worst ms', 'of the limit', 'CPU µs/req', 'resident MiB'];

const rowOf = (
  name: string,
  { perSecond, p50, p99, worst, processorMicroseconds, residentMiB }: Figures,
  ratio: number,
): string[] => [
  name,
  rounded(perSecond),
  rounded(p50),
  rounded(p99),
  worst === undefined ? '' : rounded(worst),
  percent(ratio),
  rounded(processorMicroseconds),
  residentMiB.toFixed(0),
];

/** The scenarios that are compared with one limit, and below them the limit. */
const rowsBeside = (limit: LimitResult, { limits, scenarios }: SuiteResult): string[][] => [
  ...scenarios.filter((each) => each.limit === limit.name).map((each) => rowOf(each.name, each, each.ratio)),
  rowOf(limits.length === 1 ? 'the limit' : `the limit: ${limit.name}`, limit, 1),
];

const rowsOf = (suite: SuiteResult): string[][] => suite.limits.flatMap((limit) => rowsBeside(limit, suite));

/** Aligns columns; numbers to the right. */
export const aligned = (rows: readonly (readonly string[])[]): string => {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
};

/** For a terminal. */
export const textTable = (suite: SuiteResult): string => aligned([heading, ...rowsOf(suite)]);

/** For a page. */
export const markdownTable = (suite: SuiteResult): string => {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heading), line(heading.map((_, column) => (column ? '--:' : '---'))), ...rowsOf(suite).map(line)].join(
    '\n',
  );
};

export const summaryOf = ({ idleMiB, peakMiB, firstReadMs, stolenPercent }: SuiteResult): string =>
  [
    `resident memory ${idleMiB === undefined ? '' : `${idleMiB.toFixed(0)} MiB idle, `}${peakMiB.toFixed(0)} MiB at most under load`,
    `first response ${Math.round(firstReadMs)} ms after the start of the process`,
    ...(stolenPercent === undefined ? [] : [`the host took ${stolenPercent.toFixed(0)} % of the processor time`]),
  ].join('; ');

export const describe = ({ version, date, machine, loadBefore, method }: BenchResult): string =>
  `Version ${version}, ${date.slice(0, 10)}: ${machine.processor}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, Node ${machine.node}; ` +
  `server, load and databases on this machine, load average ${loadBefore.toFixed(1)} before the run; ${method.connections} connections, medians of ${method.rounds} interleaved rounds of ${method.seconds} s.`;
