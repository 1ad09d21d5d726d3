import type { Rule } from '../../../access/rule.ts';
import { reservedProjectRoles } from '../../../access/project-roles.ts';
import { legacyRuleIssues, projectRuleIssues } from '../../../access/rule-checks.ts';
import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';

interface RoleInput {
  readonly slug?: string;
  readonly permissions?: readonly Rule[];
}

const slugIssues = ({ slug }: RoleInput): ValidationIssue[] =>
  slug !== undefined && reservedProjectRoles.includes(slug)
    ? [
        {
          code: 'invalid',
          in: 'body',
          path: ['slug'],
          message: `must not be one of ${reservedProjectRoles.join(', ')}`,
        },
      ]
    : [];

const refuse = (issues: readonly ValidationIssue[]): void => {
  refuseIssues(issues);
};

/** 422 if the slug is reserved, or a rule is not valid. */
export const checkRole = (input: RoleInput): void =>
  refuse([...slugIssues(input), ...projectRuleIssues(input.permissions ?? [], 'permissions')]);

/** 422 if the slug is reserved, or a rule of the older form is not valid. */
export const checkLegacyRole = (input: RoleInput): void =>
  refuse([
    ...slugIssues(input),
    ...(input.permissions ?? []).flatMap((rule, index) => legacyRuleIssues(rule, 'permissions', `${index}`)),
  ]);
