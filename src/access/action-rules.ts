import type { Thing } from './conditions.ts';
import type { ReadyRule } from './grant.ts';

const none: readonly ReadyRule[] = [];

/** The environments of which a rule can speak; undefined for any. */
const environmentsOf = ({ conditions }: ReadyRule): readonly string[] | undefined => {
  const condition = conditions.get('environment');
  if (condition === undefined || condition === 'unknown') return undefined;
  return condition.$eq === undefined ? condition.$in : [condition.$eq];
};

/**
 * The rules about one action of a subject. Most roles speak of certain environments: of hundreds of rules, a question
 * about a thing in one looks at those that can speak of it, and at no other.
 */
export class ActionRules {
  readonly all: readonly ReadyRule[];
  #anywhere: ReadyRule[] | undefined;
  readonly #inEnvironment = new Map<string, ReadyRule[]>();

  constructor(all: readonly ReadyRule[]) {
    this.all = all;
  }

  /** In two parts, of which no rule is in both. */
  about({ environment }: Thing): readonly [readonly ReadyRule[], readonly ReadyRule[]] {
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
        const known = this.#inEnvironment.get(environment);
        if (known) known.push(rule);
        else this.#inEnvironment.set(environment, [rule]);
      }
    }
    return anywhere;
  }
}
