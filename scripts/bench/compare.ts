// `npm run bench:compare [before.json [after.json]]`: what was lost or won between two results; by default since the last release that
// is kept, by a short run. Exits with 1 on a loss.
import { compare, comparisonText, tolerated } from './comparison.ts';
import { lastKept, read } from './kept.ts';
import { run } from './run.ts';

const short = { short: true, on: '^SQLite$' };
const [first, second] = process.argv.slice(2);

const before = first === undefined ? lastKept() : read(first);
let compared = compare(before, second === undefined ? await run({ ...short, only: '' }) : read(second));
const losses = compared.filter(({ isLoss }) => isLoss);
if (second === undefined && losses.length > 0) {
  // Others may have used the machine: what looks lost is measured once more, and the better of the two counts.
  const literal = losses.map(({ name }) => name.replace(/[^\w ]/g, '\\$&'));
  const again = compare(before, await run({ ...short, only: `^(${literal.join('|')})$` }));
  compared = compared.map((each) => again.find(({ name, after }) => name === each.name && after > each.after) ?? each);
}

if (compared.length === 0) throw new Error('the two results have no scenario in common');
console.log(`share of the limit in ${before.version} of ${before.date.slice(0, 10)}, and now\n\n${comparisonText(compared)}`);
const lost = compared.filter(({ isLoss }) => isLoss).length;
if (lost > 0) {
  console.log(`\n${lost} lost more than ${tolerated * 100} %.`);
  process.exitCode = 1;
}
