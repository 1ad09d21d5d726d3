import type { Rule } from '../../../access/rule.ts';
import { projectRuleIssues } from '../../../access/rule-checks.ts';
import { badRequest, refuseIssues } from '../../../platform/errors.ts';
import { periodIssues, type PeriodInput } from '../grants/period.ts';

/** 400 for what a request for access has granted: it ends with the request. */
export const requireUnrequested = ({ accessRequestId }: { readonly accessRequestId: string | null }): void => {
  if (accessRequestId !== null)
    throw badRequest(
      'A request for access has granted this privilege, so that it cannot be changed or deleted. Revoke the request instead.',
    );
};

/** 422 unless every rule and the period are valid. */
export const checkPrivilege = ({
  permissions = [],
  type,
}: {
  readonly permissions?: readonly Rule[];
  readonly type?: PeriodInput;
}): void =>
  refuseIssues([...projectRuleIssues(permissions, 'permissions'), ...(type ? periodIssues(type, 'type') : [])]);
