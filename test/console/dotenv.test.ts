import { expect } from 'chai';
import fc from 'fast-check';
import { DotenvError, parseDotenv as parseInCommand } from '../../src/cli/import-export/dotenv.ts';
import { isVariableName, parseDotenv, renderDotenv } from '../../src/console/transfer/dotenv.ts';
import { checkEntries, ParseProblems } from '../../src/console/transfer/entries.ts';
import { cases } from '../support/world/cases.ts';

const part = fc.constantFrom(
  ...['A', 'B=', 'C', '=', '"', "'", '`', '\\', '\\n', '\\"', '$', '${A}', '#', ' #', ' ', '\t', '\n', '\r\n', '\r'],
  ...['export ', 'export', '\u2028', '\u00a0', ':', '/', 'ü', '😀', '\n\nD=1\n', '\nE="', '"\n'],
);
const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));

type Result = readonly (readonly [string, string])[] | number;

/** The values that the command reads, or the number of the line that it refuses. */
const commandReads = (source: string): Result => {
  try {
    return parseInCommand(source).flatMap(({ values }) => [...values]);
  } catch (error) {
    if (error instanceof DotenvError) return Number(/^Line (\d+)/.exec(error.message)![1]);
    throw error;
  }
};

/** What the console reads, which names all lines that it refuses. */
const consoleReads = (source: string): Result => {
  try {
    const entries = parseDotenv(source);
    return entries.length === 0 ? [] : checkEntries(entries).map(({ name, value }) => [name, value]);
  } catch (error) {
    if (!(error instanceof ParseProblems)) throw error;
    const lines = error.problems.map((problem) => Number(/^Line (\d+)/.exec(problem)![1]));
    return Math.min(...lines);
  }
};

describe('console: a file of variables', () => {
  it('is read as by the command, in many random cases', () => {
    let [read, refused] = [0, 0];
    fc.assert(
      fc.property(text, (source) => {
        const expected = commandReads(source);
        const found = consoleReads(source);
        if (typeof expected === 'number') refused += 1;
        else read += 1;
        // The console checks names after everything else, so that a later line may be the first that it names.
        if (typeof expected === 'number') expect(found).to.be.a('number').at.least(expected);
        else expect(found).to.deep.equal(expected);
      }),
      { numRuns: cases(20_000) },
    );
    expect([read, refused].every((count) => count > cases(20_000) / 10)).to.equal(true);
  });

  it('has what was written to it, unless a name cannot be that of a variable', () => {
    const name = fc.string({ minLength: 1 }).filter((each) => !/[:/\p{Cc}]/u.test(each) && each.trim() === each);
    fc.assert(
      fc.property(fc.dictionary(name, fc.string({ unit: 'grapheme' }), { minKeys: 1 }), (values) => {
        const fitting = Object.entries(values).filter(([each]) => isVariableName(each));
        expect(parseDotenv(renderDotenv(fitting)).map(({ name: key, value }) => [key, value])).to.deep.equal(fitting);
      }),
      { numRuns: cases(2000) },
    );
    expect(['#A', 'export A', 'A=B', 'A B', 'exported'].map(isVariableName)).to.deep.equal([
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it('of 100,000 quoted values is read', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `KEY_${index}="line\none" # comment`);
    expect(parseDotenv(lines.join('\n'))).to.have.length(100_000);
  });
});
