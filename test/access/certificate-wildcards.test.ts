import { expect } from 'chai';
import fc from 'fast-check';
import { allows, denies, everything, isAllowed, isGrantable, rule } from './certificate-rules.ts';
import { referenceGlob, withoutBraces } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const labels = (least: number, most: number): string[] => {
  const ofLength = (length: number): string[] =>
    length === 0
      ? ['']
      : ofLength(length - 1).flatMap((text) => ['a', 'b', 'z', '*'].map((character) => text + character));
  return Array.from({ length: most - least + 1 }, (_, index) => ofLength(least + index)).flat();
};

/** Names with a wildcard, and many of the names that they match. */
const matchingNames = new Map<string, readonly string[]>([
  ['*', labels(1, 3)],
  ['*.a', labels(1, 3).map((label) => `${label}.a`)],
  ['*.B.a', labels(1, 3).map((label) => `${label}.b.a`)],
  ['a*.b', labels(0, 3).map((label) => `a${label}.b`)],
  ['*A.b', labels(0, 3).map((label) => `${label}a.b`)],
  ['a.*', labels(1, 3).map((label) => `a.${label}`)],
  ['*.*.a', labels(1, 2).flatMap((one) => labels(1, 2).map((other) => `${one}.${other}.a`))],
]);
const wildcard = fc.constantFrom(...matchingNames.keys());
const text = fc.constantFrom(
  ...matchingNames.keys(),
  'a',
  'B',
  'a.a',
  'B.A',
  'z.a',
  'a.b.a',
  'aB.b',
  'a.b',
  'Za.b',
  'a.Z',
  'b.b.a',
  'a/b',
  '',
);
const pieces = fc.array(
  fc.constantFrom('*', '**', '?', 'a', 'B', '.', '.a', '*.', '.b.a', '{a,b}', '{,z}', '{*,a}', 'z', '/'),
  { minLength: 1, maxLength: 3 },
);
// The reference treats stars on both sides of a brace as two. A dot that is final only if an alternative is empty is
// removed if no other braces are near.
const pattern = pieces
  .map((all) => all.join(''))
  .filter((glob) => !/\*\{|\}\*|\{\*.*\*|\.\{,z\}\{|\}.*\.\{,z/.test(glob));
const operators = fc.record(
  { $eq: text, $ne: text, $in: fc.array(text, { minLength: 1, maxLength: 3 }), $glob: pattern },
  { requiredKeys: [] },
);
const single = fc.oneof(
  text,
  fc.record({ $eq: text }),
  fc.record({ $ne: text }),
  fc.record({ $in: fc.array(text, { minLength: 1, maxLength: 3 }) }),
  fc.record({ $glob: pattern }),
);

interface Operators {
  readonly $eq?: string;
  readonly $ne?: string;
  readonly $in?: readonly string[];
  readonly $glob?: string;
}

const read = (condition: string | Operators): Operators =>
  typeof condition === 'string' ? { $eq: condition } : condition;

/** Each alternative of a pattern, without its final dot; in a URL it belongs to the path. */
const plainPatterns = (glob: string): string[] =>
  withoutBraces(glob.toLowerCase()).map((plain) => (glob.includes('/') ? plain : plain.replace(/\.+$/, '')));

/** Decides without the engine. */
const fits = (condition: string | Operators, name: string): boolean => {
  const { $eq, $ne, $in, $glob } = read(condition);
  const isOne =
    ($eq === undefined || $eq.toLowerCase() === name) && (!$in || $in.some((each) => each.toLowerCase() === name));
  return (
    isOne &&
    $ne?.toLowerCase() !== name &&
    ($glob === undefined || plainPatterns($glob).some((plain) => referenceGlob(plain, name)))
  );
};

const namesIt = (condition: string | Operators, name: string): boolean => {
  const { $eq, $in = [] } = read(condition);
  return [$eq, ...$in].some((each) => each?.toLowerCase() === name.toLowerCase());
};

describe('wildcards of certificates, compared with every name that they match', () => {
  it('are denied if and only if some matching name is', () => {
    fc.assert(
      fc.property(
        single,
        wildcard,
        (condition, name) => denies(condition, name) === matchingNames.get(name)!.some((each) => fits(condition, each)),
      ),
      { numRuns: cases(10_000) },
    );
  });

  it('are denied whenever some matching name is, however the operators are combined', () => {
    fc.assert(
      fc.property(
        operators,
        wildcard,
        (condition, name) => denies(condition, name) || !matchingNames.get(name)!.some((each) => fits(condition, each)),
      ),
      { numRuns: cases(10_000) },
    );
  });

  it('are never allowed if some matching name is not, unless a rule names them', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.oneof(single, operators), wildcard, (condition, name) => {
        if (!allows(condition, name)) return true;
        reached += 1;
        return namesIt(condition, name) || matchingNames.get(name)!.every((each) => fits(condition, each));
      }),
      { numRuns: cases(10_000) },
    );
    expect(reached, 'relevant cases').to.be.above(cases(500));
  });

  it('other names are compared as they are', () => {
    const plain = text.filter((name) => !name.includes('*'));
    fc.assert(
      fc.property(
        fc.oneof(single, operators),
        plain,
        (condition, name) =>
          allows(condition, name) === fits(condition, name.toLowerCase()) &&
          denies(condition, name) === fits(condition, name.toLowerCase()),
      ),
      { numRuns: cases(10_000) },
    );
  });
});

describe('the permission boundary of names of certificates', () => {
  it('treats a wildcard as more than its text', async () => {
    const granted = [rule('*.corp.example')];
    expect(await isGrantable([rule({ $glob: '*.Corp.example' })], granted)).to.equal(true);
    expect(await isGrantable([rule('*.CORP.example')], granted)).to.equal(true);
    expect(await isGrantable([rule({ $glob: '?.corp.example' })], granted)).to.equal(false);
    expect(await isGrantable([rule({ $ne: 'admin.corp.example' })], granted)).to.equal(false);
    expect(await isGrantable([rule({ $ne: 'admin.other.example' })], granted)).to.equal(true);
    expect(await isGrantable([everything, rule('Admin.corp.example', true)], granted)).to.equal(false);
    expect(await isGrantable([everything, rule({ $glob: 'admin.*' }, true)], granted)).to.equal(false);
    expect(await isGrantable([everything, rule('admin.other.example', true)], granted)).to.equal(true);
    expect(await isGrantable([everything, rule('admin', true)], [rule('ADMIN')])).to.equal(false);
    expect(await isGrantable([everything, rule('admin', true)], [rule('user')])).to.equal(true);
    expect(await isGrantable([everything, rule('Admin', true)], [everything, rule('admin', true)])).to.equal(true);
  });

  it('never lets a caller grant a name that they may not use, in random cases', async () => {
    const condition = fc.oneof({ weight: 3, arbitrary: single }, { weight: 1, arbitrary: operators });
    const anyRule = fc.oneof(
      { weight: 3, arbitrary: condition.map((each) => rule(each)) },
      { weight: 1, arbitrary: condition.map((each) => rule(each, true)) },
      { weight: 1, arbitrary: fc.constant(everything) },
    );
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        fc.array(anyRule, { minLength: 1, maxLength: 2 }),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        async (held, granted, names) => {
          if (!(await isGrantable(held, granted))) return true;
          return names.every((name) => {
            if (!isAllowed(granted, name)) return true;
            reached += 1;
            return isAllowed(held, name);
          });
        },
      ),
      { numRuns: cases(30_000) },
    );
    expect(reached, 'relevant cases').to.be.above(cases(2000));
  });
});
