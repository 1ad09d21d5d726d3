import type { Rule } from '../../src/access/rule.ts';

/** The simple reference implementation that the engine is compared with. It uses no code of the engine. */
export interface ReferenceGrant {
  readonly rules: readonly Rule[];
  readonly startsAt: string | null;
  readonly endsAt: string | null;
}

export type SubjectFields = Readonly<Record<string, string | readonly string[]>>;

/** All expansions of the braces of a pattern that are not nested. */
export const withoutBraces = (pattern: string): string[] => {
  const found = /\{([^{}]*)\}/.exec(pattern);
  if (!found) return [pattern];
  return found[1]!
    .split(',')
    .flatMap((choice) =>
      withoutBraces(pattern.slice(0, found.index) + choice + pattern.slice(found.index + found[0].length)),
    );
};

const matches = (pattern: string, text: string): boolean => {
  if (pattern === '') return text === '';
  if (/^(\/\*\*)+$/.test(pattern) && text === '') return true;
  if (pattern.startsWith('**'))
    return matches(pattern.slice(2), text) || (text !== '' && matches(pattern, text.slice(1)));
  if (pattern.startsWith('*'))
    return matches(pattern.slice(1), text) || (text !== '' && !text.startsWith('/') && matches(pattern, text.slice(1)));
  if (pattern.startsWith('?')) return text !== '' && !text.startsWith('/') && matches(pattern.slice(1), text.slice(1));
  return text.startsWith(pattern[0]!) && matches(pattern.slice(1), text.slice(1));
};

export const referenceGlob = (pattern: string, text: string): boolean =>
  withoutBraces(pattern.replace(/\*{2,}/g, '**')).some((plain) => matches(plain.replace(/\*{2,}/g, '**'), text));

/** Paths have no trailing slash except the root, so one in a rule is ignored. */
const withoutSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

const pathCondition = (condition: any): any => {
  if (typeof condition === 'string') return withoutSlash(condition);
  if (Array.isArray(condition)) return condition.map(pathCondition);
  const patterns =
    typeof condition.$glob === 'string' ? { $globs: withoutBraces(condition.$glob).map(withoutSlash) } : {};
  const { $glob: _, ...others } = condition;
  return {
    ...Object.fromEntries(Object.entries(others).map(([operator, wanted]) => [operator, pathCondition(wanted)])),
    ...patterns,
  };
};

const operatorHolds = (operator: string, wanted: any, value: string | readonly string[]): boolean => {
  const values = typeof value === 'string' ? [value] : value;
  if (operator === '$eq') return values.some((each) => each === wanted);
  if (operator === '$ne') return values.every((each) => each !== wanted);
  if (operator === '$in') return values.some((each) => wanted.includes(each));
  if (operator === '$all') return wanted.every((each: string) => values.includes(each));
  if (operator === '$glob') return values.some((each) => referenceGlob(wanted, each));
  if (operator === '$globs') return wanted.some((pattern: string) => operatorHolds('$glob', pattern, value));
  throw new Error(operator);
};

const conditionHolds = (condition: any, value: string | readonly string[] | undefined): boolean => {
  if (value === undefined) return false;
  if (typeof condition === 'string') return operatorHolds('$eq', condition, value);
  return Object.entries(condition).every(([operator, wanted]) => operatorHolds(operator, wanted, value));
};

const standsFor = (subject: string, action: string): string[] => {
  if (subject === 'secrets' && action === 'read') return ['describeSecret', 'readValue'];
  if (subject === 'identity' && action === 'grant-privileges') return ['assign-role', 'assign-additional-privileges'];
  return action === 'write' ? ['create', 'edit', 'delete'] : [action];
};

/** Whether a rule applies to this action, which includes no others, with these subject fields. */
export const referenceApplies = (rule: Rule, asked: string, subject: string, fields: SubjectFields): boolean =>
  rule.subject === subject &&
  [rule.action].flat().some((name) => standsFor(subject, name).includes(asked)) &&
  Object.entries(rule.conditions ?? {}).every(([field, condition]) =>
    conditionHolds(field === 'secretPath' ? pathCondition(condition) : condition, fields[field]),
  );

export const referenceIsActive = ({ startsAt, endsAt }: Omit<ReferenceGrant, 'rules'>, now: string): boolean =>
  (startsAt ?? '') <= now && now < (endsAt ?? '9');

export const referenceAllows = (
  grants: readonly ReferenceGrant[],
  action: string,
  subject: string,
  fields: SubjectFields,
  now: string,
): boolean =>
  standsFor(subject, action).every((asked) => {
    const applicable = grants
      .filter((grant) => referenceIsActive(grant, now))
      .flatMap(({ rules }) => rules)
      .filter((rule) => referenceApplies(rule, asked, subject, fields));
    return applicable.some(({ inverted }) => !inverted) && !applicable.some(({ inverted }) => inverted);
  });

/**
 * The rule with these values substituted, by the names of templates. They are inserted verbatim, so they must not
 * contain wildcards. Without a value, an allow is no rule at all, and a deny loses that condition.
 */
export const referenceFilled = (rule: Rule, values: Readonly<Record<string, string>>): Rule | undefined => {
  const filled = Object.entries(rule.conditions ?? {}).map(([field, condition]) => {
    let isMissing = false;
    const text = JSON.stringify(condition).replace(/\{\{([^}]+)\}\}/g, (_template, name: string) => {
      isMissing ||= values[name] === undefined;
      return values[name] ?? '';
    });
    return { field, condition: JSON.parse(text) as unknown, isMissing };
  });
  if (!rule.inverted && filled.some(({ isMissing }) => isMissing)) return undefined;
  return {
    ...rule,
    conditions: Object.fromEntries(
      filled.filter(({ isMissing }) => !isMissing).map(({ field, condition }) => [field, condition]),
    ),
  };
};
