import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { permanently, type Grant } from '../../src/access/grant.ts';
import { globCharacters, withoutTrailingSlash } from '../../src/access/glob.ts';
import { compileGlob } from '../../src/access/glob-matcher.ts';
import { now, path, separatePattern } from './arbitraries.ts';
import { referenceGlob, withoutBraces } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const values = { id: 'me', username: 'robot', metadata: { team: 'red/' }, authValues: {} };
const isAllowed = (rules: Rule[], secretPath: string): boolean =>
  new Ability([{ source, rules, ...permanently } satisfies Grant], values, projectActions).decide(
    'readValue',
    'secrets',
    { secretPath },
    now,
  ).isAllowed;
const rule = (secretPath: unknown, inverted = false): Rule => ({
  subject: 'secrets',
  action: 'readValue',
  inverted,
  conditions: { secretPath },
});
const everywhere: Rule = { subject: 'secrets', action: 'readValue' };
const written = (pattern: string): string =>
  withoutTrailingSlash(globCharacters(pattern))
    .map(({ character }) => character)
    .join('');

describe('a path in a rule', () => {
  const spellings: unknown[] = [
    '/vault/',
    { $eq: '/vault/' },
    { $in: ['/x/', '/vault//'] },
    { $glob: '/vault/' },
    { $glob: '/v*t/' },
    { $glob: '{/vault/,/x}' },
    { $glob: '/{vault,x}/' },
  ];
  for (const secretPath of spellings) {
    it(`is the same without its trailing slash: ${JSON.stringify(secretPath)}`, () => {
      expect(isAllowed([everywhere, rule(secretPath, true)], '/vault'), 'deny').to.equal(false);
      expect(isAllowed([rule(secretPath)], '/vault'), 'allow').to.equal(true);
      expect(isAllowed([rule(secretPath)], '/vaults')).to.equal(false);
      expect(isAllowed([rule(secretPath)], '/vault/below')).to.equal(false);
    });
  }

  it('excludes other paths, with or without the trailing slash', () => {
    expect(isAllowed([rule({ $ne: '/vault/' })], '/vault')).to.equal(false);
    expect(isAllowed([rule({ $ne: '/vault/' })], '/other')).to.equal(true);
  });

  it('may be the root, which is a single slash', () => {
    for (const secretPath of ['/', { $glob: '/' }, { $in: ['/'] }, '//', { $glob: '{/,/a}' }]) {
      expect(isAllowed([rule(secretPath)], '/'), JSON.stringify(secretPath)).to.equal(true);
      expect(isAllowed([rule(secretPath)], '/b'), JSON.stringify(secretPath)).to.equal(false);
    }
  });

  it('loses the trailing slash of a substituted value, too', () => {
    expect(isAllowed([everywhere, rule('/{{identity.metadata.team}}', true)], '/red')).to.equal(false);
    expect(isAllowed([rule({ $glob: '/{{identity.metadata.team}}' })], '/red')).to.equal(true);
  });

  it('loses it in each of its alternatives', () => {
    const rows = [
      ['/a/**/', '/a/**'],
      ['/a{/,/b/}', '/a{,/b}'],
      ['{{/a/,b},/}/', '{{/a,b},/}'],
      ['/a/}', '/a/}'],
      ['/{a,b', '/{a,b'],
      ['{,/b}/', '{/,/b}'],
      ['/a/{,b}', '{/a,/a/{b}}'],
      ['//', '/'],
      ['/', '/'],
      ['', ''],
    ];
    for (const [given, expected] of rows) expect(written(given!), given).to.equal(expected);
  });

  it('matches what the pattern would match with its alternatives expanded', () => {
    const isWrittenOut = (pattern: string, text: string): boolean =>
      withoutBraces(pattern).some((plain) => referenceGlob(plain.replace(/(?<=.)\/+$/, ''), text));
    fc.assert(
      fc.property(
        separatePattern,
        fc.constantFrom('', '/'),
        path,
        (pattern, end, text) =>
          compileGlob(withoutTrailingSlash(globCharacters(pattern + end)))(text) === isWrittenOut(pattern + end, text),
      ),
      { numRuns: cases(50_000) },
    );
  });
});
