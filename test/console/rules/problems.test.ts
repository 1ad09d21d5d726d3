import { expect } from 'chai';
import fc from 'fast-check';
import { Ability, projectActions } from '../../../src/access/ability.ts';
import type { Rule } from '../../../src/access/rule.ts';
import { differenceOf } from '../../../src/console/rules/difference.ts';
import { conditionsCover, neverHolds } from '../../../src/console/rules/matching.ts';
import { findProblems } from '../../../src/console/rules/problems.ts';
import { anyCheck, anyRule, anySubjectFields, now } from '../../access/arbitraries.ts';
import { cases } from '../../support/world/cases.ts';

const source = { type: 'role', id: 'r', slug: 'r', name: null, group: null } as const;
const decide = (rules: readonly Rule[], action: string, subject: string, fields: object) =>
  new Ability([{ source, rules, startsAt: null, endsAt: null }], undefined, projectActions).decide(
    action,
    subject,
    fields as Record<string, string>,
    now,
  );
const secrets = (action: string | string[], conditions: object = {}, inverted = false): Rule => ({
  subject: 'secrets',
  action,
  conditions: conditions as Record<string, unknown>,
  inverted,
});
const textsOf = (rules: readonly Rule[], existing = {}) =>
  findProblems('project', rules, existing).map(({ rule, text }) => `${rule + 1}: ${text}`);

describe('the warnings about rules', () => {
  it('compare names of certificates as the server does', () => {
    for (const name of ['admin', 'ADMIN.', 'Ａdmin', 'ad\u200bmin']) {
      expect(conditionsCover({ commonName: { $glob: 'ad*' } }, { commonName: name }), name).to.equal(true);
      expect(conditionsCover({ altNames: name }, { altNames: 'admin' }), name).to.equal(true);
      expect(neverHolds('commonName', { $in: [name], $ne: 'admin' }), name).to.equal(true);
    }
  });

  it('are right about rules that never match, in many random cases', () => {
    let found = 0;
    fc.assert(
      fc.property(anyRule, anyCheck, (rule, { action, subject, fields }) => {
        const isNever = Object.entries(rule.conditions ?? {}).some(([field, each]) => neverHolds(field, each));
        if (!isNever) return true;
        found += 1;
        return !decide([{ ...rule, inverted: false }], action, subject, fields).isAllowed;
      }),
      { numRuns: cases(20_000) },
    );
    expect(found).to.be.above(cases(500));
  });

  it('are right about rules whose conditions another one covers, in many random cases', () => {
    let found = 0;
    fc.assert(
      fc.property(anyRule, anyRule, anySubjectFields, (one, other, fields) => {
        if (one.subject !== other.subject || !conditionsCover(other.conditions, one.conditions)) return true;
        found += 1;
        const allow = { subject: one.subject, action: 'read', conditions: one.conditions ?? {} };
        const deny = { subject: one.subject, action: 'read', conditions: other.conditions ?? {}, inverted: true };
        return !decide([allow, deny], 'read', one.subject, fields).isAllowed;
      }),
      { numRuns: cases(50_000) },
    );
    expect(found).to.be.above(cases(2_000));
  });

  it('name contradictions, unknown environments and denies that hide an allow', () => {
    const existing = { environment: ['dev', 'prod'] };
    expect(textsOf([secrets('edit', { environment: { $eq: 'dev', $ne: 'dev' } })])).to.deep.equal([
      '1: Never matches: no value meets this condition on environment.',
    ]);
    expect(textsOf([secrets('edit', { environment: 'prd' })], existing)).to.deep.equal([
      '1: Never matches: this project has no such environment (it has dev and prod).',
    ]);
    expect(textsOf([secrets('edit', { environment: { $in: ['dev', 'prd'] } })], existing)).to.deep.equal([
      "1: This project has no environment 'prd'.",
    ]);
    expect(textsOf([secrets('edit', { environment: { $glob: 'd*' } })], existing)).to.deep.equal([]);
    expect(
      textsOf([
        secrets(['create', 'edit'], { secretPath: { $glob: '/api/v1/**' } }),
        secrets('edit', { secretPath: { $glob: '/api/**' } }, true),
        secrets('create', { environment: 'dev' }),
        secrets('create', { environment: { $in: ['dev', 'prod'] } }, true),
      ]),
    ).to.deep.equal([
      '1: Does not allow to edit secrets: rule 2 denies that.',
      '3: Has no effect: rule 4 denies all of this.',
    ]);
  });

  it('name what the server refuses', () => {
    expect(
      textsOf([
        { subject: 'nothing', action: 'read' },
        { subject: 'tags', action: ['fly'], inverted: true, conditions: { environment: 'dev' } },
        secrets(['read', 'readValue'], { secretPath: 'a', secretName: '' }),
        { subject: 'identity', action: ['create'], conditions: { identityId: 'x' } },
        { subject: 'integrations', action: [] },
      ]),
    ).to.deep.equal([
      "1: There is no subject 'nothing'.",
      '2: Rules on tags cannot deny.',
      "2: Rules on tags have no action 'fly'.",
      "2: Rules on tags have no condition 'environment'.",
      "3: 'read' includes other actions of the rule. Choose either it or them.",
      '3: Folder: paths begin with a slash.',
      '3: Name: enter a value.',
      '4: Id of the identity cannot be a condition for create.',
      '5: No feature of this server uses integrations: the rule changes nothing.',
      '5: Choose at least one action.',
    ]);
  });
});

describe('the difference between rules', () => {
  it('says what is gained and lost, without what is the same in other words', () => {
    const dev = { environment: 'dev' };
    expect(
      differenceOf(
        'project',
        [secrets('read', dev), secrets('edit', dev), secrets('delete', {}, true), { subject: 'tags', action: 'read' }],
        [
          secrets(['readValue', 'describeSecret'], { environment: { $in: ['dev', 'prod'] } }),
          secrets('create', {}, true),
        ],
      ),
    ).to.deep.equal({
      gained: ['May now read secrets in dev or prod', 'Is no longer denied to delete secrets'],
      lost: [
        'May no longer read tags',
        'May no longer edit secrets in dev',
        'Is now denied, whatever other rules allow, to create secrets',
      ],
    });
  });
});
