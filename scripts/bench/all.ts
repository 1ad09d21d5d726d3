// `npm run bench`: every scenario on every configuration, beside the bare server that is the limit. See README.md beside
// this file.
import { parseArgs } from 'node:util';
import { store, lastStored, read, write } from './stored.ts';
import { profile } from './profile.ts';
import type { BenchResult } from './result.ts';
import { planOf, run } from './run.ts';
import { deployments } from './deployments.ts';
import { describe, summaryOf, textTable } from './table.ts';

const {
  values: { short, only, on, out, keep: resultFile, profile: isProfile },
} = parseArgs({
  options: {
    /** About a minute: the hot scenarios, on SQLite. */
    short: { type: 'boolean', default: false },
    /** Scenarios and deployments whose names match these patterns. */
    only: { type: 'string' },
    on: { type: 'string' },
    /** A file for the result. */
    out: { type: 'string' },
    /** Measures nothing; stores the result of this file, and shows it in the README. */
    keep: { type: 'string' },
    profile: { type: 'boolean', default: false },
  },
});

const show = (result: BenchResult): void => {
  console.log(describe(result));
  for (const suite of result.suites) console.log(`\n${suite.on}: ${summaryOf(suite)}\n\n${textTable(suite)}`);
};

const measure = async (): Promise<void> => {
  const result = await run({ short, only: only ?? '', on: on ?? (short ? '^SQLite$' : '') });
  show(result);
  if (out !== undefined) write(out, result);
  // Only a complete result is the result of a release.
  else if (!short && only === undefined && on === undefined) store(result);
};

if (isProfile) {
  const files = await profile(
    await deployments.SQLite(),
    planOf({ short, only: only ?? '^get secret \\(v4\\)$', on: '' }),
  );
  for (const file of files) console.log(`Open this in DevTools (Performance, load profile): ${file}`);
} else if (resultFile === undefined) {
  await measure();
} else {
  store(read(resultFile));
  show(lastStored());
}
