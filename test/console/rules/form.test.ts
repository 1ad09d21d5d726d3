import { expect } from 'chai';
import fc from 'fast-check';
import { ruleSubjects } from '../../../generated/rules.ts';
import { formOf, ruleOf } from '../../../src/console/rules/form.ts';
import { findProblems } from '../../../src/console/rules/problems.ts';
import type { Rule } from '../../../src/console/rules/rule.ts';
import { describeRules } from '../../../src/console/rules/words.ts';
import { cases } from '../../support/world/cases.ts';
import { contractRule, oddRule } from './arbitraries.ts';

describe('the form of a rule', () => {
  for (const scope of ['project', 'organization'] as const) {
    it(`shows every rule of a ${scope}, and returns it as it was stored`, () => {
      fc.assert(
        fc.property(contractRule(scope), (rule) => {
          const form = formOf(scope, rule);
          const isFree = ruleSubjects[scope][(rule as Rule).subject]!.actions === undefined;
          if (!isFree) expect(form.kind).to.equal('fields');
          expect(ruleOf(form)).to.deep.equal(rule);
        }),
        { numRuns: cases(20_000) },
      );
    });

    it(`keeps what else is stored as a rule of a ${scope}, and says something about it`, () => {
      fc.assert(
        fc.property(fc.array(oddRule, { maxLength: 3 }), (rules) => {
          for (const rule of rules) expect(ruleOf(formOf(scope, rule))).to.deep.equal(rule);
          expect(describeRules(rules as Rule[], scope)).to.be.an('array');
          expect(findProblems(scope, rules as Rule[])).to.be.an('array');
        }),
        { numRuns: cases(20_000) },
      );
    });
  }
});
