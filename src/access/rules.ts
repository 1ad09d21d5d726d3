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

const permissionsOf = (rules: readonly Rule[], isInverted: boolean): Permission[] =>
  rules
    .filter((rule) => (rule.inverted ?? false) === isInverted)
    .flatMap(({ subject, action, conditions }) => action.map((name) => ({ action: name, subject, ...(conditions && { conditions }) })));

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same text for the same permission: looking that up in a set stays quick where comparing each with each would not. */
const keyOf = ({ action, subject, conditions = {} }: Permission): string => JSON.stringify([subject, action, conditions], inOrder);

/** What somebody would grant without holding it: nobody grants that. */
export const missingPermissions = (held: readonly Rule[], granted: readonly Rule[]): Permission[] => {
  const allowed = new Set(permissionsOf(held, false).map(keyOf));
  const denied = new Set(permissionsOf(held, true).map(({ action, subject }) => keyOf({ action, subject })));
  return permissionsOf(granted, false).filter((permission) => {
    const { action, subject } = permission;
    const whole = keyOf({ action, subject });
    // What is held under conditions covers what is granted under the very same ones; anything cleverer would have to be proved.
    const isHeld = allowed.has(whole) || allowed.has(keyOf(permission));
    return !isHeld || denied.has(whole);
  });
};

/** What a change of rules grants: all that is allowed after it, and what was denied before and no longer is. */
export const grantedBy = (before: readonly Rule[], after: readonly Rule[]): readonly Rule[] => {
  const denied = new Set(permissionsOf(after, true).map(keyOf));
  const lifted = permissionsOf(before, true).filter((deny) => !denied.has(keyOf(deny)));
  return [...after, ...lifted.map(({ action, ...rest }) => ({ ...rest, action: [action] }))];
};
