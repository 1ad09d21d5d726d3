import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chartOf } from './chart.ts';
import type { BenchResult } from './result.ts';
import { sectionOf, withSection } from './section.ts';

const folder = join(import.meta.dirname, 'results');

export const write = (file: string, result: BenchResult): void =>
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);

export const read = (file: string): BenchResult => JSON.parse(readFileSync(file, 'utf8')) as BenchResult;

/** One file per release; the chart and the README of this folder show the last stored one. */
export const store = (result: BenchResult): void => {
  mkdirSync(folder, { recursive: true });
  write(join(folder, `${result.version}.json`), result);
  const [chart, readme] = [join(folder, 'chart.svg'), join(import.meta.dirname, 'README.md')];
  writeFileSync(chart, chartOf(result));
  writeFileSync(
    readme,
    withSection(readFileSync(readme, 'utf8'), sectionOf(result, relative(import.meta.dirname, chart))),
  );
};

export const lastStored = (): BenchResult => {
  const results = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => read(join(folder, file)))
    .sort((one, other) => one.date.localeCompare(other.date));
  if (results.length === 0) throw new Error('no result is stored yet: run `npm run bench` first');
  return results.at(-1)!;
};
