import { expect } from 'chai';
import { ParseProblems } from '../../src/console/transfer/entries.ts';
import { parseEntries } from '../../src/console/transfer/parse.ts';

describe('console: a file of variables', () => {
  it('is read with the numbers of its lines', async () => {
    const entries = await parseEntries('export A="first\nsecond" # comment\n\nB = two words # comment', 'env');
    expect(entries.map(({ name, value, line }) => [name, value, line])).to.deep.equal([
      ['A', 'first\nsecond', 1],
      ['B', 'two words', 4],
    ]);
  });

  it('is refused with all lines that are wrong, without values', async () => {
    const error = await parseEntries('nothing\nA=1\nB:C=secret\nA=2\nD="open', 'env').catch(
      (failure: unknown) => failure,
    );
    expect(error).to.be.instanceOf(ParseProblems);
    const { problems } = error as ParseProblems;
    expect(problems.map((problem) => /^Line \d+/.exec(problem)![0])).to.deep.equal(['Line 1', 'Line 3', 'Line 5']);
    expect(problems.join('\n')).not.to.include('secret');
  });

  it('of 10,000 quoted values is read', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => `KEY_${index}="line\none" # comment`);
    expect(await parseEntries(lines.join('\n'), 'env')).to.have.length(10_000);
  });
});
