import type { SubjectFields } from './conditions.ts';
import type { ReadyRule } from './grant.ts';

const none: readonly ReadyRule[] = [];

/** The environments that a rule can apply to; undefined for all. */
const environmentsOf = ({ conditions }: ReadyRule): readonly string[] | undefined => {
  const condition = conditions.get('environment');
  if (condition === undefined || condition === 'unknown') return undefined;
  return condition.$eq === undefined ? condition.$in : [condition.$eq];
};

/**
 * The rules about one action on a subject, indexed by environment: most rules name one, so a decision looks only at
 * those that can apply, rather than at hundreds.
 */
export class ActionRules {
  readonly all: readonly ReadyRule[];
  #anywhere: ReadyRule[] | undefined;
  readonly #inEnvironment = new Map<string, ReadyRule[]>();

  constructor(all: readonly ReadyRule[]) {
    this.all = all;
  }

  /** The rules that can apply to the subject fields, in two disjoint lists. */
  about({ environment }: SubjectFields): readonly [readonly ReadyRule[], readonly ReadyRule[]] {
    if (typeof environment !== 'string') return [this.all, none];
    this.#anywhere ??= this.#sort();
    return [this.#inEnvironment.get(environment) ?? none, this.#anywhere];
  }

  #sort(): ReadyRule[] {
    const anywhere: ReadyRule[] = [];
    for (const rule of this.all) {
      const environments = environmentsOf(rule);
      if (!environments) anywhere.push(rule);
      for (const environment of new Set(environments)) {
        const rules = this.#inEnvironment.get(environment);
        if (rules) rules.push(rule);
        else this.#inEnvironment.set(environment, [rule]);
      }
    }
    return anywhere;
  }
}
