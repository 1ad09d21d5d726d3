import type { Rule } from '../../../access/rule.ts';

/** A rule of a project as answers show it. */
export interface RuleView {
  subject: string;
  action: string | string[];
  inverted: boolean;
  conditions?: Record<string, unknown> | null;
}

/** A rule as it is kept: just as it was sent, without what belongs to no rule. */
export const toProjectRule = ({ subject, action, inverted = false, conditions }: Rule): Rule => ({
  subject,
  action,
  inverted,
  ...(conditions !== undefined && { conditions }),
});

/** The log tells what rules were about; the longest would fill it, and what reads it. */
const maxAuditedText = 10_000;

/** The rules as text, as clients that read such entries know them. */
export const auditedRules = (rules: readonly Rule[]): string => JSON.stringify(rules).slice(0, maxAuditedText);

/** `inverted` is always there; conditions are when they were sent. */
export const projectRuleView = ({ subject, action, inverted = false, conditions }: Rule): RuleView => ({
  subject,
  action: typeof action === 'string' ? action : [...action],
  inverted,
  ...(conditions !== undefined && { conditions }),
});
