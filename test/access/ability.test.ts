import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { ComparisonBudget } from '../../src/access/comparison-budget.ts';
import type { Grant } from '../../src/access/grant.ts';
import { ServiceError } from '../../src/platform/errors.ts';
import { anyCheck, anyGrant, now } from './arbitraries.ts';
import { referenceAllows, type ReferenceGrant } from './reference.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const values = { id: 'me', username: 'robot', metadata: { team: 'red', star: '*' }, authValues: {} };
const abilityOf = (grants: readonly ReferenceGrant[]) =>
  new Ability(
    grants.map<Grant>((grant) => ({ source, ...grant })),
    values,
    projectActions,
  );
const permanently = (...rules: Rule[]): ReferenceGrant => ({ rules, startsAt: null, endsAt: null });
const allows = (rules: Rule[], action: string, subject: string, fields = {}): boolean =>
  abilityOf([permanently(...rules)]).decide(action, subject, fields, now).isAllowed;

describe('an ability', () => {
  it('decides like the simple reference evaluator in many random cases, whatever the order of the rules', () => {
    let allowed = 0;
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 4 }), anyCheck, (grants, { action, subject, fields }) => {
        const expected = referenceAllows(grants, action, subject, fields, now);
        if (expected) allowed += 1;
        const decided = abilityOf(grants).decide(action, subject, fields, now).isAllowed;
        const reversed = abilityOf(
          [...grants].reverse().map((grant) => ({ ...grant, rules: [...grant.rules].reverse() })),
        ).decide(action, subject, fields, now).isAllowed;
        return decided === expected && reversed === expected;
      }),
      { numRuns: cases(100_000) },
    );
    expect(allowed, 'cases that allow something').to.be.above(cases(3_000));
  });

  it('decides the same when some subject fields are known first, and never rules out what may be allowed', () => {
    fc.assert(
      fc.property(
        fc.array(anyGrant, { maxLength: 4 }),
        anyCheck,
        fc.nat(),
        (grants, { action, subject, fields }, which) => {
          const ability = abilityOf(grants);
          const known = Object.fromEntries(Object.entries(fields).filter((_, index) => (which >> index) % 2 === 1));
          const narrowed = ability.narrow(action, subject, known, now);
          const { isAllowed } = ability.decide(action, subject, fields, now);
          return (
            narrowed.allows(fields) === isAllowed &&
            (!isAllowed || narrowed.mayAllow) &&
            (isAllowed || !narrowed.allowsAll)
          );
        },
      ),
      { numRuns: cases(50_000) },
    );
  });

  it('reports when nothing can be allowed any more', () => {
    const rules: Rule[] = [
      { subject: 'secrets', action: 'create', conditions: { environment: 'dev', secretName: { $glob: 'A*' } } },
      { subject: 'secrets', action: 'create', inverted: true, conditions: { secretPath: '/x' } },
    ];
    const mayAllow = (known: Record<string, string>): boolean =>
      abilityOf([permanently(...rules)]).narrow('create', 'secrets', known, now).mayAllow;
    expect([{}, { environment: 'dev' }, { environment: 'dev', secretPath: '/y' }].map(mayAllow)).to.deep.equal([
      true,
      true,
      true,
    ]);
    expect(
      [{ environment: 'prod' }, { secretPath: '/x' }, { environment: 'dev', secretName: 'B' }].map(mayAllow),
    ).to.deep.equal([false, false, false]);
  });

  it('is reused until a period begins or ends', () => {
    const at = (second: number): string => `2030-01-01T00:00:0${second}.000Z`;
    const rules: Rule[] = [{ subject: 'secrets', action: 'create' }];
    const ability = abilityOf([permanently(...rules), { rules, startsAt: at(2), endsAt: at(4) }]);
    const isSame = (then: number, now: number): boolean => ability.isSame(at(then), at(now));
    expect([isSame(0, 1), isSame(2, 3), isSame(4, 9), isSame(1, 1)]).to.deep.equal([true, true, true, true]);
    expect([isSame(1, 2), isSame(1, 3), isSame(3, 4), isSame(0, 9), isSame(3, 2)]).to.deep.equal([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  it('reports when everything is allowed whatever the other fields are', () => {
    const allow: Rule = { subject: 'certificates', action: ['read', 'create'] };
    const some: Rule = { ...allow, conditions: { commonName: 'a' } };
    const deny: Rule = { ...some, inverted: true };
    const allowsAll = (rules: Rule[], known: Record<string, string> = {}): boolean =>
      abilityOf([permanently(...rules)]).narrow('read', 'certificates', known, now).allowsAll;
    expect([
      allowsAll([allow]),
      allowsAll([some, allow]),
      allowsAll([some], { commonName: 'a' }),
      allowsAll([allow, deny], { commonName: 'b' }),
    ]).to.deep.equal([true, true, true, true]);
    expect([
      allowsAll([]),
      allowsAll([some]),
      allowsAll([allow, deny]),
      allowsAll([allow, deny], { commonName: 'a' }),
      allowsAll([some], { commonName: 'b' }),
    ]).to.deep.equal([false, false, false, false, false]);
  });

  it('names the rule that decided, with deny before allow', () => {
    const allow: Rule = { subject: 'secrets', action: 'create' };
    const deny: Rule = { subject: 'secrets', action: 'create', inverted: true, conditions: { environment: 'prod' } };
    const ability = abilityOf([permanently(allow), permanently(deny)]);
    expect(ability.decide('create', 'secrets', { environment: 'dev' }, now)).to.nested.include({
      isAllowed: true,
      'by.rule': allow,
    });
    expect(ability.decide('create', 'secrets', { environment: 'prod' }, now)).to.nested.include({
      isAllowed: false,
      'by.rule': deny,
    });
    expect(ability.decide('delete', 'secrets', { environment: 'prod' }, now)).to.deep.equal({
      isAllowed: false,
      by: undefined,
    });
  });

  it('applies a temporary grant from its start to just before its end', () => {
    const start = '2030-01-01T00:00:10.000Z';
    const end = '2030-01-01T00:00:12.000Z';
    const ability = abilityOf([{ rules: [{ subject: 'tags', action: 'read' }], startsAt: start, endsAt: end }]);
    const at = (time: string): boolean => ability.decide('read', 'tags', {}, time).isAllowed;
    expect(['2030-01-01T00:00:09.999Z', start, '2030-01-01T00:00:11.999Z', end].map(at)).to.deep.equal([
      false,
      true,
      true,
      false,
    ]);
  });

  it('applies a rule about an event type only to checks that include one', () => {
    const rules: Rule[] = [{ subject: 'secrets', action: 'readValue', conditions: { eventType: 'secret:create' } }];
    expect(allows(rules, 'readValue', 'secrets', { environment: 'dev' })).to.equal(false);
    expect(allows(rules, 'readValue', 'secrets', { environment: 'dev', eventType: 'secret:create' })).to.equal(true);
    const denied: Rule[] = [
      { subject: 'secrets', action: 'readValue' },
      { ...rules[0]!, inverted: true },
    ];
    expect(allows(denied, 'readValue', 'secrets', { environment: 'dev' })).to.equal(true);
  });

  it('matches conditions on lists of entries', () => {
    const rules: Rule[] = [
      {
        subject: 'certificates',
        action: 'read',
        conditions: { metadata: { $elemMatch: { key: { $eq: 'team' }, value: { $in: ['red', 'blue'] } } } },
      },
    ];
    expect(allows(rules, 'read', 'certificates', { metadata: [{ key: 'team', value: 'blue' }] })).to.equal(true);
    expect(
      allows(rules, 'read', 'certificates', {
        metadata: [
          { key: 'team', value: 'green' },
          { key: 'other', value: 'red' },
        ],
      }),
    ).to.equal(false);
    expect(allows(rules, 'read', 'certificates', { metadata: [] })).to.equal(false);
  });

  it('is decided within a comparison budget', () => {
    const pattern = `*${'a?'.repeat(17)}${'b'.repeat(450)}`;
    const denies = Array.from({ length: 2_000 }, (_, index): Rule => ({
      subject: 'secrets',
      action: 'create',
      inverted: true,
      conditions: { secretName: { $glob: `${pattern}${index}` } },
    }));
    const ability = abilityOf([permanently({ subject: 'secrets', action: 'create' }, ...denies)]);
    const ask = () => ability.decide('create', 'secrets', { secretName: 'a'.repeat(255) }, now);
    expect(ask).to.throw(ServiceError).that.includes({ status: 400, name: 'TooManyComparisons' });
  });

  it('compares the same pattern and text once for a request', () => {
    const budget = new ComparisonBudget(300_000);
    const rule: Rule = {
      subject: 'secrets',
      action: ['create', 'edit', 'delete'],
      conditions: { secretName: { $glob: `*${'a?'.repeat(17)}${'b'.repeat(400)}` } },
    };
    const ability = abilityOf([permanently(rule)]);
    for (let time = 0; time < 1_000; time += 1)
      for (const action of ['create', 'edit', 'delete'])
        expect(ability.decide(action, 'secrets', { secretName: 'a'.repeat(255) }, now, budget).isAllowed).to.equal(
          false,
        );
  });

  describe('with templates', () => {
    const rule = (condition: unknown, inverted = false): Rule => ({
      subject: 'secrets',
      action: 'create',
      conditions: { secretPath: condition },
      inverted,
    });

    it('substitutes the values of the holder', () => {
      expect(
        allows([rule('/teams/{{identity.metadata.team}}')], 'create', 'secrets', { secretPath: '/teams/red' }),
      ).to.equal(true);
      expect(
        allows([rule({ $glob: '/{{ identity.username }}/{{identity.id}}/**' })], 'create', 'secrets', {
          secretPath: '/robot/me/x/y',
        }),
      ).to.equal(true);
      expect(allows([rule({ $in: ['/x', '/{{identity.id}}'] })], 'create', 'secrets', { secretPath: '/me' })).to.equal(
        true,
      );
      expect(
        allows([rule({ $glob: '/{{stripPrefix identity.metadata.team "r"}}/**' })], 'create', 'secrets', {
          secretPath: '/ed',
        }),
      ).to.equal(true);
      expect(
        allows([rule('/teams/{{identity.metadata.team}}')], 'create', 'secrets', { secretPath: '/teams/blue' }),
      ).to.equal(false);
    });

    it('escapes the substituted values', () => {
      expect(
        allows([rule({ $glob: '/{{identity.metadata.star}}/x' })], 'create', 'secrets', { secretPath: '/any/x' }),
      ).to.equal(false);
      expect(
        allows([rule({ $glob: '/{{identity.metadata.star}}/x' })], 'create', 'secrets', { secretPath: '/*/x' }),
      ).to.equal(true);
    });

    it('allows nothing without a value, and denies as if the condition were absent', () => {
      const unknown = '/teams/{{identity.metadata.nothing}}';
      expect(allows([rule(unknown)], 'create', 'secrets', { secretPath: '/teams/' })).to.equal(false);
      expect(allows([rule(unknown)], 'create', 'secrets', { secretPath: unknown })).to.equal(false);
      const denied = { ...rule(unknown, true), conditions: { secretPath: unknown, environment: 'prod' } };
      expect(
        allows([{ subject: 'secrets', action: 'create' }, denied], 'create', 'secrets', {
          secretPath: '/x',
          environment: 'prod',
        }),
      ).to.equal(false);
      expect(
        allows([{ subject: 'secrets', action: 'create' }, denied], 'create', 'secrets', {
          secretPath: '/x',
          environment: 'dev',
        }),
      ).to.equal(true);
      expect(allows([rule('/{{identity.metadata.constructor}}')], 'create', 'secrets', { secretPath: '/' })).to.equal(
        false,
      );
    });
  });
});
