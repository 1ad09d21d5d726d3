import type { components } from '../../../generated/api.d.ts';
import { Ability as RuleSet, projectActions, type Expand } from '../../access/ability.ts';
import { ComparisonBudget } from '../../access/comparison-budget.ts';
import type { SubjectFields } from '../../access/conditions.ts';
import { permanently, type Grant } from '../../access/grant.ts';
import type { Rule } from '../../access/rule.ts';

export type { SubjectFields };

export type PackedRule = components['schemas']['PackedRule'];

const textOf = (value: PackedRule[number] | undefined): string => (typeof value === 'string' ? value : '');

const unpack = ([actions, subject, conditions, inverted]: PackedRule): Rule => ({
  action: textOf(actions).split(','),
  subject: textOf(subject),
  conditions: typeof conditions === 'object' ? conditions : {},
  inverted: inverted === 1,
});

const source: Grant['source'] = { type: 'role', id: '', slug: '', name: null, group: null };

/** The rules are those of the moment, so that no time is compared. */
const anyTime = '';

/** What the rules of a user allow, evaluated as by the server, to say in advance what it would refuse. */
export class Ability {
  readonly #rules: RuleSet;

  constructor(rules: readonly Rule[], expand: Expand = projectActions) {
    this.#rules = new RuleSet([{ ...permanently, source, rules }], undefined, expand);
  }

  static of(packed: readonly PackedRule[], expand?: Expand): Ability {
    return new Ability(packed.map(unpack), expand);
  }

  /** False until the rules are loaded. */
  get hasRules(): boolean {
    return this.#rules.size > 0;
  }

  /** Whether the action is allowed on an object with exactly these fields. */
  can(action: string, subject: string, fields: SubjectFields = {}): boolean {
    return this.#rules.decide(action, subject, fields, anyTime, new ComparisonBudget(Infinity)).isAllowed;
  }

  /** Whether the action is allowed on some object with these fields, whatever its others are. */
  may(action: string, subject: string, fields: SubjectFields = {}): boolean {
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return this.#rules.narrow(action, subject, known, anyTime, new ComparisonBudget(Infinity)).mayAllow;
  }
}
