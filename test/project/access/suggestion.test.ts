import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../../src/access/ability.ts';
import { ComparisonBudget } from '../../../src/access/comparison-budget.ts';
import { permanently, ReadyRule, type Grant } from '../../../src/access/grant.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { compareRules } from '../../../src/resources/project/access/usage/matching.ts';
import { suggestRules } from '../../../src/resources/project/access/usage/suggestion.ts';

const now = '2030-01-01T00:00:00.000Z';
const actions = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];
const place = fc.record({
  environment: fc.constantFrom('dev', 'prod', 'a{{b'),
  secretPath: fc.constantFrom('/', '/a', '/a/b', '/c'),
  secretName: fc.constantFrom('ONE', 'TWO'),
});
const conditions = fc.record(
  {
    environment: fc.constantFrom<unknown>('dev', { $ne: 'prod' }, { $in: ['dev', 'prod'] }, { $glob: '*' }),
    secretPath: fc.constantFrom<unknown>('/a', { $glob: '/a/**' }, { $glob: '/**' }),
    secretName: fc.constantFrom<unknown>('ONE', { $ne: 'TWO' }),
  },
  { requiredKeys: [] },
);
const rule: fc.Arbitrary<Rule> = fc.record({
  subject: fc.constant('secrets'),
  action: fc.subarray([...actions, 'read'], { minLength: 1 }),
  conditions,
  inverted: fc.boolean(),
});
const request = fc.record({ action: fc.constantFrom(...actions), fields: place });

const grantOf = (rules: readonly Rule[]): Grant => ({
  source: { type: 'role', id: 'id', slug: 'role', name: null, group: null },
  rules,
  ...permanently,
});
const abilityOf = (rules: readonly Rule[]) => new Ability([grantOf(rules)], undefined, projectActions);

describe('suggested rules', () => {
  it('allow every request that the present rules allowed, and nothing that they do not', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { maxLength: 6 }),
        fc.array(request),
        fc.array(request),
        async (rules, made, other) => {
          const present = abilityOf(rules);
          const allowed = made.filter(({ action, fields }) => present.decide(action, 'secrets', fields, now).isAllowed);
          const demands = allowed.map((one) => ({
            ...one,
            subject: 'secrets',
            isCertain: true,
            count: 1,
            lastAt: now,
          }));
          const ready = rules.map((one) => new ReadyRule(one, grantOf(rules), undefined));
          const observation = { demands, isComplete: true, auditsReads: true };
          const { rules: usages } = await compareRules(ready, observation, new ComparisonBudget());
          const { needed, unknown } = suggestRules(usages);
          const [narrow, whole] = [abilityOf(needed), abilityOf([...needed, ...unknown])];
          for (const { action, fields } of allowed)
            expect(
              narrow.decide(action, 'secrets', fields, now).isAllowed,
              JSON.stringify({ action, fields }),
            ).to.equal(true);
          for (const { action, fields } of other)
            if (whole.decide(action, 'secrets', fields, now).isAllowed)
              expect(present.decide(action, 'secrets', fields, now).isAllowed).to.equal(true);
        },
      ),
    );
  });
});
