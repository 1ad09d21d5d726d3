import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { coloured } from './colour.ts';
import { questionOf, withQuestion, type QuestionOptions } from './access-question.ts';
import { connect } from './server/connection.ts';
import { asJson, pairs, shortTime } from './table.ts';
import { readWhere, requireWhere, whereText, type Where } from './where.ts';
import { askAbout, readWho, whoHelp } from './who.ts';

type Explanation = Reply<'explainAccess'>;

/** The role or privilege, and the group that it comes through. */
export const originText = ({
  type,
  slug,
  group,
}: {
  readonly type: string;
  readonly slug: string;
  readonly group: { readonly name: string } | null;
}): string => `${type} ${slug}${group ? `, group ${group.name}` : ''}`;

const asText = ({ isAllowed, reason, actor, at, decidedBy }: Explanation, action: string, where: Where): string => {
  const facts = pairs({
    who: `${actor.name} (${actor.type})`,
    action,
    where: whereText(where),
    at: shortTime(at),
    'decided by': decidedBy ? originText(decidedBy.from) : undefined,
    until: decidedBy?.from.endsAt ? shortTime(decidedBy.from.endsAt) : undefined,
    reason,
  });
  const answer = isAllowed ? coloured('green', 'Allowed.') : coloured('red', 'Not allowed.');
  return `${answer}\n${facts}`;
};

const explain = async (who: string, action: string, place: string, options: QuestionOptions): Promise<void> => {
  const [actor, where] = [readWho(who), readWhere(place)];
  const client = connect(options);
  const { id: projectId } = await requireWhere(client, where);
  const explanation = await askAbout(client, projectId, { ...actor, ...questionOf(action, where, options) });
  console.log(options.json ? asJson(explanation) : asText(explanation, `${options.subject}: ${action}`, where));
};

export const explainCommand = (): Command =>
  withQuestion(
    new Command('explain')
      .argument('<who>', 'a user or a machine identity')
      .argument('<action>', 'the action')
      .argument('<where>', 'the project, and what is in it'),
    whoHelp,
    'sallyport access explain ada@example.com readValue rockets:prod:/payments:API_KEY',
  ).action(explain);
