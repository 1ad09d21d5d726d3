import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chartOf } from './chart.ts';
import { sqliteLimit } from './limits.ts';
import type { BenchResult, Figures, ScenarioResult, SuiteResult } from './result.ts';
import { sectionOf, withSection } from './section.ts';

const folder = join(import.meta.dirname, 'results');

export const write = (file: string, result: BenchResult): void =>
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);

/** A suite of 0.1.0, when the bare server with SQLite was the only limit. */
interface EarlierSuite extends Omit<SuiteResult, 'limits' | 'scenarios'> {
  readonly limit: Figures;
  readonly scenarios: readonly Omit<ScenarioResult, 'limit'>[];
}

const current = (suite: SuiteResult | EarlierSuite): SuiteResult => {
  if ('limits' in suite) return suite;
  const { limit, scenarios, ...rest } = suite;
  return {
    ...rest,
    limits: [{ name: sqliteLimit, ...limit }],
    scenarios: scenarios.map((scenario) => ({ ...scenario, limit: sqliteLimit })),
  };
};

export const read = (file: string): BenchResult => {
  const result = JSON.parse(readFileSync(file, 'utf8')) as BenchResult;
  return { ...result, suites: result.suites.map(current) };
};

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
