// The table of scenarios with what was acknowledged and what was lost.
import { columns } from '../table.mjs';

const heading = ['scenario', 'on', 'done', 'acknowledged', 'in doubt', 'lost', 'measured', 'verdict'];

const verdictOf = ({ skipped, problems = [] }) => (skipped ? 'skipped' : problems.length > 0 ? 'FAILED' : 'ok');
const number = (value) => (value === undefined ? '' : value.toLocaleString('en'));
const lostIn = (problems = []) => problems.filter((problem) => problem.startsWith('lost')).length;

const rowOf = (result) => [
  result.name,
  result.on ?? '',
  result.skipped ?? result.done ?? '',
  number(result.acknowledged),
  number(result.inDoubt),
  result.acknowledged === undefined ? '' : number(lostIn(result.problems)),
  result.measured ?? '',
  verdictOf(result),
];

/** Aligns columns; numbers to the right. */
export const table = (results) => columns([heading, ...results.map(rowOf)], (column) => column >= 3 && column <= 5);

const shown = 20;

/** A line for each kind of problem with its count, the first few of each scenario. */
export const problemLines = (results) =>
  results.flatMap(({ name, on, problems = [] }) => {
    const counts = new Map();
    for (const problem of problems) counts.set(problem, (counts.get(problem) ?? 0) + 1);
    const lines = [...counts].map(
      ([problem, count]) => `${name} (${on}): ${problem}${count > 1 ? ` (${count} times)` : ''}`,
    );
    return lines.length > shown
      ? [...lines.slice(0, shown), `${name} (${on}): and ${lines.length - shown} more`]
      : lines;
  });

export const hasFailed = (results) => results.some((result) => verdictOf(result) === 'FAILED');
