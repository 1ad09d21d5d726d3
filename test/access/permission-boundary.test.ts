import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { permanently, type Grant } from '../../src/access/grant.ts';
import { grantedBy } from '../../src/access/granted-rules.ts';
import { missingPermissions, type Permission } from '../../src/access/permission-boundary.ts';
import { ComparisonBudget } from '../../src/access/comparison-budget.ts';
import { projectRules } from '../../src/access/project-roles.ts';
import type { Values } from '../../src/access/templates.ts';
import { anyRule, anySubjectFields, now, plainActions } from './arbitraries.ts';
import { referenceAllows } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const holder: Values = { id: 'me', username: 'me', metadata: { team: 'red' }, authValues: {} };
const target: Values = { id: 'you', username: 'you', metadata: { team: 'red', path: '/a' }, authValues: {} };
const abilityOf = (rules: readonly Rule[]) =>
  new Ability([{ source, rules, startsAt: null, endsAt: null } satisfies Grant], holder, projectActions);
const missing = (held: readonly Rule[], granted: readonly Rule[], values?: Values): Promise<Permission[]> =>
  missingPermissions(abilityOf(held), { rules: granted, during: permanently, values }, projectActions, now);
const isGrantable = async (held: readonly Rule[], granted: readonly Rule[], values?: Values): Promise<boolean> =>
  (await missing(held, granted, values)).length === 0;

const secrets = (conditions?: Rule['conditions'], more: Partial<Rule> = {}): Rule => ({
  subject: 'secrets',
  action: 'create',
  ...(conditions && { conditions }),
  ...more,
});
const at = (secretPath: unknown): Rule => secrets({ secretPath });
const deny = (conditions?: Rule['conditions']): Rule => secrets(conditions, { inverted: true });

describe('the permission boundary', () => {
  const rows: [string, Rule, Rule, boolean][] = [
    ['a condition beyond the held ones', secrets(), at('/a'), true],
    ['a rule without the held condition', at('/a'), secrets(), false],
    ['the same text', at('/a'), at({ $eq: '/a' }), true],
    ['another text', at('/a'), at('/b'), false],
    ['texts of a list', at({ $in: ['/a', '/b'] }), at({ $in: ['/b'] }), true],
    ['texts beyond the list', at({ $in: ['/a', '/b'] }), at({ $in: ['/b', '/c'] }), false],
    ['the same pattern', at({ $glob: '/a*/x' }), at({ $glob: '/a*/x' }), true],
    ['a text that the pattern matches', at({ $glob: '/a*/x' }), at('/ab/x'), true],
    ['a text that the pattern does not match', at({ $glob: '/a*/x' }), at('/b/x'), false],
    ['a longer prefix', at({ $glob: '/a/**' }), at({ $glob: '/a/b*/**' }), true],
    ['the same prefix', at({ $glob: '/a/**' }), at({ $glob: '/a/**' }), true],
    ['a prefix with a similar beginning', at({ $glob: '/a/**' }), at({ $glob: '/ab/**' }), false],
    ['a shorter prefix', at({ $glob: '/a/**' }), at({ $glob: '/**' }), false],
    ['a narrower pattern of another form', at({ $glob: '/a*' }), at({ $glob: '/ab*' }), false],
    ['the same exclusion', at({ $ne: '/a' }), at({ $ne: '/a' }), true],
    ['another text than the excluded one', at({ $ne: '/a' }), at('/b'), true],
    ['the excluded text', at({ $ne: '/a' }), at('/a'), false],
    ['more operators than held', at({ $glob: '/a/**' }), at({ $glob: '/a/**', $ne: '/a/x' }), true],
    ['fewer operators than held', at({ $glob: '/a/**', $ne: '/a/x' }), at({ $glob: '/a/**' }), false],
    ['more fields than held', at('/a'), secrets({ secretPath: '/a', environment: 'dev' }), true],
    ['fewer fields than held', secrets({ secretPath: '/a', environment: 'dev' }), at('/a'), false],
    ['all of more tags', secrets({ secretTags: { $all: ['x'] } }), secrets({ secretTags: { $all: ['x', 'y'] } }), true],
    [
      'all of fewer tags',
      secrets({ secretTags: { $all: ['x', 'y'] } }),
      secrets({ secretTags: { $all: ['x'] } }),
      false,
    ],
    [
      'a tag of the held list',
      secrets({ secretTags: { $in: ['x', 'y'] } }),
      secrets({ secretTags: { $all: ['y', 'z'] } }),
      true,
    ],
    [
      'read, held as its two parts',
      secrets(undefined, { action: ['describeSecret', 'readValue'] }),
      secrets(undefined, { action: 'read' }),
      true,
    ],
    [
      'the two parts of read, held as read',
      secrets(undefined, { action: 'read' }),
      secrets(undefined, { action: ['describeSecret', 'readValue'] }),
      true,
    ],
    [
      'read, held as one of its parts',
      secrets(undefined, { action: 'readValue' }),
      secrets(undefined, { action: 'read' }),
      false,
    ],
    [
      'write, held as its three parts',
      secrets(undefined, { action: ['create', 'edit', 'delete'] }),
      secrets(undefined, { action: 'write' }),
      true,
    ],
  ];
  for (const [name, held, granted, expected] of rows) {
    it(`${expected ? 'includes' : 'does not include'} ${name}`, async () =>
      expect(await isGrantable([held], [granted])).to.equal(expected));
  }

  it('reports what is missing, action by action', async () => {
    const granted: Rule = { subject: 'secrets', action: ['create', 'edit'], conditions: { environment: 'prod' } };
    expect(
      await missing([secrets({ environment: 'prod' })], [granted, { subject: 'role', action: 'read' }]),
    ).to.deep.equal([
      { action: 'edit', subject: 'secrets', conditions: { environment: 'prod' } },
      { action: 'read', subject: 'role' },
    ]);
  });

  it('excludes what the granter is denied, unless the deny provably concerns something else or applies to the receiver too', async () => {
    const held = [secrets(), deny({ environment: 'prod' })];
    expect(await isGrantable(held, [secrets()])).to.equal(false);
    expect(await isGrantable(held, [secrets({ environment: 'prod' })])).to.equal(false);
    expect(await isGrantable(held, [secrets({ environment: { $glob: 'p*' } })])).to.equal(false);
    expect(await isGrantable(held, [secrets({ environment: 'dev' })])).to.equal(true);
    expect(await isGrantable(held, [secrets(), deny({ environment: { $in: ['prod', 'staging'] } })])).to.equal(true);
    expect(await isGrantable(held, [secrets(), deny({ environment: 'prod', secretPath: '/a' })])).to.equal(false);
  });

  it('does not treat one name of an action as another', async () => {
    const assigning = (assignableAction: unknown): Rule => ({
      subject: 'identity',
      action: 'assign-additional-privileges',
      conditions: { assignableAction },
    });
    expect(await isGrantable([assigning({ $ne: 'secrets:readValue' })], [assigning('secrets:read')])).to.equal(false);
    expect(
      await isGrantable([assigning({ $in: ['secrets:read', 'tags:read'] })], [assigning('secrets:read')]),
    ).to.equal(true);
  });

  it('is computed within a comparison budget', async () => {
    const texts = (number: number) => [
      ...Array.from({ length: 99 }, (_, index) => `/${'a'.repeat(36)}${number}.${index}`),
      '/b',
    ];
    const held = Array.from({ length: 100 }, () => at({ $glob: `/${'*a'.repeat(18)}*.*` }));
    const granted = Array.from({ length: 100 }, (_, number) => at({ $in: texts(number) }));
    const prove = (budget: ComparisonBudget) =>
      missingPermissions(abilityOf(held), { rules: granted, during: permanently }, projectActions, now, budget);
    // Each pattern matches every text but the last.
    expect(await prove(new ComparisonBudget())).to.have.length(granted.length);
    const refusal: unknown = await prove(new ComparisonBudget(1_000_000)).catch((error: unknown) => error);
    expect(refusal).to.include({ status: 400, name: 'TooManyComparisons' });
  });

  it('yields to the event loop while it is computed, so that other work can run in between', async () => {
    const number = 100;
    const paths = Array.from({ length: number }, (_, index) => at(`/${index}`));
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    expect(
      await missing(
        Array.from({ length: 20_000 }, (_, index) => at(`/${number + index}`)),
        paths,
      ),
    ).to.have.length(number);
    clearImmediate(timer);
    expect(turns).to.be.above(3);
  });

  it('includes everything for the built-in admin', async () => {
    const admin = projectRules({ role: 'admin', permissions: null });
    await fc.assert(fc.asyncProperty(fc.array(anyRule), (granted) => isGrantable(admin, granted)));
    expect(
      await isGrantable(admin, [
        { subject: 'ssh-hosts', action: 'whatever' },
        { subject: 'secret-folders', action: 'read' },
      ]),
    ).to.equal(true);
    for (const role of ['member', 'viewer', 'no-access']) {
      const rules = projectRules({ role, permissions: null });
      expect(await isGrantable(rules, rules), role).to.equal(true);
      expect(await isGrantable(rules, [{ subject: 'workspace', action: 'delete' }]), role).to.equal(false);
    }
  });

  it('does not include everything for the built-in admin when a rule denies the granter anything', async () => {
    const admin = projectRules({ role: 'admin', permissions: null });
    const denied: Rule = { subject: 'secrets', action: 'read', inverted: true, conditions: { environment: 'prod' } };
    expect(await missing([...admin, denied], admin)).to.deep.equal([
      { action: 'describeSecret', subject: 'secrets' },
      { action: 'readValue', subject: 'secrets' },
    ]);
    expect(await isGrantable([...admin, denied], [...admin, denied])).to.equal(true);
    expect(await isGrantable(admin, admin)).to.equal(true);
  });

  it("uses the values of templates: the granter's own for what they hold, the receiver's for what is granted", async () => {
    const team = at('/{{identity.metadata.team}}');
    expect(await isGrantable([team], [at('/red')])).to.equal(true);
    expect(await isGrantable([team], [at('/blue')])).to.equal(false);
    expect(await isGrantable([at('/red')], [team], target)).to.equal(true);
    expect(await isGrantable([at('/red')], [team], { ...target, metadata: { team: 'blue' } })).to.equal(false);
    expect(await isGrantable([team], [team]), 'without a receiver').to.equal(false);
    expect(await isGrantable([secrets()], [team]), 'held without that condition').to.equal(true);
    expect(
      await isGrantable([at('/{{identity.metadata.nothing}}')], [at('/{{identity.metadata.nothing}}')], target),
      'no value',
    ).to.equal(false);
    expect(
      await isGrantable([secrets(), deny({ secretPath: '/{{identity.metadata.nothing}}' })], [at('/x')]),
      'a deny without a value holds everywhere',
    ).to.equal(false);
    expect(
      await isGrantable([at({ $glob: '/a/**' })], [at({ $glob: '{{identity.metadata.path}}/**' })], target),
      'a pattern with the value in it',
    ).to.equal(true);
  });

  it('never lets a caller grant what they may not do themselves, in 100,000 random cases', async () => {
    const generous = fc.array(
      fc.oneof(
        { weight: 5, arbitrary: anyRule.map((rule) => ({ ...rule, inverted: false })) },
        { weight: 1, arbitrary: anyRule },
      ),
      { maxLength: 6 },
    );
    const whole = (rules: readonly Rule[]) => [{ rules, startsAt: null, endsAt: null }];
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        generous,
        fc.array(anyRule, { minLength: 1, maxLength: 4 }),
        fc.array(anySubjectFields, { minLength: 1, maxLength: 3 }),
        async (held, granted, fieldSets) => {
          const lacks = await missing(held, granted);
          if (lacks.length > 0) {
            // Nothing is claimed about what is missing; the remaining rules must still be safe without it.
            const left: Rule[] = [];
            for (const rule of granted)
              if ((rule.inverted ?? false) || (await isGrantable(held, [rule]))) left.push(rule);
            granted = left;
            if (!(await isGrantable(held, granted))) return true;
          }
          return plainActions.every(({ subject, action }) =>
            fieldSets.every((fields) => {
              if (!referenceAllows(whole(granted), action, subject, fields, now)) return true;
              reached += 1;
              return referenceAllows(whole(held), action, subject, fields, now);
            }),
          );
        },
      ),
      { numRuns: cases(100_000) },
    );
    expect(reached, 'relevant cases').to.be.above(cases(20_000));
  });

  it('keeps a change from granting anybody what its author may not do, whatever other rules they have', async () => {
    const whole = (rules: readonly Rule[]) => [{ rules, startsAt: null, endsAt: null }];
    const change = fc
      .array(anyRule, { maxLength: 4 })
      .chain((before) => fc.tuple(fc.constant(before), fc.subarray(before), fc.array(anyRule, { maxLength: 1 })));
    let gained = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRule, { maxLength: 5 }),
        change,
        fc.array(anyRule, { maxLength: 3 }),
        anySubjectFields,
        async (held, [before, kept, added], others, fields) => {
          const after = [...kept, ...added];
          if (!(await isGrantable(held, grantedBy(before, after)))) return true;
          return plainActions.every(({ subject, action }) => {
            const isNew =
              referenceAllows(whole([...others, ...after]), action, subject, fields, now) &&
              !referenceAllows(whole([...others, ...before]), action, subject, fields, now);
            if (isNew) gained += 1;
            return !isNew || referenceAllows(whole(held), action, subject, fields, now);
          });
        },
      ),
      { numRuns: cases(50_000) },
    );
    expect(gained, 'relevant cases').to.be.above(cases(200));
  });
});
