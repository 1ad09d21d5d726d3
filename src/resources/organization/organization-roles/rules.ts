import type { Rule } from '../../../access/rule.ts';
import { organizationSubjects, subjectsWithConditions } from '../../../access/organization-subjects.ts';
import { builtInOrganizationRoles } from '../../../access/organization-roles.ts';
import type { Request } from '../../../contract.ts';
import { parseTime } from '../../../platform/clock.ts';
import { changedMeanwhile, refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { OrganizationRoleRow } from './store.ts';

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
  actions: readonly string[],
  ...path: (string | number)[]
): ValidationIssue[] => {
  const isUnknown = (name: string): boolean => !actions.includes(name);
  const message = `must be an action of ${subject}: ${actions.join(', ')}`;
  if (typeof action === 'string') return isUnknown(action) ? [issue('enum', message, ...path)] : [];
  return action.flatMap((name, index) => (isUnknown(name) ? [issue('enum', message, ...path, index)] : []));
};

const hasConditions = ({ conditions }: RuleInput): boolean => Object.keys(conditions ?? {}).length > 0;

const ruleIssues = (rule: RuleInput, index: number): ValidationIssue[] => {
  const at = ['permissions', index] as const;
  const actions = organizationSubjects.get(rule.subject);
  if (!actions) return [issue('enum', 'must be a subject of rules in organizations', ...at, 'subject')];
  const issues = actionIssues(rule, actions, ...at, 'action');
  if (subjectsWithConditions.has(rule.subject)) return issues;
  if (rule.inverted)
    issues.push(issue('invalid', `must not be true: rules on ${rule.subject} can only allow`, ...at, 'inverted'));
  if (hasConditions(rule))
    issues.push(issue('invalid', `must be empty: rules on ${rule.subject} have no conditions`, ...at, 'conditions'));
  return issues;
};

/** 422 if the slug is reserved, or a rule has an unknown subject or action. */
export const checkRole = ({ slug, permissions = [] }: RoleInput): void => {
  const issues = permissions.flatMap(ruleIssues);
  if (slug !== undefined && reservedSlugs.includes(slug))
    issues.unshift(issue('invalid', `must not be one of ${reservedSlugs.join(', ')}`, 'slug'));
  refuseIssues(issues);
};

/** Returns the stored form of a rule: distinct actions, and no empty fields. */
export const toRule = (input: RuleInput): Rule => ({
  subject: input.subject,
  action: [...new Set(typeof input.action === 'string' ? [input.action] : input.action)],
  ...(hasConditions(input) && { conditions: { ...input.conditions } }),
  ...(input.inverted && { inverted: true }),
});

type ChangeableColumns = Pick<OrganizationRoleRow, 'slug' | 'name' | 'description' | 'permissions'>;

/** Returns the sent fields of a role of an organization or a project. */
export const roleChanges = ({
  slug,
  name,
  description,
  permissions,
}: { readonly [Key in keyof ChangeableColumns]?: ChangeableColumns[Key] | undefined }): Partial<ChangeableColumns> => ({
  ...(slug !== undefined && { slug }),
  ...(name !== undefined && { name }),
  ...(description !== undefined && { description }),
  ...(permissions && { permissions }),
});

/** 409 unless the role is the one that the caller read, if the caller says when it was last changed. */
export const requireUnchanged = (
  { updatedAt }: Pick<OrganizationRoleRow, 'updatedAt'>,
  { expectedUpdatedAt }: { readonly expectedUpdatedAt?: string },
): void => {
  if (expectedUpdatedAt !== undefined && parseTime(expectedUpdatedAt) !== parseTime(updatedAt))
    throw changedMeanwhile('this role');
};
