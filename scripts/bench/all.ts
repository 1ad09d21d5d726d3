// `npm run bench`: every scenario on every configuration, beside the bare server that is the limit. See README.md beside
// this file.
import { parseArgs } from 'node:util';
import { store, lastStored, read, write } from './stored.ts';
import { profile } from './profile.ts';
import type { BenchResult } from './result.ts';
import { runtimeOf } from './runtime.ts';
import { planOf, run, selectedDeployments, usualConnections } from './run.ts';
import { closeDeployments, deployments } from './deployments.ts';
import { describe, summaryOf, textTable } from './table.ts';

const {
  values: { short, only, on, connections, node, out, keep: resultFile, profile: isProfile },
} = parseArgs({
  options: {
    /** A few minutes: the hot scenarios, on both databases. */
    short: { type: 'boolean', default: false },
    /** Scenarios and deployments whose names match these patterns. */
    only: { type: 'string' },
    on: { type: 'string' },
    /** The number of connections, then those with which reads are measured as well. */
    connections: { type: 'string', default: usualConnections },
    /** Runs the servers with this version of Node, from npm. */
    node: { type: 'string' },
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
  const result = await run({ short, only: only ?? '', on, connections, node });
  show(result);
  if (out !== undefined) write(out, result);
  // Only a complete result is the result of a release.
  else if (!short && only === undefined && on === undefined && connections === usualConnections) store(result);
};

const writeProfiles = async (): Promise<void> => {
  const [deployment] = selectedDeployments({ short, on: on ?? '^SQLite$' });
  const plan = planOf({ short, only: only ?? '^get secret \\(v4\\)$', connections });
  try {
    for (const file of await profile(await deployments[deployment!](runtimeOf(node)), plan))
      console.log(`Open this in DevTools (Performance, load profile): ${file}`);
  } finally {
    await closeDeployments();
  }
};

if (isProfile) {
  await writeProfiles();
} else if (resultFile === undefined) {
  await measure();
} else {
  store(read(resultFile));
  show(lastStored());
}
