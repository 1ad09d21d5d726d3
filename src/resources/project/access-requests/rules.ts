import { projectSubjects } from '../../../access/project-subjects.ts';
import { projectRuleIssues } from '../../../access/rule-checks.ts';
import type { Rule } from '../../../access/rule.ts';
import type { Request } from '../../../contract.ts';
import { badRequest, refuseIssues, type ServiceError } from '../../../platform/errors.ts';
import { parseRange } from '../grants/period.ts';
import { readPath } from '../approval-policies/parts.ts';

type Body = Request<'createAccessRequest'>['body'];

/** What somebody asks for: rules on everything that a pattern of paths matches in one environment. */
export interface Asked {
  readonly environment: string;
  readonly secretPath: string;
  readonly rules: readonly Rule[];
}

const askable = ['secrets', 'secret-folders', 'secret-imports', 'dynamic-secrets', 'secret-rotation'];

const malformed = (index: number, problem: string): ServiceError => badRequest(`permissions.${index}: ${problem}`);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasKeys = (value: object, ...keys: string[]): boolean =>
  Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));

const readRule = ([actions, subject, conditions, inverted = 0]: Body['permissions'][number], index: number): Asked => {
  if (typeof subject !== 'string' || !askable.includes(subject))
    throw malformed(index, `ask for one of ${askable.join(', ')}.`);
  const names = typeof actions === 'string' ? [...new Set(actions.split(','))] : [];
  const known = projectSubjects.get(subject)!.actions;
  const unknown = names.filter((name) => !known.includes(name));
  if (names.length === 0 || unknown.length > 0)
    throw malformed(index, `actions on ${subject} are ${known.join(', ')}, joined by commas.`);
  if (inverted !== 0) throw malformed(index, 'a rule that denies cannot be asked for.');
  const path = isObject(conditions) && hasKeys(conditions, 'environment', 'secretPath') ? conditions.secretPath : null;
  const { environment } = isObject(conditions) ? conditions : {};
  if (typeof environment !== 'string' || !isObject(path) || !hasKeys(path, '$glob') || typeof path.$glob !== 'string')
    throw malformed(index, 'the conditions are exactly { "environment": …, "secretPath": { "$glob": … } }.');
  if (environment.includes('{{') || !path.$glob.startsWith('/'))
    throw malformed(index, 'the environment is a slug, and the path starts with a slash.');
  const secretPath = readPath(path.$glob);
  const rule = {
    subject,
    action: names,
    conditions: { environment, secretPath: { $glob: secretPath } },
    inverted: false,
  };
  return { environment, secretPath, rules: [rule] };
};

/** Reads the packed rules of a request: all about one environment and one path. */
export const readAsked = (permissions: Body['permissions']): Asked => {
  const [first, ...others] = permissions.map(readRule) as [Asked, ...Asked[]];
  if (
    others.some(({ environment, secretPath }) => environment !== first.environment || secretPath !== first.secretPath)
  )
    throw badRequest('All permissions of a request are about the same environment and path. Ask again for others.');
  const rules = [first, ...others].flatMap((asked) => asked.rules);
  refuseIssues(projectRuleIssues(rules, 'permissions'));
  return { ...first, rules };
};

/** As long as a policy can allow. */
const longestMs = 100 * 365.25 * 86_400_000;

const rangeIssue = (message: string) => ({
  code: 'invalid' as const,
  in: 'body' as const,
  path: ['temporaryRange'],
  message,
});

/** The stored form of a period in a request; null for access without an end. */
export const readRange = ({
  isTemporary,
  temporaryRange,
}: Pick<Body, 'isTemporary' | 'temporaryRange'>): string | null => {
  const text = temporaryRange?.trim() ?? '';
  const range = ['', 'permanent'].includes(text) ? null : text;
  if (range === null) {
    refuseIssues(isTemporary ? [rangeIssue('is required with isTemporary')] : []);
    return null;
  }
  const length = parseRange(range);
  refuseIssues([
    ...(isTemporary ? [] : [rangeIssue('needs isTemporary')]),
    ...(length === undefined || length < 1 || length > longestMs
      ? [rangeIssue('must be a number with a unit, such as 90m, 1.5 hours or 2 weeks, of at most 100 years')]
      : []),
  ]);
  return range;
};
