import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { formerSubjects } from '../../src/access/former-subjects.ts';
import { projectSubjects } from '../../src/access/project-subjects.ts';
import { contract, operationOf, resolve, type Schema } from '../support/expect/contract.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { expectFree, expectRefused, type Attacks } from './named-values/attack.ts';
import { stopProvider } from './named-values/claims.ts';
import { deciding, decidingAttacks } from './named-values/deciding.ts';
import { stopSts } from './named-values/aws.ts';
import { stopCluster } from './named-values/kubernetes.ts';
import { stopBoundProvider } from './named-values/login-binding.ts';
import { otherOperations } from './named-values/other-operations.ts';
import { stopSignOnProviders } from './named-values/sign-on.ts';
import { conditions, subjectsWithoutFeature, templates, type NamedValue } from './named-values/table.ts';

const values = new Map<string, NamedValue>([
  ...Object.entries(conditions).map(([name, { value }]) => [name, value] as const),
  ...Object.entries(templates),
  ...decidingAttacks.map(([name, attacks]) => [name, { attacks }] as const),
]);

const attacksOf = (value: NamedValue): Attacks => ('attacks' in value ? value.attacks : {});

const writing = (Object.keys(operations) as OperationId[]).filter((id) => operations[id].method !== 'GET');

/** The schema of a rule: its subjects and its conditions. */
interface RuleShape {
  /** Undefined if any string is allowed. */
  readonly subjects: readonly string[] | undefined;
  readonly conditions: readonly string[];
}

/** Undefined if the schema is not that of a rule. */
const ruleShape = (schema: Schema): RuleShape | undefined => {
  const { subject, conditions: limits } = (resolve(schema).properties ?? {}) as Schema;
  return (
    subject && limits && { subjects: resolve(subject).enum, conditions: Object.keys(resolve(limits).properties ?? {}) }
  );
};

/** The conditions of project rules in the contract, as `subject condition`; each subject has its own schema. */
const conditionsInContract = (): string[] =>
  (contract.components.schemas.ProjectPermission.oneOf as Schema[])
    .map((schema) => ruleShape(schema)!)
    .flatMap(({ subjects, conditions: names }) =>
      subjects!.flatMap((subject) => names.map((name) => `${subject} ${name}`)),
    );

/** The names of the conditions of all rules in requests, legacy ones included. */
const conditionNamesInRequests = (): Set<string> => {
  const found = new Set<string>();
  const visited = new Set<Schema>();
  const walk = (given: Schema): void => {
    const schema = resolve(given);
    if (visited.has(schema)) return;
    visited.add(schema);
    for (const name of ruleShape(schema)?.conditions ?? []) found.add(name);
    const { properties = {}, allOf = [], oneOf = [], anyOf = [], items } = schema;
    for (const child of [
      ...Object.values(properties as Schema),
      ...allOf,
      ...oneOf,
      ...anyOf,
      ...(items ? [items] : []),
    ])
      walk(child as Schema);
  };
  for (const id of writing)
    for (const { schema } of Object.values((operationOf(id).requestBody?.content ?? {}) as Schema))
      walk(schema as Schema);
  return found;
};

/** The paths of templates that the contract mentions, without the variable part. */
const templatesInContract = (): Set<string> =>
  new Set([...JSON.stringify(contract).matchAll(/\{\{(identity[\w.]*?)(?:\.[A-Z]+)?\}\}/g)].map(([, path]) => path!));

const ruledConditions = [...projectSubjects].flatMap(([subject, { conditions: known = {} }]) =>
  Object.keys(known).map((name) => `${subject} ${name}`),
);

describe('the table of values that rules refer to or that decide who gets in', () => {
  it('contains exactly the conditions of the contract', () => {
    const known = Object.entries(conditions).flatMap(([name, { subjects }]) =>
      subjects.map((subject) => `${subject} ${name}`),
    );
    const live = (pairs: readonly string[]): string[] =>
      pairs.filter((pair) => !subjectsWithoutFeature.includes(pair.split(' ')[0]!));
    expect(live(conditionsInContract()), 'the contract').to.have.members(known);
    expect(live(ruledConditions), 'src/access/project-subjects.ts').to.have.members(known);
    expect(conditionsInContract()).to.have.members(ruledConditions);
    expect([...conditionNamesInRequests()], 'older forms of rules').to.have.members([
      ...new Set(ruledConditions.map((pair) => pair.split(' ')[1]!)),
    ]);
  });

  it('contains exactly the templates of the contract', () => {
    expect([...templatesInContract()]).to.have.members(Object.keys(templates));
  });

  it('does not list a subject as unused while an operation requires a permission on it', () => {
    const asked = (Object.keys(operations) as OperationId[])
      .map((id) => operations[id].permission)
      .flatMap((needed) => ('project' in needed ? [needed.project.split(':')[0]!] : []));
    for (const subject of subjectsWithoutFeature) {
      expect(asked, subject).not.to.include(subject);
      expect(projectSubjects.get(subject)?.conditions, subject).to.be.an('object');
    }
    for (const subject of formerSubjects) expect(asked, subject).not.to.include(subject);
  });

  it('contains every writing operation, as one that changes such values or as one that does not', () => {
    const attacked = new Set([...values.values()].flatMap((value) => Object.keys(attacksOf(value))));
    const others = otherOperations.flatMap(({ operations: ids }) => ids);
    expect([...attacked, ...others]).to.have.members(writing);
  });

  it('contains every field of the operations that decide how claims of a provider become access', () => {
    for (const { operations: ids, fields } of Object.values(deciding)) {
      for (const id of ids) {
        const { schema } = Object.values(operationOf(id).requestBody!.content as Schema)[0] as Schema;
        expect(Object.keys(resolve(schema as Schema).properties as Schema), id).to.have.members(Object.keys(fields));
      }
      for (const [field, reason] of Object.entries(fields))
        if (typeof reason === 'string') expect(reason, field).to.match(/^[A-Z].{10,}\.$/);
    }
  });

  it('has an attack for each value, or the reason why there is none', () => {
    for (const [name, value] of values) {
      if ('constant' in value) expect(value.constant, name).to.match(/^[A-Z].{10,}\.$/);
      else
        expect(
          Object.values(value.attacks).flatMap((cases) => Object.keys(cases)),
          name,
        ).not.to.be.empty;
    }
    for (const { reason, operations: ids } of otherOperations)
      expect(reason, ids.join(' ')).to.match(/^[A-Z].{10,}\.$/);
  });
});

after(() => Promise.all([stopProvider(), stopBoundProvider(), stopCluster(), stopSts(), stopSignOnProviders()]));

onEachDatabase('a value that rules refer to or that decides who gets in', (world, kind) => {
  for (const [name, value] of values) {
    describe(name, () => {
      for (const [id, attacks] of Object.entries(attacksOf(value))) {
        const operation = id as OperationId;
        for (const [how, prepare] of shareOf(Object.entries(attacks), kind)) {
          it(`is protected when ${operation} ${how}`, async () => {
            const attack = await prepare(world(), operation);
            await expectRefused(world(), operation, attack);
            if (attack.isFreeWithoutRule) await expectFree(world(), await prepare(world(), operation));
          });
        }
      }
    });
  }
});
