import { conditionsCover } from './matching.ts';
import type { Rule, RuleScope } from './rule.ts';
import { groupsOf, groupsWords, type RuleGroup } from './words.ts';

/** What a change of rules gives and takes, in sentences without a full stop. */
export interface Difference {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
}

/** What the groups say that the others do not. */
const beyond = (groups: readonly RuleGroup[], others: readonly RuleGroup[]): readonly RuleGroup[] =>
  groups.flatMap((group) => {
    const covering = others.filter(
      ({ subject, conditions }) => subject === group.subject && conditionsCover(conditions, group.conditions),
    );
    const actions = group.actions.filter((action) => !covering.some((other) => other.actions.includes(action)));
    return actions.length === 0 ? [] : [{ ...group, actions }];
  });

/** Compares what rules allowed and denied before with what they do after. */
export const differenceOf = (scope: RuleScope, before: readonly Rule[], after: readonly Rule[]): Difference => {
  const split = (rules: readonly Rule[]) => {
    const groups = groupsOf(scope, rules);
    return { allows: groups.filter(({ isDeny }) => !isDeny), denies: groups.filter(({ isDeny }) => isDeny) };
  };
  const [old, changed] = [split(before), split(after)];
  const say = (start: string, groups: readonly RuleGroup[]): readonly string[] =>
    groupsWords(scope, groups).map((words) => `${start} ${words}`);
  return {
    gained: [
      ...say('May now', beyond(changed.allows, old.allows)),
      ...say('Is no longer denied to', beyond(old.denies, changed.denies)),
    ],
    lost: [
      ...say('May no longer', beyond(old.allows, changed.allows)),
      ...say('Is now denied, whatever other rules allow, to', beyond(changed.denies, old.denies)),
    ],
  };
};
