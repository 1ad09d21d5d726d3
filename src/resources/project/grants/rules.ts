import type { Rule } from '../../../access/rule.ts';
import { projectRuleIssues } from '../../../access/rule-checks.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import { periodIssues, type PeriodInput } from './period.ts';

/** A rule of a project in responses. */
export interface RuleView {
  subject: string;
  action: string | string[];
  inverted: boolean;
  conditions?: Record<string, unknown> | null;
}

/** 422 unless every rule and the period are valid. */
export const checkPrivilege = ({
  permissions = [],
  type,
}: {
  readonly permissions?: readonly Rule[];
  readonly type?: PeriodInput;
}): void =>
  refuseIssues([...projectRuleIssues(permissions, 'permissions'), ...(type ? periodIssues(type, 'type') : [])]);

/** Returns the stored form of a rule: as it was sent, without unknown fields. */
export const toProjectRule = ({ subject, action, inverted = false, conditions }: Rule): Rule => ({
  subject,
  action,
  inverted,
  ...(conditions !== undefined && { conditions }),
});

/** Whether a rule denies something: then ending it grants what it denied. */
export const hasDenies = (rules: readonly Rule[]): boolean => rules.some(({ inverted }) => inverted);

/** Bounds the text of rules in an entry of the audit log. */
export const maxAuditedText = 10_000;

/** Returns the rules as JSON text, the form that clients of the audit log expect. */
export const auditedRules = (rules: readonly Rule[]): string => JSON.stringify(rules).slice(0, maxAuditedText);

/** Shows a rule; `inverted` is always present, `conditions` only if they were sent. */
export const projectRuleView = ({ subject, action, inverted = false, conditions }: Rule): RuleView => ({
  subject,
  action: typeof action === 'string' ? action : [...action],
  inverted,
  ...(conditions !== undefined && { conditions }),
});
