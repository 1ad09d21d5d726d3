import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { explainHref, giveHref, whoHref, type Question } from './addresses.ts';
import { mayGive, useCan } from './use-can.ts';

interface Props {
  readonly project: { readonly id: string; readonly slug: string };
  /** What is asked about: an action on something. */
  readonly question: Question;
  /** The label of the link to everybody who may: "Who can read this". */
  readonly who: string;
}

/** Links to who can do something, to why somebody can or cannot, and to giving access to secrets for a time; absent for those who may not see members. */
export const AccessLinks = ({ project, question, who }: Props) => {
  const ability = useCan(project);
  if (!['member', 'identity'].some((subject) => ability.may('read', subject))) return null;
  return (
    <Group gap="md">
      <Anchor component={Link} href={whoHref(project.slug, { ...question, actor: undefined })} size="sm">
        {who}
      </Anchor>
      <Anchor component={Link} href={explainHref(project.slug, question)} size="sm">
        Explain access
      </Anchor>
      {question.subject === 'secrets' && mayGive(ability) && (
        <Anchor component={Link} href={giveHref(project.slug, question)} size="sm">
          Give access for a time
        </Anchor>
      )}
    </Group>
  );
};
