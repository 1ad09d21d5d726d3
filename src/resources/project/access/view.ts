import { actionsOf } from '../../../access/ability.ts';
import type { ReadyRule } from '../../../access/grant.ts';
import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Absence, Explanation } from './service.ts';
import type { AllowedActor } from './who.ts';

type ExplanationReply = Reply<'explainAccess'>;
type RuleReply = NonNullable<ExplanationReply['decidedBy']>;

export const ruleView = ({ rule, grant: { source, startsAt, endsAt } }: ReadyRule): RuleReply => ({
  subject: rule.subject,
  action: [...actionsOf(rule)],
  inverted: rule.inverted ?? false,
  conditions: rule.conditions ?? null,
  from: { ...source, startsAt, endsAt },
});

const nameOf = ({ grant: { source } }: ReadyRule): string =>
  `the ${source.type} "${source.slug}"${source.group ? `, held through the group "${source.group.name}"` : ''}`;

const untilText = (endsAt: Timestamp | null): string => (endsAt === null ? '' : `, until ${endsAt}`);

/** What would allow the action, and when. */
const describeAlternatives = ({ wouldAllow, planned, ended }: Explanation): string[] => [
  ...(wouldAllow ? [`Without it, ${nameOf(wouldAllow)} would allow this.`] : []),
  ...(planned
    ? [`From ${planned.startsAt} on it is allowed by ${nameOf(planned.by[0]!)}${untilText(planned.endsAt)}.`]
    : []),
  ...(ended ? [`It was allowed by ${nameOf(ended)}, until ${ended.grant.endsAt}.`] : []),
];

const absences: Readonly<Record<Absence, string>> = {
  invited: 'Nothing is allowed before the invitation to the organization is accepted. Then:',
  deactivated: 'Nothing is allowed while the membership of the organization is deactivated. Without that:',
};

const describeReason = (explanation: Explanation): string => {
  const { absence, decidedBy } = explanation;
  const decision = decidedBy
    ? `${decidedBy.isDeny ? 'Denied' : 'Allowed'} by a rule of ${nameOf(decidedBy)}${untilText(decidedBy.grant.endsAt)}.`
    : 'No active rule allows this.';
  return [...(absence ? [absences[absence]] : []), decision, ...describeAlternatives(explanation)].join(' ');
};

export const explanationView = (explanation: Explanation): ExplanationReply => ({
  isAllowed: explanation.isAllowed,
  reason: describeReason(explanation),
  actor: explanation.actor,
  at: explanation.at,
  decidedBy: explanation.decidedBy ? ruleView(explanation.decidedBy) : null,
  atOtherTimes: explanation.atOtherTimes.map(ruleView),
});

type AllowedActorReply = Reply<'listAllowedActors'>['actors'][number];

export const allowedActorView = ({ type, id, name, period }: AllowedActor, at: Timestamp): AllowedActorReply => ({
  type,
  id,
  name,
  isAllowed: period.startsAt === at,
  startsAt: period.startsAt === at ? null : period.startsAt,
  endsAt: period.endsAt,
  allowedBy: period.by.map((ready) => {
    const { from, ...rule } = ruleView(ready);
    return { ...rule, from: { ...from, type: type === 'service-token' ? type : from.type } };
  }),
});
