import type { BenchResult } from './result.ts';
import { describe, markdownTable, summaryOf } from './table.ts';

const [begin, end] = ['<!-- npm run bench writes from here -->', '<!-- to here -->'];

const sentence = (text: string): string => `${text[0]!.toUpperCase()}${text.slice(1)}.`;

/** The section of the README for a result: the first deployment visible, the others collapsed. */
export const sectionOf = (result: BenchResult, chart: string): string => {
  const [first, ...others] = result.suites.map((suite) => ({
    on: suite.on,
    content: `${markdownTable(suite)}\n\n${sentence(summaryOf(suite))}`,
  }));
  return [
    describe(result),
    `![Requests a second of each scenario, and of the bare server](${chart})`,
    `**${first!.on}**`,
    first!.content,
    ...others.map(({ on, content }) => `<details><summary>${on}</summary>\n\n${content}\n\n</details>`),
  ].join('\n\n');
};

/** Replaces the section of the page. */
export const withSection = (page: string, section: string): string => {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the README has no markers for the benchmark, "${begin}" and "${end}"`);
  return `${page.slice(0, from + begin.length)}\n\n${section}\n\n${page.slice(to)}`;
};
