import type { Rule } from '../../src/access/rule.ts';
import fc from 'fast-check';
import type { ReferenceGrant } from './reference.ts';

/** Few values, so that rules often match subject fields. */
export const now = '2030-01-01T00:00:00.000Z';
const environments = ['dev', 'prod', 'd'];
const paths = ['/', '/a', '/a/b', '/a/b/c', '/ab', '/b', '/a/b.c'];
const tags = ['x', 'y', 'z'];
export const subjects = ['secrets', 'identity', 'tags'] as const;
export const actions: Readonly<Record<(typeof subjects)[number], readonly string[]>> = {
  secrets: ['read', 'describeSecret', 'readValue', 'create', 'write', 'edit'],
  identity: ['read', 'edit', 'grant-privileges', 'assign-role', 'assign-additional-privileges'],
  tags: ['read', 'write', 'delete'],
};

/** Actions that do not include others: what holds for these holds for those that include several. */
export const plainActions = subjects.flatMap((subject) => {
  const plain = {
    secrets: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
    identity: ['read', 'edit', 'assign-role', 'assign-additional-privileges'],
    tags: ['read', 'create', 'edit', 'delete'],
  };
  return plain[subject].map((action) => ({ subject, action }));
});

const globPiece = fc.constantFrom(
  '*',
  '**',
  '?',
  '/',
  'a',
  'b',
  'c',
  'd',
  '.',
  '/a',
  '/**',
  '{a,b}',
  '{,/b}',
  '{a/**,/b}',
  'prod',
  '{',
  '}',
  ',',
);
const anyPattern = fc.oneof(
  fc.array(globPiece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
  fc.constantFrom('/a/**', '/**', '/a/b/**', '/a*', '/a/*', '/{a,b}/**'),
);
/** Two adjacent braces would be a template. */
export const globPattern = anyPattern.filter((pattern) => !pattern.includes('{{'));
export const path = fc.constantFrom(...paths);

/**
 * Patterns whose alternatives can be expanded one by one: not followed by others, because only the last ones lose their
 * trailing slash, and not next to a star, which would become two.
 */
export const separatePattern = globPattern.filter((pattern) => !/\*\{|\}\*|[{},].*\{/.test(pattern));

const text = (values: readonly string[]) => fc.constantFrom(...values);
const operators = (value: fc.Arbitrary<string>) =>
  fc.record(
    { $eq: value, $ne: value, $in: fc.array(value, { maxLength: 3 }), $glob: separatePattern },
    { requiredKeys: [] },
  );
const sparse = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    value,
    fc.record({ $in: fc.array(value, { minLength: 1, maxLength: 2 }) }),
    fc.record({ $glob: separatePattern }),
    fc.record({ $eq: value }),
    fc.record({ $ne: value }),
    operators(value),
  );

const conditionsOf: Readonly<Record<(typeof subjects)[number], fc.Arbitrary<Rule['conditions']>>> = {
  secrets: fc.record(
    {
      environment: sparse(text(environments)),
      secretPath: sparse(path),
      secretTags: fc.record(
        { $in: fc.array(text(tags), { maxLength: 2 }), $all: fc.array(text(tags), { maxLength: 2 }) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  ),
  identity: fc.record(
    { identityId: fc.oneof(text(['one', 'two']), fc.record({ $ne: text(['one', 'two']) })) },
    { requiredKeys: [] },
  ),
  tags: fc.constant({}),
};

export const anyRule: fc.Arbitrary<Rule> = fc.constantFrom(...subjects).chain((subject) =>
  fc.record(
    {
      subject: fc.constant(subject),
      action: fc.oneof(
        fc.constantFrom(...actions[subject]),
        fc.uniqueArray(fc.constantFrom(...actions[subject]), { minLength: 1, maxLength: 3 }),
      ),
      conditions: fc.oneof(conditionsOf[subject], fc.constant(null), fc.constant({})) as fc.Arbitrary<Readonly<
        Record<string, unknown>
      > | null>,
      inverted: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    },
    { requiredKeys: ['subject', 'action'] },
  ),
);

const time = fc.constantFrom(null, '2029-12-31T23:59:59.999Z', now, '2030-01-01T00:00:00.001Z');

export const anyGrant: fc.Arbitrary<ReferenceGrant> = fc.record({
  rules: fc.array(anyRule, { maxLength: 4 }),
  startsAt: time,
  endsAt: time,
});

export const anySubjectFields = fc.record(
  {
    environment: text(environments),
    secretPath: path,
    secretTags: fc.uniqueArray(text(tags)),
    identityId: text(['one', 'two']),
  },
  { requiredKeys: ['environment', 'secretPath'] },
);

export const anyCheck = fc.constantFrom(...subjects).chain((subject) =>
  fc.record({
    subject: fc.constant(subject),
    action: fc.constantFrom(...actions[subject]),
    fields: anySubjectFields,
  }),
);
