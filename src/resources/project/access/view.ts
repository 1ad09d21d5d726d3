import { actionsOf } from '../../../access/ability.ts';
import type { ReadyRule } from '../../../access/grant.ts';
import type { Reply } from '../../../contract.ts';
import type { Explanation } from './service.ts';

type ExplanationReply = Reply<'explainAccess'>;
type RuleReply = NonNullable<ExplanationReply['decidedBy']>;

const ruleView = ({ rule, grant: { source, startsAt, endsAt } }: ReadyRule): RuleReply => ({
  subject: rule.subject,
  action: [...actionsOf(rule)],
  inverted: rule.inverted ?? false,
  conditions: rule.conditions ?? null,
  from: { ...source, startsAt, endsAt },
});

const describeReason = ({ isAllowed, decidedBy }: Explanation): string => {
  if (!decidedBy) return 'No active rule allows this.';
  const { source, endsAt } = decidedBy.grant;
  const through = source.group ? `, held through the group "${source.group.name}"` : '';
  const until = endsAt === null ? '' : `, until ${endsAt}`;
  return `${isAllowed ? 'Allowed' : 'Denied'} by a rule of the ${source.type} "${source.slug}"${through}${until}.`;
};

export const explanationView = (explanation: Explanation): ExplanationReply => ({
  isAllowed: explanation.isAllowed,
  reason: describeReason(explanation),
  at: explanation.at,
  decidedBy: explanation.decidedBy ? ruleView(explanation.decidedBy) : null,
  atOtherTimes: explanation.atOtherTimes.map(ruleView),
});
