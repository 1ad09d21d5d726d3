import type { Rule } from '../../../access/rule.ts';
import { projectRuleIssues } from '../../../access/rule-checks.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import { periodIssues, type PeriodInput } from '../grants/period.ts';

/** 422 unless every rule and the period are valid. */
export const checkPrivilege = ({
  permissions = [],
  type,
}: {
  readonly permissions?: readonly Rule[];
  readonly type?: PeriodInput;
}): void =>
  refuseIssues([...projectRuleIssues(permissions, 'permissions'), ...(type ? periodIssues(type, 'type') : [])]);
