import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { missingPermissions } from '../../src/access/permission-boundary.ts';
import { permanently, type Grant } from '../../src/access/grant.ts';
import type { Values } from '../../src/access/templates.ts';
import { now } from './arbitraries.ts';
import { referenceGlob } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const holder: Values = { id: 'me', username: 'me', metadata: { Host: '*.Corp.example', part: 'Corp' }, oidcClaims: {} };
const abilityOf = (rules: readonly Rule[]) =>
  new Ability([{ source, rules, startsAt: null, endsAt: null } satisfies Grant], holder, projectActions);

const rule = (commonName: unknown, inverted = false): Rule => ({
  subject: 'certificates',
  action: 'create',
  conditions: { commonName },
  inverted,
});
const everything: Rule = { subject: 'certificates', action: 'create' };

const isAllowed = (rules: readonly Rule[], commonName: string): boolean =>
  abilityOf(rules).decide('create', 'certificates', { commonName }, now).isAllowed;
const allows = (condition: unknown, name: string): boolean => isAllowed([rule(condition)], name);
const denies = (condition: unknown, name: string): boolean => !isAllowed([everything, rule(condition, true)], name);
const isCovered = async (held: readonly Rule[], granted: readonly Rule[]): Promise<boolean> =>
  (
    await missingPermissions(
      abilityOf(held),
      { rules: granted, during: permanently, values: holder },
      projectActions,
      now,
    )
  ).length === 0;

describe('names of certificates', () => {
  it('are compared without case', () => {
    for (const condition of [
      'Admin',
      { $eq: 'ADMIN' },
      { $in: ['x', 'aDmin'] },
      { $glob: 'AD*' },
      { $glob: '{X,Admin}' },
      { $ne: 'User' },
    ]) {
      for (const name of ['admin', 'ADMIN', 'aDmIn'])
        expect(
          [allows(condition, name), denies(condition, name)],
          `${JSON.stringify(condition)} ${name}`,
        ).to.deep.equal([true, true]);
    }
    for (const name of ['admin', 'Admin'])
      expect([allows({ $ne: 'ADMIN' }, name), denies({ $ne: 'ADMIN' }, name)]).to.deep.equal([false, false]);
    for (const [one, other] of [
      ['ÄRZTE', 'ärzte'],
      ['ΟΔΟΣ', 'οδος'],
      ['οδοσ', 'οδος'],
      ['STRAẞE', 'straße'],
    ] as const)
      expect(denies(one, other), one).to.equal(true);
    expect(denies({ $glob: 'stra?e' }, 'Straße')).to.equal(true);
    expect(denies({ $glob: '?' }, 'İ')).to.equal(true);
    expect(allows('{{identity.metadata.part}}', 'corp'), 'a template, whose key has a case').to.equal(true);
    expect(allows({ $glob: '{{identity.metadata.part}}*' }, 'CORPORATION')).to.equal(true);
  });

  it('other fields keep their case', () => {
    const decide = (thing: Record<string, string>) =>
      abilityOf([{ subject: 'certificates', action: 'create', conditions: { friendlyName: 'Admin' } }]).decide(
        'create',
        'certificates',
        thing,
        now,
      ).isAllowed;
    expect([decide({ friendlyName: 'Admin' }), decide({ friendlyName: 'admin' })]).to.deep.equal([true, false]);
  });

  /** Conditions, and whether they deny and allow `*.corp.example`. */
  const rows: [unknown, boolean, boolean][] = [
    ['admin.corp.example', true, false],
    ['Admin.Corp.Example', true, false],
    ['a.b.corp.example', false, false],
    ['corp.example', false, false],
    ['.corp.example', false, false],
    ['admin.other.example', false, false],
    ['*.corp.example', true, true],
    ['*.Corp.example', true, true],
    ['*.other.example', false, false],
    [{ $in: ['x', 'admin.corp.example'] }, true, false],
    [{ $in: ['x', '*.corp.example'] }, true, true],
    [{ $in: ['x'] }, false, false],
    [{ $ne: 'x' }, true, true],
    [{ $ne: 'admin.corp.example' }, true, false],
    [{ $ne: '*.corp.example' }, true, false],
    [{ $glob: '*.corp.example' }, true, true],
    [{ $glob: '*' }, true, true],
    [{ $glob: '**' }, true, true],
    [{ $glob: '*.example' }, true, true],
    [{ $glob: '*.{corp,x}.example' }, true, true],
    [{ $glob: '{x,*}.corp.example' }, true, true],
    [{ $glob: '?*.corp.example' }, true, true],
    [{ $glob: '*corp.example' }, true, true],
    [{ $glob: '*.corp.*' }, true, true],
    [{ $glob: '?.corp.example' }, true, false],
    [{ $glob: 'a*.corp.example' }, true, false],
    [{ $glob: '*n.corp.example' }, true, false],
    [{ $glob: 'admin.*' }, true, false],
    [{ $glob: '{a,b}.corp.example' }, true, false],
    [{ $glob: 'admin.corp.example' }, true, false],
    [{ $glob: '*.*.corp.example' }, false, false],
    [{ $glob: '*.other.example' }, false, false],
    [{ $glob: 'corp.*' }, true, false],
    [{ $glob: '' }, false, false],
    [{ $glob: '*.corp.example', $ne: 'admin.corp.example' }, true, false],
    [{ $glob: '*.corp.example', $ne: 'x' }, true, true],
    [{ $glob: 'a*', $in: ['b.corp.example'] }, false, false],
    [{ $glob: '{{identity.metadata.Host}}' }, true, true],
    [{ $glob: '{x,{{identity.metadata.Host}}}' }, true, true],
  ];
  for (const [condition, isDenied, isGranted] of rows) {
    it(`${JSON.stringify(condition)} ${isDenied ? 'denies' : 'does not deny'} and ${isGranted ? 'allows' : 'does not allow'} *.corp.example`, () => {
      expect([denies(condition, '*.corp.example'), allows(condition, '*.corp.example')]).to.deep.equal([
        isDenied,
        isGranted,
      ]);
    });
  }

  it('a star inside of a label counts too, and none in a mail address or a URL', () => {
    expect(denies('admin.corp.example', 'ad*n.corp.example')).to.equal(true);
    expect(denies('admin.corp.example', 'admin*.corp.example')).to.equal(true);
    expect(denies('admin.corp.example', 'admin.*.example')).to.equal(true);
    expect(allows('admin.corp.example', 'admin*.corp.example')).to.equal(false);
    expect(allows({ $glob: 'admin*.corp.example' }, 'admin*.corp.example')).to.equal(true);
    expect(denies('ab@corp.example', 'a*@corp.example')).to.equal(false);
    expect(allows({ $glob: '?@corp.example' }, '*@corp.example')).to.equal(true);
    expect(denies('spiffe://a/b', 'spiffe://a/*')).to.equal(false);
  });

  it('each alternative name is authorized, also where there are several', () => {
    const decide = (inverted: boolean, altNames: unknown, thing: readonly string[]) =>
      abilityOf([
        ...(inverted ? [everything] : []),
        { subject: 'certificates', action: 'create', conditions: { altNames }, inverted },
      ]).decide('create', 'certificates', { altNames: thing }, now).isAllowed;
    expect(decide(true, 'admin.example', ['x.test', '*.Example'])).to.equal(false);
    expect(decide(true, 'admin.example', ['x.test'])).to.equal(true);
    expect(decide(false, { $glob: '*.example' }, ['x.example', '*.Example'])).to.equal(true);
    expect(decide(false, { $glob: '*.example' }, ['x.example', 'x.test'])).to.equal(false);
    expect(decide(false, { $glob: '*.example' }, [])).to.equal(false);
  });
});

const labels = (least: number, most: number): string[] => {
  const ofLength = (length: number): string[] =>
    length === 0
      ? ['']
      : ofLength(length - 1).flatMap((text) => ['a', 'b', 'z', '*'].map((character) => text + character));
  return Array.from({ length: most - least + 1 }, (_, index) => ofLength(least + index)).flat();
};

/** Names with a wildcard, and a good part of what they cover. */
const covered = new Map<string, readonly string[]>([
  ['*', labels(1, 3)],
  ['*.a', labels(1, 3).map((label) => `${label}.a`)],
  ['*.B.a', labels(1, 3).map((label) => `${label}.b.a`)],
  ['a*.b', labels(0, 3).map((label) => `a${label}.b`)],
  ['*A.b', labels(0, 3).map((label) => `${label}a.b`)],
  ['a.*', labels(1, 3).map((label) => `a.${label}`)],
  ['*.*.a', labels(1, 2).flatMap((one) => labels(1, 2).map((other) => `${one}.${other}.a`))],
]);
const wildcard = fc.constantFrom(...covered.keys());
const text = fc.constantFrom(
  ...covered.keys(),
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
// The reference takes stars that meet over a brace for two.
const pattern = pieces.map((all) => all.join('')).filter((glob) => !/\*\{|\}\*|\{\*.*\*/.test(glob));
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

/** Nothing of the engine is used here. */
const fits = (condition: string | Operators, name: string): boolean => {
  const { $eq, $ne, $in, $glob } = read(condition);
  const isOne =
    ($eq === undefined || $eq.toLowerCase() === name) && (!$in || $in.some((each) => each.toLowerCase() === name));
  return isOne && $ne?.toLowerCase() !== name && ($glob === undefined || referenceGlob($glob.toLowerCase(), name));
};

const namesIt = (condition: string | Operators, name: string): boolean => {
  const { $eq, $in = [] } = read(condition);
  return [$eq, ...$in].some((each) => each?.toLowerCase() === name.toLowerCase());
};

describe('wildcards of certificates, against every name that they cover', () => {
  it('are denied if and only if some name is', () => {
    fc.assert(
      fc.property(
        single,
        wildcard,
        (condition, name) => denies(condition, name) === covered.get(name)!.some((each) => fits(condition, each)),
      ),
      { numRuns: cases(10_000) },
    );
  });

  it('are denied whenever some name is, however the operators are combined', () => {
    fc.assert(
      fc.property(
        operators,
        wildcard,
        (condition, name) => denies(condition, name) || !covered.get(name)!.some((each) => fits(condition, each)),
      ),
      { numRuns: cases(10_000) },
    );
  });

  it('are never allowed if some name is not, unless a rule names them', () => {
    let reached = 0;
    fc.assert(
      fc.property(fc.oneof(single, operators), wildcard, (condition, name) => {
        if (!allows(condition, name)) return true;
        reached += 1;
        return namesIt(condition, name) || covered.get(name)!.every((each) => fits(condition, each));
      }),
      { numRuns: cases(10_000) },
    );
    expect(reached, 'cases that say something').to.be.above(cases(500));
  });

  it('what is no wildcard is compared as it is', () => {
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
  it('knows that a wildcard stands for more than its text', async () => {
    const granted = [rule('*.corp.example')];
    expect(await isCovered([rule({ $glob: '*.Corp.example' })], granted)).to.equal(true);
    expect(await isCovered([rule('*.CORP.example')], granted)).to.equal(true);
    expect(await isCovered([rule({ $glob: '?.corp.example' })], granted)).to.equal(false);
    expect(await isCovered([rule({ $ne: 'admin.corp.example' })], granted)).to.equal(false);
    expect(await isCovered([rule({ $ne: 'admin.other.example' })], granted)).to.equal(true);
    expect(await isCovered([everything, rule('Admin.corp.example', true)], granted)).to.equal(false);
    expect(await isCovered([everything, rule({ $glob: 'admin.*' }, true)], granted)).to.equal(false);
    expect(await isCovered([everything, rule('admin.other.example', true)], granted)).to.equal(true);
    expect(await isCovered([everything, rule('admin', true)], [rule('ADMIN')])).to.equal(false);
    expect(await isCovered([everything, rule('admin', true)], [rule('user')])).to.equal(true);
    expect(await isCovered([everything, rule('Admin', true)], [everything, rule('admin', true)])).to.equal(true);
  });

  it('never lets anybody grant a name that they may not have, in random cases', async () => {
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
          if (!(await isCovered(held, granted))) return true;
          return names.every((name) => {
            if (!isAllowed(granted, name)) return true;
            reached += 1;
            return isAllowed(held, name);
          });
        },
      ),
      { numRuns: cases(30_000) },
    );
    expect(reached, 'cases that say something').to.be.above(cases(2000));
  }).timeout(600_000);
});

describe('many names and rules', () => {
  it('are decided, however long the names and patterns are', () => {
    const long = `*.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}.${'a'.repeat(60)}`;
    const rules = [
      everything,
      ...Array.from({ length: 20 }, (_, index) => rule({ $glob: `${'{a,aa}*'.repeat(10)}b${index}` }, true)),
    ];
    expect(isAllowed(rules, long)).to.equal(true);
    expect(
      isAllowed(
        [everything, rule({ $in: Array.from({ length: 100 }, () => long.replace('*', 'b')) }, true)],
        `${'*a'.repeat(120)}.b`,
      ),
    ).to.equal(true);
  });
});
