import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../src/access/ability.ts';
import { findAllowedPeriod } from '../../src/access/allowed-period.ts';
import { ComparisonBudget } from '../../src/access/comparison-budget.ts';
import { cases } from '../support/world/cases.ts';
import { anyCheck, anyGrant, now } from './arbitraries.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const before = '2029-12-31T23:59:59.000Z';
const later = '2030-01-01T00:00:00.001Z';
/** Every time at which the grants of the test can begin or end, in order. */
const times = [before, '2029-12-31T23:59:59.999Z', now, later];

describe('the period in which an action is allowed', () => {
  it('is the one that decisions at each time show, in many random cases', () => {
    const seen = { none: 0, ending: 0, planned: 0 };
    fc.assert(
      fc.property(fc.array(anyGrant, { maxLength: 5 }), anyCheck, (grants, { action, subject, fields }) => {
        const values = { id: 'me', username: 'robot', metadata: {}, authValues: {} };
        const ability = new Ability(
          grants.map((grant) => ({ source, ...grant })),
          values,
          projectActions,
        );
        const allowed = times.map((time) => ability.decide(action, subject, fields, time).isAllowed);
        const start = allowed.indexOf(true);
        const end = allowed.indexOf(false, start);
        const budget = new ComparisonBudget();
        const period = findAllowedPeriod(ability.applying(action, subject, fields, budget), before, budget);
        if (start < 0) seen.none += 1;
        else if (start > 0) seen.planned += 1;
        else if (end > 0) seen.ending += 1;
        if (start < 0) return period === undefined;
        const { startsAt, by } = period!;
        return (
          startsAt === times[start] &&
          period!.endsAt === (end < 0 ? null : times[end]) &&
          by.length > 0 &&
          by.every(({ isDeny }) => !isDeny)
        );
      }),
      { numRuns: cases(30_000) },
    );
    expect(seen.none, 'never allowed').to.be.above(cases(300));
    expect(seen.ending, 'allowed for a time').to.be.above(cases(30));
    expect(seen.planned, 'planned').to.be.above(cases(30));
  });
});
