import { projectSubjects } from '../../../../access/project-subjects.ts';
import type { Rule } from '../../../../access/rule.ts';
import { isUsedSubject } from './audited.ts';
import type { Demand } from './demand.ts';
import type { ActionUsage, RuleUsage, UsageStatus } from './matching.ts';

type Conditions = Readonly<Record<string, unknown>>;
interface SuggestedRule extends Rule {
  readonly action: readonly string[];
}

/** Rules for a role: what was needed, and what may have been. */
export interface Suggestion {
  readonly needed: readonly SuggestedRule[];
  readonly unknown: readonly SuggestedRule[];
}

/** More folders are not listed one by one. */
const maxPaths = 20;
const maxText = 512;

/** Whether a condition can name the text as it is: `{{` would begin a template. */
const isNameable = (text: unknown): text is string =>
  typeof text === 'string' && text.length > 0 && text.length <= maxText && !text.includes('{{');

const isOneOf = (texts: readonly string[]): unknown => (texts.length === 1 ? texts[0] : { $in: texts });

const ruleOf = ({ subject }: Rule, action: readonly string[], conditions: Conditions): SuggestedRule => ({
  subject,
  action,
  ...(Object.keys(conditions).length > 0 && { conditions }),
});

/** The folders of one environment in which the same actions were needed. */
interface Need {
  readonly environment: string;
  readonly actions: readonly string[];
  readonly paths: string[];
}

const hasFolder = ({ fields: { environment, secretPath } }: Demand): boolean =>
  isNameable(environment) && isNameable(secretPath);

/** Divides the requests, which all have a folder, by environment and actions. */
const divide = (used: readonly ActionUsage[]): Need[] => {
  const actionsAt = new Map<string, Set<string>>();
  for (const { action, demands } of used)
    for (const { fields } of demands) {
      const place = JSON.stringify([fields.environment, fields.secretPath]);
      actionsAt.set(place, (actionsAt.get(place) ?? new Set()).add(action));
    }
  const needs = new Map<string, Need>();
  for (const [place, actions] of actionsAt) {
    const [environment, path] = JSON.parse(place) as [string, string];
    const key = JSON.stringify([environment, ...actions]);
    const need = needs.get(key) ?? { environment, actions: [...actions], paths: [] };
    need.paths.push(path);
    needs.set(key, need);
  }
  return [...needs.values()];
};

/**
 * Narrows the rule to the folders that were needed. Each value fits the condition that it replaces, so that the result
 * allows nothing that the rule does not.
 */
const narrow = ({ ready: { rule } }: RuleUsage, used: readonly ActionUsage[]): SuggestedRule[] => {
  const conditions: Conditions = rule.conditions ?? {};
  const hasFolders = projectSubjects.get(rule.subject)?.conditions?.secretPath !== undefined;
  // What was granted to others, for example, was needed everywhere.
  const [inFolders, anywhere] = [true, false].map((isWanted) =>
    used.filter(({ demands }) => (hasFolders && demands.every(hasFolder)) === isWanted),
  ) as [ActionUsage[], ActionUsage[]];
  const needs = divide(inFolders).map(({ environment, actions, paths }) =>
    ruleOf(rule, actions, {
      ...conditions,
      environment,
      ...(paths.length <= maxPaths && { secretPath: isOneOf([...paths].sort()) }),
    }),
  );
  if (anywhere.length === 0) return needs;
  const actions = anywhere.map(({ action }) => action);
  return [ruleOf(rule, actions, conditions), ...needs];
};

const withStatus = (usage: RuleUsage, status: UsageStatus): readonly ActionUsage[] =>
  usage.actions.filter((action) => action.status === status);

/** Joins rules with the same conditions. */
const join = (rules: readonly SuggestedRule[]): SuggestedRule[] => {
  const joined = new Map<string, SuggestedRule>();
  for (const rule of rules) {
    const key = JSON.stringify([rule.subject, rule.conditions ?? {}, rule.inverted ?? false]);
    const action = [...new Set([...(joined.get(key)?.action ?? []), ...rule.action])];
    joined.set(key, { ...rule, action });
  }
  return [...joined.values()];
};

/** Suggests the narrowest rules that allow what was needed; denies stay, because they only narrow. */
export const suggestRules = (usages: readonly RuleUsage[]): Suggestion => {
  const allows = usages.filter(({ ready, actions }) => !ready.isDeny && actions.length > 0);
  const denies = usages.filter(({ ready, actions }) => ready.isDeny && actions.length > 0);
  const needed = allows.flatMap((usage) => {
    const used = withStatus(usage, 'used');
    return used.length > 0 ? narrow(usage, used) : [];
  });
  const unknown = allows.flatMap((usage) => {
    const actions = withStatus(usage, 'unknown').map(({ action }) => action);
    const { rule } = usage.ready;
    return actions.length > 0 && isUsedSubject(rule.subject) ? [ruleOf(rule, actions, rule.conditions ?? {})] : [];
  });
  const keptDenies = denies.map(({ ready: { rule }, actions }) => ({
    ...ruleOf(
      rule,
      actions.map(({ action }) => action),
      rule.conditions ?? {},
    ),
    inverted: true,
  }));
  return { needed: join([...needed, ...keptDenies]), unknown: join(unknown) };
};
