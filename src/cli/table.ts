import { printable } from './terminal.ts';

/** Plain columns under headings, as wide as their texts. */
export const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [headings, ...rows].map((cells) => cells.map(printable));
  const widths = headings.map((_heading, column) => Math.max(...lines.map((cells) => cells[column]!.length)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
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
