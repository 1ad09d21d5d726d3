import { isDeepStrictEqual } from 'node:util';
import type { Rule } from '../resources/roles/store.ts';

export interface Permission {
  readonly subject: string;
  readonly action: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

const touches = (rule: Rule, action: string, subject: string): boolean => rule.subject === subject && rule.action.includes(action);

const isConditional = ({ conditions }: Pick<Rule, 'conditions'>): boolean => conditions !== undefined && Object.keys(conditions).length > 0;

/** The rules that say something about the action, for the one who is refused it. */
export const relevantRules = (rules: readonly Rule[], action: string, subject: string): readonly Rule[] =>
  rules.filter((rule) => touches(rule, action, subject));

/** Whether the action is allowed on the subject as a whole: a deny wins, whatever the order. */
export const allows = (rules: readonly Rule[], action: string, subject: string): boolean => {
  const relevant = relevantRules(rules, action, subject).filter((rule) => !isConditional(rule));
  return relevant.length > 0 && relevant.every((rule) => rule.inverted !== true);
};

const covers = (held: readonly Rule[], { action, subject, conditions }: Permission): boolean => {
  const relevant = relevantRules(held, action, subject);
  // What is held under conditions covers what is granted under the very same ones; anything cleverer would have to be proved.
  const isHeld = relevant.some((rule) => !rule.inverted && (!isConditional(rule) || isDeepStrictEqual(rule.conditions, conditions)));
  return isHeld && !relevant.some((rule) => rule.inverted);
};

const permissionsOf = (rules: readonly Rule[], isInverted: boolean): Permission[] =>
  rules
    .filter((rule) => (rule.inverted ?? false) === isInverted)
    .flatMap(({ subject, action, conditions }) => action.map((name) => ({ action: name, subject, ...(conditions && { conditions }) })));

/** What somebody would grant without holding it: nobody grants that. */
export const missingPermissions = (held: readonly Rule[], granted: readonly Rule[]): Permission[] =>
  permissionsOf(granted, false).filter((permission) => !covers(held, permission));

/** What a change of rules grants: all that is allowed after it, and what was denied before and no longer is. */
export const grantedBy = (before: readonly Rule[], after: readonly Rule[]): readonly Rule[] => {
  const denied = permissionsOf(after, true);
  const lifted = before.filter((rule) => rule.inverted && !rule.action.every((action) => denied.some((deny) => isDeepStrictEqual(deny, { action, subject: rule.subject, ...(rule.conditions && { conditions: rule.conditions }) }))));
  return [...after, ...lifted.map(({ inverted: _, ...rule }) => rule)];
};
