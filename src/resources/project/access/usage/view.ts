import type { Rule } from '../../../../access/rule.ts';
import { actionsOf } from '../../../../access/ability.ts';
import type { Reply } from '../../../../contract.ts';
import { ruleView } from '../view.ts';
import type { AccessUsage } from './service.ts';

type UsageReply = Reply<'getAccessUsage'>;

const suggestedView = (rule: Rule): UsageReply['suggestion']['needed'][number] => ({
  subject: rule.subject,
  action: [...actionsOf(rule)],
  inverted: rule.inverted ?? false,
  ...(rule.conditions && { conditions: rule.conditions }),
});

export const usageView = ({ rules, suggestion, cut, ...usage }: AccessUsage): UsageReply => ({
  ...usage,
  cut: [...cut],
  rules: rules.map(({ ready, status, actions }) => ({
    ...ruleView(ready),
    status,
    usage: actions.map(({ demands: _, ...action }) => action),
  })),
  suggestion: { needed: suggestion.needed.map(suggestedView), unknown: suggestion.unknown.map(suggestedView) },
});
