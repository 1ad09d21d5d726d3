import { expect } from 'chai';
import fc from 'fast-check';
import { Ability as EngineAbility, projectActions } from '../../src/access/ability.ts';
import type { Rule } from '../../src/access/rule.ts';
import { Ability } from '../../src/console/access/ability.ts';
import { packedRule } from '../../src/resources/organization/organization-roles/view.ts';
import { anyCheck, anyRule, now } from '../access/arbitraries.ts';
import { cases } from '../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const engineOf = (rules: readonly Rule[]) =>
  new EngineAbility([{ source, rules, startsAt: null, endsAt: null }], undefined, projectActions);
const abilityOf = (rules: readonly Rule[]) => Ability.of(rules.map(packedRule));

const anyRules = fc.array(anyRule, { maxLength: 8 });

describe('the permissions that the console evaluates', () => {
  it('allow what the server allows, in many random cases', () => {
    let allowed = 0;
    fc.assert(
      fc.property(anyRules, anyCheck, (rules, { action, subject, fields }) => {
        const { isAllowed } = engineOf(rules).decide(action, subject, fields, now);
        if (isAllowed) allowed += 1;
        return abilityOf(rules).can(action, subject, fields) === isAllowed;
      }),
      { numRuns: cases(50_000) },
    );
    expect(allowed).to.be.above(cases(2_000));
  });

  it('may allow, for fields of which some are unknown, what the server may allow', () => {
    fc.assert(
      fc.property(anyRules, anyCheck, fc.nat(), (rules, { action, subject, fields }, which) => {
        const known = Object.fromEntries(Object.entries(fields).filter((_, index) => (which >> index) % 2 === 1));
        return (
          abilityOf(rules).may(action, subject, known) === engineOf(rules).narrow(action, subject, known, now).mayAllow
        );
      }),
      { numRuns: cases(50_000) },
    );
  });

  it('deny what they cannot evaluate', () => {
    const unknown = { environment: '{{identity.metadata.team}}' };
    const allow = { subject: 'secrets', action: 'create', conditions: unknown };
    expect(abilityOf([allow]).can('create', 'secrets', { environment: 'dev' })).to.equal(false);
    expect(abilityOf([allow]).may('create', 'secrets')).to.equal(false);
    const everything = { subject: 'secrets', action: 'create' };
    const deny = { ...allow, inverted: true };
    expect(abilityOf([everything]).can('create', 'secrets', { environment: 'dev' })).to.equal(true);
    expect(abilityOf([everything, deny]).can('create', 'secrets', { environment: 'dev' })).to.equal(false);
  });

  it('compare metadata entry by entry', () => {
    const rule = {
      subject: 'dynamic-secrets',
      action: 'lease',
      conditions: { metadata: { $elemMatch: { key: 'team', value: { $in: ['red', 'blue'] } } } },
    };
    const can = (...metadata: { key: string; value: string }[]) =>
      abilityOf([rule]).can('lease', 'dynamic-secrets', { metadata });
    expect(can({ key: 'team', value: 'red' })).to.equal(true);
    expect(can({ key: 'team', value: 'green' }, { key: 'other', value: 'red' })).to.equal(false);
    expect(can()).to.equal(false);
  });
});
