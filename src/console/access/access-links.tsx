import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { explainHref, whoHref, type QuestionFields } from './addresses.ts';
import { useCan } from './use-can.ts';

interface Props {
  readonly project: { readonly id: string; readonly slug: string };
  /** The fields of the secret. */
  readonly fields: QuestionFields;
}

/** Links to who can read a secret, and to why somebody can or cannot; absent for those who may not see members. */
export const AccessLinks = ({ project, fields }: Props) => {
  const ability = useCan(project);
  if (!['member', 'identity'].some((subject) => ability.may('read', subject))) return null;
  const question = { subject: 'secrets', action: 'readValue', fields };
  return (
    <Group gap="md">
      <Anchor component={Link} href={whoHref(project.slug, question)} size="sm">
        Who can read this
      </Anchor>
      <Anchor component={Link} href={explainHref(project.slug, question)} size="sm">
        Explain access
      </Anchor>
    </Group>
  );
};
