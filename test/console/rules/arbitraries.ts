import fc from 'fast-check';
import { conditionKinds, ruleSubjects, type ConditionKind, type RuleScope } from '../../../generated/rules.ts';

const text = fc.oneof(fc.constantFrom('dev', 'prod', '/a/**', '{{identity.id}}', 'secrets:read'), fc.string());
const texts = fc.array(text, { maxLength: 3 });

const operands: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  $eq: text,
  $ne: text,
  $glob: text,
  $in: texts,
  $all: texts,
  $elemMatch: fc.record(
    {
      key: fc.record({ $eq: text, $ne: text, $in: texts }, { requiredKeys: [] }),
      value: fc.record({ $eq: text, $ne: text, $in: texts }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  ),
};

const conditionOf = (kind: ConditionKind): fc.Arbitrary<unknown> => {
  const { mayBePlain, operators } = conditionKinds[kind];
  const byOperator = fc.record(Object.fromEntries(operators.map((name) => [name, operands[name]!])), {
    requiredKeys: [],
  });
  return mayBePlain ? fc.oneof(text, byOperator) : byOperator;
};

/** Rules of every shape of the contract. */
export const contractRule = (scope: RuleScope): fc.Arbitrary<unknown> =>
  fc.constantFrom(...Object.entries(ruleSubjects[scope])).chain(([subject, { actions, conditions }]) => {
    const action = actions ? fc.constantFrom(...Object.keys(actions)) : fc.string({ minLength: 1 });
    const object = conditions
      ? fc.record(Object.fromEntries(Object.entries(conditions).map(([field, kind]) => [field, conditionOf(kind)])), {
          requiredKeys: [],
        })
      : fc.dictionary(fc.string(), fc.jsonValue());
    return fc.record(
      {
        subject: fc.constant(subject),
        action: fc.oneof(action, fc.array(action, { maxLength: 4 })),
        conditions: fc.oneof({ weight: 4, arbitrary: object }, fc.constant(null), fc.constant({})),
        inverted: fc.boolean(),
      },
      { requiredKeys: ['subject', 'action'] },
    );
  });

const oddText = fc.oneof(fc.constantFrom('secrets', 'tags', 'unknown-subject', 'read', 'constructor'), fc.string());

/** What may be stored although the contract does not allow it: unknown names, lists for texts, other types. */
export const oddRule: fc.Arbitrary<unknown> = fc.oneof(
  fc.record(
    {
      subject: fc.oneof(oddText, fc.array(oddText, { maxLength: 2 }), fc.jsonValue()),
      action: fc.oneof(oddText, fc.array(oddText, { maxLength: 2 }), fc.jsonValue()),
      conditions: fc.dictionary(
        fc.oneof(fc.constantFrom('environment', 'secretTags', 'metadata'), fc.string()),
        fc.oneof(text, fc.dictionary(fc.constantFrom('$eq', '$in', '$glob', '$elemMatch', '$regex'), fc.jsonValue())),
      ),
      inverted: fc.oneof(fc.boolean(), fc.jsonValue()),
      other: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
