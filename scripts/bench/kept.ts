import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from './result.ts';

const folder = join(import.meta.dirname, 'results');

/** One file for each release. */
export const keep = (result: BenchResult): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${result.version}.json`);
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return file;
};

export const lastKept = (): BenchResult => {
  const results = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as BenchResult)
    .sort((one, other) => one.date.localeCompare(other.date));
  if (results.length === 0) throw new Error('no result is kept yet: run `npm run bench` first');
  return results.at(-1)!;
};
