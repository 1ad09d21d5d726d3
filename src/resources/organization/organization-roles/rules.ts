import type { Rule } from '../../../access/rule.ts';
import { organizationSubjects, subjectsWithConditions } from '../../../access/organization-subjects.ts';
import { builtInOrganizationRoles } from '../../../access/organization-roles.ts';
import type { Request } from '../../../contract.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';

type RoleInput = Request<'updateOrganizationRole'>['body'];
type RuleInput = NonNullable<RoleInput['permissions']>[number];

const reservedSlugs: readonly string[] = [...builtInOrganizationRoles.map(({ slug }) => slug), 'custom'];

const issue = (code: ValidationIssue['code'], message: string, ...path: (string | number)[]): ValidationIssue => ({
  code,
  in: 'body',
  path: path.map(String),
  message,
});

const actionIssues = (
  { subject, action }: RuleInput,
  known: readonly string[],
  ...path: (string | number)[]
): ValidationIssue[] => {
  const isUnknown = (name: string): boolean => !known.includes(name);
  const message = `must be an action of ${subject}: ${known.join(', ')}`;
  if (typeof action === 'string') return isUnknown(action) ? [issue('enum', message, ...path)] : [];
  return action.flatMap((name, index) => (isUnknown(name) ? [issue('enum', message, ...path, index)] : []));
};

const hasConditions = ({ conditions }: RuleInput): boolean => Object.keys(conditions ?? {}).length > 0;

const ruleIssues = (rule: RuleInput, index: number): ValidationIssue[] => {
  const at = ['permissions', index] as const;
  const known = organizationSubjects.get(rule.subject);
  if (!known) return [issue('enum', 'must be a subject of organizations', ...at, 'subject')];
  const issues = actionIssues(rule, known, ...at, 'action');
  if (subjectsWithConditions.has(rule.subject)) return issues;
  if (rule.inverted)
    issues.push(issue('invalid', `cannot be true: rules on ${rule.subject} only allow`, ...at, 'inverted'));
  if (hasConditions(rule))
    issues.push(issue('invalid', `must be empty: rules on ${rule.subject} have no conditions`, ...at, 'conditions'));
  return issues;
};

/** 422 unless the slug is free to choose, and every rule is about something that organizations have. */
export const checkRole = ({ slug, permissions = [] }: RoleInput): void => {
  const issues = permissions.flatMap(ruleIssues);
  if (slug !== undefined && reservedSlugs.includes(slug))
    issues.unshift(issue('invalid', `must not be one of ${reservedSlugs.join(', ')}`, 'slug'));
  refuseIssues(issues);
};

/** A rule as it is kept: each action once, and nothing that says nothing. */
export const toRule = (input: RuleInput): Rule => ({
  subject: input.subject,
  action: [...new Set(typeof input.action === 'string' ? [input.action] : input.action)],
  ...(hasConditions(input) && { conditions: { ...input.conditions } }),
  ...(input.inverted && { inverted: true }),
});
