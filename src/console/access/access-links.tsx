import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { explainHref, whoHref, type Question } from './addresses.ts';
import { useCan } from './use-can.ts';

interface Props {
  readonly project: { readonly id: string; readonly slug: string };
  /** What is asked about: an action on something. */
  readonly question: Question;
  /** The label of the link to everybody who may: "Who can read this". */
  readonly who: string;
}

/** Links to who can do something, and to why somebody can or cannot; absent for those who may not see members. */
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
    </Group>
  );
};
