import { expect } from 'chai';
import fc from 'fast-check';
import { globCharacters, globProblem } from '../../src/access/glob.ts';
import { globCovers } from '../../src/access/glob-overlap.ts';
import { ComparisonBudget } from '../../src/access/comparison-budget.ts';
import { compileGlob, matcherOf } from '../../src/access/glob-matcher.ts';
import { globPattern, path } from './arbitraries.ts';
import { referenceGlob } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const matches = (pattern: string, text: string): boolean => compileGlob(globCharacters(pattern))(text);

describe('globs', () => {
  const rows: [string, string[], string[]][] = [
    ['/a', ['/a'], ['/', '/a/', '/A', '/ab']],
    ['*', ['', 'abc', '.hidden'], ['/', 'a/b']],
    ['/a/*', ['/a/', '/a/b', '/a/.b'], ['/a', '/a/b/c']],
    ['**', ['', '/', '/a/b'], []],
    ['/a/**', ['/a', '/a/', '/a/b', '/a/b/c', '/a/.b'], ['/ab', '/', '/b/a']],
    ['/**', ['/', '/a', '/a/b'], ['a']],
    ['/a/**/**', ['/a', '/a/b'], ['/b']],
    ['/a/**/b', ['/a/x/b', '/a/x/y/b'], ['/a/b', '/a']],
    ['{/a/**,/b}{,/c}', ['/a', '/a/x', '/b', '/b/c'], ['/c', '/b/x']],
    ['/a**', ['/a', '/ab', '/a/b'], ['/b']],
    ['/?', ['/a', '/é', '/😀'], ['/', '/ab', '//']],
    ['/{a,b}/c', ['/a/c', '/b/c'], ['/c', '/{a,b}/c']],
    ['/{a,{b,c}d}', ['/a', '/bd', '/cd'], ['/b', '/d']],
    ['{/a/**,/b}', ['/a', '/a/x', '/b'], ['/b/x']],
    ['/{1..3}', ['/1..3'], ['/1', '/2']],
    ['a{b', ['a{b'], ['ab']],
    ['a}b,c', ['a}b,c'], []],
    ['[ab]', ['[ab]'], ['a']],
    ['a\\*', ['a\\', 'a\\b'], ['a*']],
  ];
  for (const [pattern, fitting, others] of rows) {
    it(`${pattern} matches ${fitting.join(' ')}${others.length > 0 ? `, not ${others.join(' ')}` : ''}`, () => {
      for (const text of fitting) expect(matches(pattern, text), text).to.equal(true);
      for (const text of others) expect(matches(pattern, text), text).to.equal(false);
    });
  }

  it('match like the simple reference matcher', () => {
    const text = fc.oneof(
      path,
      fc.array(fc.constantFrom('/', 'a', 'b', '.', 'prod'), { maxLength: 6 }).map((pieces) => pieces.join('')),
    );
    // The reference supports neither nested nor unbalanced braces, and treats stars on both sides of a brace as two.
    const flat = globPattern.filter((pattern) => !/^[^{]*\}|\{[^}]*\{|\{[^}]*$|\}[^{]*\}|\*\{|\}\*/.test(pattern));
    fc.assert(
      fc.property(flat, text, (pattern, given) => matches(pattern, given) === referenceGlob(pattern, given)),
      { numRuns: cases(50_000) },
    );
  });

  it('cover others only if they match everything that those match', () => {
    const covers = (outer: string, inner: string): boolean =>
      globCovers(globCharacters(outer), globCharacters(inner), new ComparisonBudget());
    fc.assert(
      fc.property(globPattern, globPattern, path, (outer, inner, text) => {
        fc.pre(covers(outer, inner) && matches(inner, text));
        return matches(outer, text);
      }),
      { numRuns: cases(500) },
    );
    fc.assert(
      fc.property(globPattern, path, (pattern, text) => covers(pattern, text) === matches(pattern, text)),
      { numRuns: cases(5_000) },
    );
    fc.assert(
      fc.property(globPattern, (pattern) => covers('**', pattern) && covers(pattern, pattern)),
      { numRuns: cases(2_000) },
    );
  });

  it('take limited time for every accepted pattern', () => {
    for (const worst of [
      `${'{a,aa}*'.repeat(10)}b`,
      `*{${'a,'.repeat(225)}}z`,
      `${'*a'.repeat(20)}${'b'.repeat(400)}`,
      `${'{'.repeat(20)}${'a,'.repeat(200)}${'}'.repeat(20)}`,
    ]) {
      expect(globProblem(worst)).to.equal(undefined);
      const matcher = matcherOf(globCharacters(worst));
      expect(matcher.matches('a'.repeat(10_000)), worst).to.equal(false);
      // Operations for each character of the text, however many alternatives the pattern has.
      expect(matcher.cost, worst).to.be.below(200);
    }
  });

  it('have a maximum length', () => {
    expect(globProblem('*'.repeat(20).split('').join('a'))).to.equal(undefined);
    expect(globProblem('*'.repeat(21).split('').join('a'))).to.match(/20 wildcards/);
    expect(globProblem('a'.repeat(512))).to.equal(undefined);
    expect(globProblem('a'.repeat(513))).to.match(/512/);
  });
});

describe('globs whose star crosses slashes', () => {
  const crosses = (pattern: string, text: string): boolean =>
    compileGlob(globCharacters(pattern), { starCrosses: true })(text);

  it('differ only in that', () => {
    for (const [pattern, text] of [
      ['repo:acme/*', 'repo:acme/a/b'],
      ['*', 'a/b'],
      ['*/c', 'a/b/c'],
      ['{a,b/*}', 'b/c/d'],
      ['/a/**', '/a'],
      ['a?c', 'abc'],
      ['', ''],
    ] as const)
      expect(crosses(pattern, text), pattern).to.equal(true);
    for (const [pattern, text] of [
      ['repo:acme/*', 'repo:acme'],
      ['a?c', 'a/c'],
      ['*/c', 'a/b'],
      ['/a/*', '/a'],
      ['A*', 'a'],
    ] as const)
      expect(crosses(pattern, text), pattern).to.equal(false);
  });
});
