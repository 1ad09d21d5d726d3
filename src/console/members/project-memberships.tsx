import { ActionIcon, Anchor, Badge, Group, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { components } from '../../../generated/api.d.ts';
import { useCan } from '../access/use-can.ts';
import { useProjects } from '../api/projects.ts';
import { heldRoleText } from './roles.ts';
import { ItemList } from '../components/item-list.tsx';

export interface ProjectMembership {
  readonly projectId: string;
  readonly name: string;
  readonly roles: readonly components['schemas']['HeldRole'][];
}

type Remove = (membership: ProjectMembership) => void;

interface RowProps {
  readonly membership: ProjectMembership;
  /** The slug of the project, if the signed-in person is a member of it. */
  readonly slug?: string;
  readonly onRemove: Remove | undefined;
}

const Row = ({ membership, slug, onRemove }: RowProps) => (
  <Group component="li" gap="xs" wrap="nowrap">
    <Text size="sm" component="div" flex={1} miw={0} truncate>
      {slug === undefined ? (
        membership.name
      ) : (
        <Anchor component={Link} href={`/p/${slug}/access`} size="sm">
          {membership.name}
        </Anchor>
      )}
    </Text>
    {membership.roles.map((role) => (
      <Badge key={role.id} variant="default" size="sm">
        {heldRoleText(role)}
      </Badge>
    ))}
    {onRemove && (
      <ActionIcon aria-label={`Remove from ${membership.name}`} onClick={() => onRemove(membership)}>
        <IconX size={16} />
      </ActionIcon>
    )}
  </Group>
);

const OwnProjectRow = ({ subject, ...props }: RowProps & { subject: string }) => {
  const mayRemove = useCan({ id: props.membership.projectId }).may('delete', subject);
  return <Row {...props} onRemove={mayRemove ? props.onRemove : undefined} />;
};

interface Props {
  readonly memberships: readonly ProjectMembership[];
  /** What is said if there are none. */
  readonly none: string;
  /** What is deleted in a project: `identity`, `groups` or `member`. */
  readonly subject: string;
  readonly onRemove: Remove;
  /** Whether it can be removed from projects that the signed-in person is not a member of. */
  readonly mayRemoveElsewhere?: boolean;
}

/** The projects of a member, with its roles there. */
export const ProjectMembershipList = ({ memberships, none, subject, onRemove, mayRemoveElsewhere }: Props) => {
  const { data } = useProjects();
  return (
    <ItemList label="Projects" items={memberships} empty={none}>
      {(membership) => {
        const { projectId } = membership;
        const slug = data?.projects.find(({ id }) => id === projectId)?.slug;
        return slug === undefined ? (
          <Row key={projectId} membership={membership} onRemove={mayRemoveElsewhere ? onRemove : undefined} />
        ) : (
          <OwnProjectRow key={projectId} membership={membership} slug={slug} subject={subject} onRemove={onRemove} />
        );
      }}
    </ItemList>
  );
};
