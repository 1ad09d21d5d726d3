import type { Rule } from '../../../src/access/rule.ts';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { subjectsWithCondition } from '../../../src/access/renaming.ts';
import type { Random } from './random.ts';

/** Few values, so that rules often match. */
export const environmentSlugs = ['dev', 'prod', 'stage', 'prod-eu'];
export const tagSlugs = ['x', 'y', 'z', 'w'];
export const paths = ['/', '/a', '/a/b', '/red'];
export const secretNames = ['ALPHA', 'BETA', 'GAMMA', 'ALPHA_2'];
export const memberNames = [...secretNames, 'robot'];
export const teams = ['red', 'a', 'a/b', 'blue'];
export const groupNames = ['ops', 'ops-eu', 'web', 'data'];
export const roleSlugs = ['role-a', 'role-b', 'role-c', 'role-d', 'role-e', 'role-f'];

type Conditions = Record<string, unknown>;

const secretActions: readonly (readonly string[])[] = [
  ['read'],
  ['describeSecret', 'readValue'],
  ['edit'],
  ['create', 'delete'],
  ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
];

const oneOf = (random: Random, values: readonly string[]): unknown => {
  const value = random.pick(values);
  return random.pick<unknown>([value, { $eq: value }, { $in: [value, random.pick(values)] }, { $ne: value }]);
};

const environment = (random: Random): unknown =>
  random.chance(0.2) ? { $glob: random.pick(['prod*', '*', 'd*']) } : oneOf(random, environmentSlugs);

const secretPath = (random: Random): unknown =>
  random.chance(0.3)
    ? random.pick<unknown>([
        '/{{identity.metadata.team}}',
        { $eq: '/{{identity.metadata.team}}' },
        { $in: ['/', '/{{identity.metadata.team}}/'] },
      ])
    : random.pick<unknown>([
        '/a',
        '/a/',
        { $glob: '/**' },
        { $glob: '/a/**' },
        { $glob: '/a/*' },
        { $glob: '/a*/' },
        { $ne: '/a/b' },
        { $in: ['/', '/red/'] },
      ]);

const secretName = (random: Random): unknown =>
  random.chance(0.3)
    ? random.pick<unknown>(['{{identity.username}}', { $ne: '{{identity.username}}' }])
    : random.chance(0.3)
      ? { $glob: 'ALPHA*' }
      : oneOf(random, secretNames);

const secretTags = (random: Random): unknown =>
  random.pick<unknown>([
    { $in: [random.pick(tagSlugs)] },
    { $all: [random.pick(tagSlugs)] },
    { $in: [random.pick(tagSlugs), random.pick(tagSlugs)] },
  ]);

const secretConditions = (random: Random): Conditions => ({
  ...(random.chance(0.4) && { environment: environment(random) }),
  ...(random.chance(0.35) && { secretPath: secretPath(random) }),
  ...(random.chance(0.3) && { secretName: secretName(random) }),
  ...(random.chance(0.25) && { secretTags: secretTags(random) }),
});

const groupName = (random: Random): unknown => (random.chance(0.3) ? { $glob: 'ops*' } : oneOf(random, groupNames));

const otherRule = (random: Random): Rule =>
  random.pick<Rule>([
    { subject: 'groups', action: ['read', 'edit'], conditions: { groupName: groupName(random) } },
    {
      subject: 'groups',
      action: ['assign-role'],
      conditions: { groupName: groupName(random), assignableRole: oneOf(random, roleSlugs) },
    },
    { subject: 'identity', action: ['assign-role'], conditions: { assignableRole: oneOf(random, roleSlugs) } },
  ]);

/**
 * A rule for reading values also allows to describe them: without that, requests return neither, and would test
 * nothing.
 */
const secretRule = (random: Random, inverted: boolean): Rule => {
  const action = random.chance(0.2) ? [inverted ? 'readValue' : 'describeSecret'] : random.pick(secretActions);
  return { subject: 'secrets', action, conditions: secretConditions(random) };
};

/** Usually a rule on secrets, sometimes a deny. */
export const anyRule = (random: Random): Rule => {
  const inverted = random.chance(0.2);
  const rule = random.chance(0.75) ? secretRule(random, inverted) : otherRule(random);
  return inverted ? { ...rule, inverted } : rule;
};

/** Rules that allow to change the values that rules refer to, and to grant permissions. */
export const operatorRules: readonly Rule[] = [
  { subject: 'identity', action: ['read', 'edit', 'assign-role', 'assign-additional-privileges'] },
  { subject: 'groups', action: ['read', 'create', 'edit', 'delete', 'assign-role'] },
  {
    subject: 'member',
    action: ['read', 'create', 'edit', 'delete', 'assign-role', 'assign-additional-privileges', 'assume-privileges'],
  },
  { subject: 'role', action: ['read', 'edit'] },
  { subject: 'environments', action: ['read', 'edit'] },
  { subject: 'tags', action: ['read', 'edit', 'delete'] },
];

/** Rules on everything in an environment, possibly only in some. */
export const wideRules = (random: Random): readonly Rule[] => {
  const conditions = random.chance(0.6) ? {} : { environment: oneOf(random, environmentSlugs) };
  const others = random.chance(0.5)
    ? subjectsWithCondition('environment').filter((subject) => subject !== 'secrets')
    : [];
  return [
    { subject: 'secrets', action: ['describeSecret', 'readValue', 'create', 'edit', 'delete'], conditions },
    ...others.map((subject) => ({ subject, action: projectSubjects.get(subject)!.actions })),
  ];
};

/** A rule with one more condition, so that it is within the boundary of the original. */
const narrower = (random: Random, rule: Rule): Rule =>
  rule.subject === 'secrets' && !rule.inverted && random.chance(0.5)
    ? { ...rule, conditions: { ...secretConditions(random), ...rule.conditions } }
    : rule;

/** Rules to grant: some of the actor's own, possibly narrower, or random ones. */
export const rulesToGive = (random: Random, own: readonly Rule[]): readonly Rule[] => {
  const copied = random
    .some(own, 0.3)
    .slice(0, 3)
    .map((rule) => narrower(random, rule));
  const made = random.times(random.below(3), () => anyRule(random));
  const rules = random.chance(0.6) ? copied : [...copied, ...made];
  return rules.length > 0 ? rules : [anyRule(random)];
};
