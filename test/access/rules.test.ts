import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, organizationActions } from '../../src/access/ability.ts';
import { grantedBy, missingPermissions as missingOf, type Permission } from '../../src/access/cover.ts';
import type { Rule } from '../../src/resources/roles/store.ts';

const now = '2030-01-01T00:00:00.000Z';
const source = { type: 'role', id: '', slug: '', name: null, group: null } as const;
const abilityOf = (rules: readonly Rule[]) => new Ability([{ source, rules, startsAt: null, endsAt: null }], undefined, organizationActions);
const allows = (rules: readonly Rule[], action: string, subject: string): boolean => abilityOf(rules).decide(action, subject, {}, now).isAllowed;
const missingPermissions = (held: readonly Rule[], granted: readonly Rule[]): Permission[] => missingOf(abilityOf(held), granted, undefined, organizationActions, now);

const rule = (subject: string, action: string | string[], more: Pick<Rule, 'conditions' | 'inverted'> = {}): Rule => ({
  subject,
  action: typeof action === 'string' ? [action] : action,
  ...more,
});
const just = (connectionId: unknown): Pick<Rule, 'conditions'> => ({ conditions: { connectionId } });

describe('allows', () => {
  it('what a rule names, and nothing else', () => {
    const rules = [rule('member', ['read', 'edit'])];
    expect(allows(rules, 'edit', 'member')).to.equal(true);
    expect(allows(rules, 'delete', 'member')).to.equal(false);
    expect(allows(rules, 'edit', 'role')).to.equal(false);
    expect(allows([], 'edit', 'member')).to.equal(false);
  });

  it('nothing that is denied, whatever the order', () => {
    const [allow, deny] = [rule('member', ['read', 'edit']), rule('member', 'edit', { inverted: true })];
    for (const rules of [[allow, deny], [deny, allow], [deny]]) expect(allows(rules, 'edit', 'member')).to.equal(false);
    expect(allows([deny, allow], 'read', 'member')).to.equal(true);
  });

  it('nothing as a whole that is allowed under conditions, and takes empty ones for none', () => {
    expect(allows([rule('app-connections', 'read', just('a'))], 'read', 'app-connections')).to.equal(false);
    expect(allows([rule('app-connections', 'read', { conditions: {} })], 'read', 'app-connections')).to.equal(true);
  });
});

describe('missingPermissions', () => {
  it('is what is granted and not held, action by action', () => {
    const held = [rule('member', ['read', 'edit']), rule('member', 'create')];
    expect(missingPermissions(held, [rule('member', ['edit', 'create'])])).to.deep.equal([]);
    expect(missingPermissions(held, [rule('member', ['read', 'delete']), rule('role', 'read')])).to.deep.equal([
      { action: 'delete', subject: 'member' },
      { action: 'read', subject: 'role' },
    ]);
  });

  it('asks nothing for a deny', () => {
    expect(missingPermissions([], [rule('member', 'read', { inverted: true })])).to.deep.equal([]);
  });

  it('is everything that the granter is denied, even in part', () => {
    const granted = [rule('app-connections', 'read', just('b'))];
    const held = [rule('app-connections', ['read', 'edit'])];
    expect(missingPermissions(held, granted)).to.deep.equal([]);
    for (const deny of [{}, just('b'), just({ $ne: 'a' })]) {
      expect(missingPermissions([...held, rule('app-connections', 'read', { ...deny, inverted: true })], granted)).to.have.length(1);
    }
  });

  it('lets conditions cover the very same ones, however their keys are ordered', () => {
    const held = [rule('app-connections', 'read', just({ $eq: 'a', $ne: 'b' }))];
    expect(missingPermissions(held, [rule('app-connections', 'read', just({ $ne: 'b', $eq: 'a' }))])).to.deep.equal([]);
    for (const more of [{}, just({ $ne: 'b' }), just('c')]) {
      expect(missingPermissions(held, [rule('app-connections', 'read', more)])).to.deep.equal([{ action: 'read', subject: 'app-connections', ...more }]);
    }
  });
});

describe('grantedBy', () => {
  const deny = rule('app-connections', ['read', 'edit'], { inverted: true });

  it('is all that is there afterwards', () => {
    const after = [rule('member', 'read')];
    expect(grantedBy([], after)).to.deep.equal(after);
    expect(grantedBy([rule('member', 'delete')], after)).to.deep.equal(after);
  });

  it('is also what is denied no longer, action by action', () => {
    expect(grantedBy([deny], [])).to.deep.equal([rule('app-connections', 'read'), rule('app-connections', 'edit')]);
    expect(grantedBy([deny], [deny])).to.deep.equal([deny]);
    const rest = rule('app-connections', 'read', { inverted: true });
    expect(grantedBy([deny], [rest])).to.deep.equal([rest, rule('app-connections', 'edit')]);
  });

  it('counts a deny as gone when it stays only under conditions', () => {
    const narrowed = { ...deny, ...just('a') };
    expect(grantedBy([deny], [narrowed]).slice(1)).to.deep.equal([rule('app-connections', 'read'), rule('app-connections', 'edit')]);
    expect(grantedBy([narrowed], [])).to.deep.equal([rule('app-connections', 'read', just('a')), rule('app-connections', 'edit', just('a'))]);
  });
});

/** The slow and obvious way: ask about every thing there is. */
const subjects = ['app-connections', 'member'];
const actions = ['read', 'edit', 'delete'];
const connections = ['a', 'b', 'c'];
const everything = subjects.flatMap((subject) => actions.flatMap((action) => connections.map((connection) => ({ subject, action, connection }))));
type Question = (typeof everything)[number];

const holds = (condition: unknown, connection: string): boolean => {
  if (condition === undefined) return true;
  if (typeof condition === 'string') return connection === condition;
  const { $eq, $ne, $in } = condition as { $eq?: string; $ne?: string; $in?: string[] };
  return ($eq === undefined || connection === $eq) && ($ne === undefined || connection !== $ne) && ($in === undefined || $in.includes(connection));
};

const may = (rules: readonly Rule[], { subject, action, connection }: Question): boolean => {
  const said = rules.filter((each: Rule) => each.subject === subject && each.action.includes(action) && holds(each.conditions?.connectionId, connection));
  return said.some((each) => !each.inverted) && !said.some((each) => each.inverted);
};

const connection = fc.constantFrom(...connections);
const condition = fc.oneof(
  connection,
  fc.record({ $eq: connection, $ne: connection, $in: fc.uniqueArray(connection) }, { requiredKeys: [] }),
);
const anyRule: fc.Arbitrary<Rule> = fc.record(
  {
    subject: fc.constantFrom(...subjects),
    action: fc.uniqueArray(fc.constantFrom(...actions), { minLength: 1 }),
    conditions: fc.oneof(fc.constant({}), fc.record({ connectionId: condition })),
    inverted: fc.boolean(),
  },
  { requiredKeys: ['subject', 'action'] },
);
const anyRules = fc.array(anyRule, { maxLength: 6 });
/** Mostly allowing, so that there is something to cover and to be covered. */
const generousRules = fc.array(fc.oneof({ weight: 4, arbitrary: anyRule.map(({ inverted: _, ...allow }) => allow) }, { weight: 1, arbitrary: anyRule }), { maxLength: 8 });
/** A change that keeps much of what was there. */
const change = anyRules.chain((before) => fc.tuple(fc.constant(before), fc.subarray(before), fc.array(anyRule, { maxLength: 2 }))).map(([before, kept, added]) => ({ before, after: [...kept, ...added] }));
const runs = { numRuns: 20_000 };

describe('whatever the rules', () => {
  it('allows is a whole allow without a whole deny, in any order', () => {
    fc.assert(
      fc.property(anyRules, fc.constantFrom(...everything), (rules, { subject, action }) => {
        const whole = rules.filter((each) => each.subject === subject && each.action.includes(action) && Object.keys(each.conditions ?? {}).length === 0);
        const expected = whole.filter((each) => !each.inverted).length > 0 && whole.filter((each) => each.inverted).length === 0;
        return allows(rules, action, subject) === expected && allows([...rules].reverse(), action, subject) === expected;
      }),
      runs,
    );
  });

  it('what is covered allows nothing that the granter may not do', () => {
    let covered = 0;
    fc.assert(
      fc.property(generousRules, anyRules, (held, granted) => {
        const missing = missingPermissions(held, granted);
        const isMissing = ({ subject, action }: Question) => missing.some((each) => each.subject === subject && each.action === action);
        const reached = everything.filter((question) => may(granted, question) && !isMissing(question));
        covered += reached.length;
        return reached.every((question) => may(held, question));
      }),
      runs,
    );
    expect(covered, 'cases that say something').to.be.above(10_000);
  });

  it('everybody covers what they hold, unless something of it is denied to them', () => {
    fc.assert(
      fc.property(anyRules, (rules) => {
        const allowing = rules.filter((each) => !each.inverted);
        return missingPermissions(allowing, rules).length === 0;
      }),
      runs,
    );
  });

  it('a change that is covered gives nobody what its maker may not do, whatever other rules they have', () => {
    let gained = 0;
    fc.assert(
      fc.property(generousRules, change, anyRules, (held, { before, after }, others) => {
        if (missingPermissions(held, grantedBy(before, after)).length > 0) return true;
        const news = everything.filter((question) => may([...others, ...after], question) && !may([...others, ...before], question));
        gained += news.length;
        return news.every((question) => may(held, question));
      }),
      runs,
    );
    expect(gained, 'cases that say something').to.be.above(500);
  });
});
