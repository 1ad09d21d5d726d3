import { projectRuleIssues } from '../../access/rule-checks.ts';
import { ValidationFailure, type ValidationIssue } from '../../platform/errors.ts';
import { periodIssues, type PeriodInput } from '../grants/period.ts';
import type { Rule } from '../roles/store.ts';

const maxIssues = 50;

/** 422 if there is anything wrong. */
export const refuseIssues = (issues: readonly ValidationIssue[]): void => {
  if (issues.length > 0) throw new ValidationFailure(issues.slice(0, maxIssues));
};

/** 422 unless every rule makes sense, and the period can be understood. */
export const checkPrivilege = ({ permissions = [], type }: { readonly permissions?: readonly Rule[]; readonly type?: PeriodInput }): void =>
  refuseIssues([...projectRuleIssues(permissions, 'permissions'), ...(type ? periodIssues(type, 'type') : [])]);
