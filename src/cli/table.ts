import { printable } from './terminal.ts';

const gap = 2;
/** Columns are not made narrower than this. */
const narrowest = 8;

/** Makes the widest columns narrower until a line fits into the terminal; files and pipes get everything. */
const fitted = (widths: readonly number[], available: number): number[] => {
  const result = [...widths];
  const total = (): number => result.reduce((sum, width) => sum + width + gap, -gap);
  for (let excess = total() - available; excess > 0; excess = total() - available) {
    const widest = Math.max(...result);
    const second = Math.max(narrowest, ...result.filter((width) => width < widest));
    if (widest <= narrowest) break;
    result[result.indexOf(widest)] = Math.max(second, widest - excess);
    if (second === widest) break;
  }
  return result;
};

const cut = (text: string, width: number): string =>
  text.length <= width ? text : `${text.slice(0, width - 1)}\u2026`;

/** Plain columns under headings, as wide as their texts, on a terminal at most as wide as that. */
export const table = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  // Some terminals do not know how wide they are.
  available = process.stdout.isTTY ? process.stdout.columns || 80 : Infinity,
): string => {
  const lines = [headings, ...rows].map((cells) => cells.map(printable));
  const natural = headings.map((_heading, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  const widths = fitted(natural, available);
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cut(cell, widths[column]!).padEnd(widths[column]!))
        .join(' '.repeat(gap))
        .trimEnd(),
    )
    .join('\n');
};

/** Names and values, one pair in each line. */
export const pairs = (values: Readonly<Record<string, string | undefined>>): string => {
  const width = Math.max(12, ...Object.keys(values).map((name) => name.length));
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`  ${name.padEnd(width)} ${printable(value)}`]))
    .join('\n');
};

export const asJson = (value: unknown): string => JSON.stringify(value, undefined, 2);

/** A time without fractions of a second. */
export const shortTime = (time: string): string => time.replace(/\.\d+Z$/, 'Z');
