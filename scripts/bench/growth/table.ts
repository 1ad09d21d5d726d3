import type { GrowthRow, SeriesResult } from './measure.ts';

const rounded = (value: number): string => {
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toFixed(value >= 10 ? 1 : 2);
};

const cell = ({ p50, p99 }: GrowthRow['figures'][number]): string =>
  p50 === p99 ? rounded(p50) : `${rounded(p50)} / ${rounded(p99)}`;

const ratio = ({ figures }: GrowthRow, position: number): string =>
  `${(figures[position]!.p50 / figures[0]!.p50).toFixed(1)}`;

/** A table of one series: each figure at each size, and its growth from the smallest. */
export const growthTable = ({ name, sizes, rows }: SeriesResult): string => {
  const larger = sizes.map((_, position) => position).slice(1);
  const numbers = sizes.map((size) => size.toLocaleString('en'));
  const heading = [name, ...numbers, ...larger.map((position) => `${numbers[position]!} ÷ ${numbers[0]!}`)];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(heading),
    line(heading.map((_, column) => (column ? '--:' : '---'))),
    ...rows.map((row) =>
      line([`${row.name}, ${row.unit}`, ...row.figures.map(cell), ...larger.map((position) => ratio(row, position))]),
    ),
  ].join('\n');
};
