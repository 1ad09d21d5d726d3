import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, organizationActions, projectActions } from '../../src/access/ability.ts';
import { permanently, type Grant } from '../../src/access/grant.ts';
import { grantedBy } from '../../src/access/granted-rules.ts';
import { missingPermissions, type Permission } from '../../src/access/permission-boundary.ts';
import { ComparisonBudget } from '../../src/access/comparison-budget.ts';
import { projectRules } from '../../src/access/project-roles.ts';
import type { Values } from '../../src/access/templates.ts';
import { anyRule, anyThing, now, plainActions } from './arbitraries.ts';
import { referenceAllows } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const holder: Values = { id: 'me', username: 'me', metadata: { team: 'red' }, oidcClaims: {} };
const target: Values = { id: 'you', username: 'you', metadata: { team: 'red', path: '/a' }, oidcClaims: {} };
const abilityOf = (rules: readonly Rule[]) =>
  new Ability([{ source, rules, startsAt: null, endsAt: null } satisfies Grant], holder, projectActions);
const missing = (held: readonly Rule[], granted: readonly Rule[], values?: Values): Promise<Permission[]> =>
  missingPermissions(abilityOf(held), { rules: granted, during: permanently, values }, projectActions, now);
const isCovered = async (held: readonly Rule[], granted: readonly Rule[], values?: Values): Promise<boolean> =>
  (await missing(held, granted, values)).length === 0;

const secrets = (conditions?: Rule['conditions'], more: Partial<Rule> = {}): Rule => ({
  subject: 'secrets',
  action: 'create',
  ...(conditions && { conditions }),
  ...more,
});
const at = (secretPath: unknown): Rule => secrets({ secretPath });
const deny = (conditions?: Rule['conditions']): Rule => secrets(conditions, { inverted: true });

describe('cover', () => {
  const rows: [string, Rule, Rule, boolean][] = [
    ['nothing held about the condition', secrets(), at('/a'), true],
    ['no condition granted', at('/a'), secrets(), false],
    ['the same text', at('/a'), at({ $eq: '/a' }), true],
    ['another text', at('/a'), at('/b'), false],
    ['texts of a list', at({ $in: ['/a', '/b'] }), at({ $in: ['/b'] }), true],
    ['texts beyond the list', at({ $in: ['/a', '/b'] }), at({ $in: ['/b', '/c'] }), false],
    ['the same pattern', at({ $glob: '/a*/x' }), at({ $glob: '/a*/x' }), true],
    ['a text that the pattern matches', at({ $glob: '/a*/x' }), at('/ab/x'), true],
    ['a text that it does not match', at({ $glob: '/a*/x' }), at('/b/x'), false],
    ['a longer prefix', at({ $glob: '/a/**' }), at({ $glob: '/a/b*/**' }), true],
    ['the very top of it', at({ $glob: '/a/**' }), at({ $glob: '/a/**' }), true],
    ['a prefix that only looks like it', at({ $glob: '/a/**' }), at({ $glob: '/ab/**' }), false],
    ['a shorter prefix', at({ $glob: '/a/**' }), at({ $glob: '/**' }), false],
    ['a narrower pattern of another form', at({ $glob: '/a*' }), at({ $glob: '/ab*' }), false],
    ['what is not that text, the same way', at({ $ne: '/a' }), at({ $ne: '/a' }), true],
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
      'a tag that is one of those',
      secrets({ secretTags: { $in: ['x', 'y'] } }),
      secrets({ secretTags: { $all: ['y', 'z'] } }),
      true,
    ],
    [
      'read by its two parts',
      secrets(undefined, { action: ['describeSecret', 'readValue'] }),
      secrets(undefined, { action: 'read' }),
      true,
    ],
    [
      'the two parts of read',
      secrets(undefined, { action: 'read' }),
      secrets(undefined, { action: ['describeSecret', 'readValue'] }),
      true,
    ],
    ['read by one part', secrets(undefined, { action: 'readValue' }), secrets(undefined, { action: 'read' }), false],
    [
      'write by its three parts',
      secrets(undefined, { action: ['create', 'edit', 'delete'] }),
      secrets(undefined, { action: 'write' }),
      true,
    ],
  ];
  for (const [name, held, granted, expected] of rows) {
    it(`${expected ? 'is' : 'is not'} there for ${name}`, async () =>
      expect(await isCovered([held], [granted])).to.equal(expected));
  }

  it('tells what is missing, action by action', async () => {
    const granted: Rule = { subject: 'secrets', action: ['create', 'edit'], conditions: { environment: 'prod' } };
    expect(
      await missing([secrets({ environment: 'prod' })], [granted, { subject: 'role', action: 'read' }]),
    ).to.deep.equal([
      { action: 'edit', subject: 'secrets', conditions: { environment: 'prod' } },
      { action: 'read', subject: 'role' },
    ]);
  });

  it('is lost by a deny, unless it is provably about something else or denied to the receiver too', async () => {
    const held = [secrets(), deny({ environment: 'prod' })];
    expect(await isCovered(held, [secrets()])).to.equal(false);
    expect(await isCovered(held, [secrets({ environment: 'prod' })])).to.equal(false);
    expect(await isCovered(held, [secrets({ environment: { $glob: 'p*' } })])).to.equal(false);
    expect(await isCovered(held, [secrets({ environment: 'dev' })])).to.equal(true);
    expect(await isCovered(held, [secrets(), deny({ environment: { $in: ['prod', 'staging'] } })])).to.equal(true);
    expect(await isCovered(held, [secrets(), deny({ environment: 'prod', secretPath: '/a' })])).to.equal(false);
  });

  it('does not take one name of an action for another one', async () => {
    const assigning = (assignableAction: unknown): Rule => ({
      subject: 'identity',
      action: 'assign-additional-privileges',
      conditions: { assignableAction },
    });
    expect(await isCovered([assigning({ $ne: 'secrets:readValue' })], [assigning('secrets:read')])).to.equal(false);
    expect(await isCovered([assigning({ $in: ['secrets:read', 'tags:read'] })], [assigning('secrets:read')])).to.equal(
      true,
    );
  });

  it('is not looked for forever', async () => {
    const texts = (number: number) => [
      ...Array.from({ length: 99 }, (_, index) => `/${'a'.repeat(36)}${number}.${index}`),
      '/b',
    ];
    const held = Array.from({ length: 100 }, () => at({ $glob: `/${'*a'.repeat(18)}*.*` }));
    const granted = Array.from({ length: 100 }, (_, number) => at({ $in: texts(number) }));
    const prove = (budget: ComparisonBudget) =>
      missingPermissions(abilityOf(held), { rules: granted, during: permanently }, projectActions, now, budget);
    // Every text but the last is covered by each of the patterns.
    expect(await prove(new ComparisonBudget())).to.have.length(granted.length);
    const refusal: unknown = await prove(new ComparisonBudget(1_000_000)).catch((error: unknown) => error);
    expect(refusal).to.include({ status: 400, name: 'TooManyComparisons' });
  });

  it('is looked for in turns with everything else', async () => {
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

  it('is complete for the built-in admin, whatever is granted', async () => {
    const admin = projectRules({ role: 'admin', permissions: null });
    await fc.assert(fc.asyncProperty(fc.array(anyRule), (granted) => isCovered(admin, granted)));
    expect(
      await isCovered(admin, [
        { subject: 'ssh-hosts', action: 'whatever' },
        { subject: 'secret-folders', action: 'read' },
      ]),
    ).to.equal(true);
    for (const role of ['member', 'viewer', 'no-access']) {
      const rules = projectRules({ role, permissions: null });
      expect(await isCovered(rules, rules), role).to.equal(true);
      expect(await isCovered(rules, [{ subject: 'workspace', action: 'delete' }]), role).to.equal(false);
    }
  });

  it('is not there for the built-in admin when its giver is denied anything', async () => {
    const admin = projectRules({ role: 'admin', permissions: null });
    const denied: Rule = { subject: 'secrets', action: 'read', inverted: true, conditions: { environment: 'prod' } };
    expect(await missing([...admin, denied], admin)).to.deep.equal([
      { action: 'describeSecret', subject: 'secrets' },
      { action: 'readValue', subject: 'secrets' },
    ]);
    expect(await isCovered([...admin, denied], [...admin, denied])).to.equal(true);
    expect(await isCovered(admin, admin)).to.equal(true);
  });

  it("goes by what templates stand for: the own ones for the holder, the receiver's for what is granted", async () => {
    const team = at('/{{identity.metadata.team}}');
    expect(await isCovered([team], [at('/red')])).to.equal(true);
    expect(await isCovered([team], [at('/blue')])).to.equal(false);
    expect(await isCovered([at('/red')], [team], target)).to.equal(true);
    expect(await isCovered([at('/red')], [team], { ...target, metadata: { team: 'blue' } })).to.equal(false);
    expect(await isCovered([team], [team]), 'nobody in particular').to.equal(false);
    expect(await isCovered([secrets()], [team]), 'held without that condition').to.equal(true);
    expect(
      await isCovered([at('/{{identity.metadata.nothing}}')], [at('/{{identity.metadata.nothing}}')], target),
      'no value',
    ).to.equal(false);
    expect(
      await isCovered([secrets(), deny({ secretPath: '/{{identity.metadata.nothing}}' })], [at('/x')]),
      'a deny without a value holds everywhere',
    ).to.equal(false);
    expect(
      await isCovered([at({ $glob: '/a/**' })], [at({ $glob: '{{identity.metadata.path}}/**' })], target),
      'a pattern with the value in it',
    ).to.equal(true);
  });

  it('never lets anybody grant a thing that they may not touch, in 100,000 random cases', async () => {
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
        fc.array(anyThing, { minLength: 1, maxLength: 3 }),
        async (held, granted, things) => {
          const lacks = await missing(held, granted);
          if (lacks.length > 0) {
            // Of what is missing nothing is claimed; what is left of the rules without it must still be safe.
            const left: Rule[] = [];
            for (const rule of granted)
              if ((rule.inverted ?? false) || (await isCovered(held, [rule]))) left.push(rule);
            granted = left;
            if (!(await isCovered(held, granted))) return true;
          }
          return plainActions.every(({ subject, action }) =>
            things.every((thing) => {
              if (!referenceAllows(whole(granted), action, subject, thing, now)) return true;
              reached += 1;
              return referenceAllows(whole(held), action, subject, thing, now);
            }),
          );
        },
      ),
      { numRuns: cases(100_000) },
    );
    expect(reached, 'cases that say something').to.be.above(cases(20_000));
  }).timeout(300_000);

  it('keeps a change from giving anybody what its maker may not touch, whatever other rules they have', async () => {
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
        anyThing,
        async (held, [before, kept, added], others, thing) => {
          const after = [...kept, ...added];
          if (!(await isCovered(held, grantedBy(before, after)))) return true;
          return plainActions.every(({ subject, action }) => {
            const isNew =
              referenceAllows(whole([...others, ...after]), action, subject, thing, now) &&
              !referenceAllows(whole([...others, ...before]), action, subject, thing, now);
            if (isNew) gained += 1;
            return !isNew || referenceAllows(whole(held), action, subject, thing, now);
          });
        },
      ),
      { numRuns: cases(50_000) },
    );
    expect(gained, 'cases that say something').to.be.above(cases(200));
  }).timeout(300_000);
});

describe('grantedBy', () => {
  const held = { subject: 'app-connections', action: ['read', 'edit'], inverted: true };
  const allow = (action: string, conditions?: Rule['conditions']): Rule => ({
    subject: 'app-connections',
    action: [action],
    ...(conditions && { conditions }),
  });

  it('is all that is there afterwards', async () => {
    expect(grantedBy([], [allow('read')])).to.deep.equal([allow('read')]);
    expect(grantedBy([allow('delete')], [allow('read')])).to.deep.equal([allow('read')]);
  });

  it('is also what is denied no longer, action by action', async () => {
    expect(grantedBy([held], [])).to.deep.equal([allow('read'), allow('edit')]);
    expect(grantedBy([held], [held])).to.deep.equal([held]);
    const rest = { ...allow('read'), inverted: true };
    expect(grantedBy([held], [rest])).to.deep.equal([rest, allow('edit')]);
  });

  it('counts a deny as gone when it stays only under conditions', async () => {
    const narrowed = { ...held, conditions: { connectionId: 'a' } };
    expect(grantedBy([held], [narrowed]).slice(1)).to.deep.equal([allow('read'), allow('edit')]);
    expect(grantedBy([narrowed], [])).to.deep.equal([
      allow('read', { connectionId: 'a' }),
      allow('edit', { connectionId: 'a' }),
    ]);
  });

  it('goes through the largest changes', async () => {
    const rules = (inverted: boolean): Rule[] =>
      Array.from({ length: 200 }, (_, number) => ({
        subject: 'app-connections',
        action: ['read', 'create', 'edit', 'delete', 'connect', 'rotate-credentials'],
        inverted,
        conditions: {
          connectionId: { $in: Array.from({ length: 20 }, (__, index) => `connection-${number}-${index}`) },
        },
      }));
    const ability = new Ability(
      [{ source, rules: [...rules(true), ...rules(false)], startsAt: null, endsAt: null }],
      undefined,
      organizationActions,
    );
    expect(
      await missingPermissions(
        ability,
        { rules: grantedBy(rules(true), rules(false)), during: permanently },
        organizationActions,
        now,
      ),
    ).to.have.length(2400);
  });
});
