import { conditionsWords } from './condition-words.ts';
import { formOf } from './form.ts';
import { areDisjoint, conditionsCover } from './matching.ts';
import {
  actionsOf,
  canonical,
  entryOf,
  expandedActions,
  isRule,
  joined,
  subjectOf,
  type Rule,
  type RuleScope,
} from './rule.ts';

/** The rules on one subject with the same conditions. */
export interface RuleGroup {
  readonly subject: string;
  readonly isDeny: boolean;
  readonly conditions: Readonly<Record<string, unknown>>;
  /** Without actions that include others. */
  readonly actions: readonly string[];
}

/** Brings together what several rules say about the same objects. */
export const groupsOf = (scope: RuleScope, rules: readonly Rule[]): readonly RuleGroup[] => {
  const groups = new Map<string, RuleGroup>();
  for (const rule of rules.filter(isRule)) {
    const { subject, inverted = false } = rule;
    const conditions = rule.conditions ?? {};
    const key = canonical([subject, inverted, conditions]);
    const actions = [...(groups.get(key)?.actions ?? []), ...expandedActions(scope, subject, actionsOf(rule))];
    groups.set(key, { subject, isDeny: inverted, conditions, actions: [...new Set(actions)] });
  }
  return [...groups.values()];
};

/** Actions that together are better known under another name. */
const wholes: readonly (readonly [whole: string, ...parts: string[]])[] = [
  ['read', 'describeSecret', 'readValue'],
  ['grant-privileges', 'assign-role', 'assign-additional-privileges'],
];

const withWholes = (actions: readonly string[]): readonly string[] =>
  wholes.reduce((named, [whole, ...parts]) => {
    if (!parts.every((part) => named.includes(part))) return named;
    return [...new Set(named.map((action) => (parts.includes(action) ? whole : action)))];
  }, actions);

/** What may be done with a subject: verbs before its noun, and phrases that name their object themselves. */
interface Deeds {
  readonly verbs: readonly string[];
  readonly noun: string;
  readonly phrases: readonly string[];
}

const deedsOf = (scope: RuleScope, { subject, actions }: Pick<RuleGroup, 'subject' | 'actions'>): Deeds => {
  const found = subjectOf(scope, subject);
  const noun = found?.noun ?? `"${subject}"`;
  const known = Object.keys(found?.actions ?? {});
  if (known.length > 2 && expandedActions(scope, subject, known).every((action) => actions.includes(action)))
    return { verbs: ['do everything with'], noun, phrases: [] };
  const templates = withWholes(actions).map((action) => entryOf(found?.actions, action) ?? `"${action}" *`);
  return {
    verbs: templates.filter((text) => text.endsWith(' *')).map((text) => text.slice(0, -2)),
    noun,
    phrases: templates.filter((text) => !text.endsWith(' *')).map((text) => text.replace('*', noun)),
  };
};

const deedsWords = ({ verbs, noun, phrases }: Deeds): string =>
  joined([...(verbs.length > 0 ? [`${joined(verbs)} ${noun}`] : []), ...phrases]);

const spaced = (text: string): string => (text === '' ? '' : ` ${text}`);

/** What conditions say; in JSON if they have no words. */
const restriction = (scope: RuleScope, { subject, conditions }: Pick<RuleGroup, 'subject' | 'conditions'>): string => {
  if (Object.keys(conditions).length === 0) return '';
  const form = formOf(scope, { subject, action: [], conditions });
  return form.kind === 'fields' ? conditionsWords(form.conditions) : `where ${JSON.stringify(conditions)}`;
};

/** What a group is about, such as "read secrets in dev". */
export const groupWords = (scope: RuleScope, group: RuleGroup): string =>
  group.actions.length === 0
    ? `do nothing with ${subjectOf(scope, group.subject)?.noun ?? group.subject}`
    : `${deedsWords(deedsOf(scope, group))}${spaced(restriction(scope, group))}`;

/** Whether the deny takes something away from all actions of the group. */
const isException = (allow: RuleGroup, deny: RuleGroup): boolean =>
  deny.subject === allow.subject &&
  allow.actions.every((action) => deny.actions.includes(action)) &&
  !areDisjoint(allow.conditions, deny.conditions);

/** The conditions of a deny that the allow does not have as well. */
const exceptionWords = (scope: RuleScope, allow: RuleGroup, deny: RuleGroup): string => {
  const own = Object.entries(deny.conditions).filter(
    ([field, condition]) => canonical(allow.conditions[field]) !== canonical(condition),
  );
  return `those ${restriction(scope, { subject: deny.subject, conditions: Object.fromEntries(own) })}`;
};

const allowWords = (scope: RuleScope, allow: RuleGroup, denies: readonly RuleGroup[]): string => {
  const words = groupWords(scope, allow);
  const exceptions = denies.filter((deny) => isException(allow, deny));
  if (exceptions.length === 0) return words;
  if (exceptions.some((deny) => conditionsCover(deny.conditions, allow.conditions)))
    return `${words}, but all of this is denied`;
  return `${words}, except ${joined(exceptions.map((deny) => exceptionWords(scope, allow, deny)))}`;
};

/** Brings together subjects of which the same may be done, without conditions. */
const mergedPlain = (scope: RuleScope, groups: readonly RuleGroup[]): string[] => {
  const nounsByVerbs = new Map<string, string[]>();
  const others: string[] = [];
  for (const group of groups) {
    const deeds = deedsOf(scope, group);
    const key = joined(deeds.verbs);
    if (deeds.phrases.length > 0 || group.actions.length === 0) others.push(groupWords(scope, group));
    else nounsByVerbs.set(key, [...(nounsByVerbs.get(key) ?? []), deeds.noun]);
  }
  return [...[...nounsByVerbs].map(([verbs, nouns]) => `${verbs} ${joined(nouns)}`), ...others];
};

/** What groups are about, those without conditions together. */
export const groupsWords = (scope: RuleScope, groups: readonly RuleGroup[]): readonly string[] => {
  const isPlain = ({ conditions }: RuleGroup): boolean => Object.keys(conditions).length === 0;
  return [
    ...mergedPlain(scope, groups.filter(isPlain)),
    ...groups.filter((group) => !isPlain(group)).map((group) => groupWords(scope, group)),
  ];
};

/** What rules allow and deny, in sentences without a full stop; empty if they allow and deny nothing. */
export const describeRules = (rules: readonly Rule[], scope: RuleScope = 'project'): readonly string[] => {
  const groups = groupsOf(scope, rules);
  const denies = groups.filter(({ isDeny }) => isDeny);
  const allows = groups.filter(({ isDeny }) => !isDeny);
  const isPlain = (group: RuleGroup): boolean =>
    Object.keys(group.conditions).length === 0 && !denies.some((deny) => isException(group, deny));
  const isTold = (deny: RuleGroup): boolean => {
    const concerned = allows.filter(
      ({ subject, actions }) => subject === deny.subject && actions.some((action) => deny.actions.includes(action)),
    );
    return concerned.length > 0 && concerned.every((allow) => isException(allow, deny));
  };
  return [
    ...mergedPlain(scope, allows.filter(isPlain)).map((words) => `May ${words}`),
    ...allows.filter((group) => !isPlain(group)).map((group) => `May ${allowWords(scope, group, denies)}`),
    ...denies
      .filter((deny) => !isTold(deny))
      .map((deny) => `May never ${groupWords(scope, deny)}, whatever other rules allow`),
  ];
};

/** One rule in words, such as "May read secrets in dev". */
export const describeRule = (rule: Rule, scope: RuleScope = 'project'): string => {
  const [group] = groupsOf(scope, [rule]);
  return group ? `${group.isDeny ? 'May never' : 'May'} ${groupWords(scope, group)}` : 'A rule of an unknown kind';
};
