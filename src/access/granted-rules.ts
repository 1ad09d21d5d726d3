import { actionsOf } from './ability.ts';
import type { Rule } from './rule.ts';

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const keyOf = ({ subject, conditions }: Pick<Rule, 'subject' | 'conditions'>, action: string): string =>
  JSON.stringify([subject, action, conditions ?? {}], inOrder);

/** The rules that a change of rules grants: those after it, and an allow for every deny that it removes. */
export const grantedBy = (before: readonly Rule[], after: readonly Rule[]): readonly Rule[] => {
  const denied = new Set(
    after.filter(({ inverted }) => inverted).flatMap((rule) => actionsOf(rule).map((action) => keyOf(rule, action))),
  );
  const lifted = before
    .filter(({ inverted }) => inverted)
    .flatMap((rule) =>
      actionsOf(rule)
        .filter((action) => !denied.has(keyOf(rule, action)))
        .map((action) => ({ ...rule, action: [action] })),
    )
    .map(({ inverted: _, ...allow }) => allow);
  return [...after, ...lifted];
};
