import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useCan } from '../../access/use-can.ts';
import { useProjects } from '../../api/projects.ts';
import { ProjectRoleSelect } from '../../members/role-select.tsx';
import type { Membership } from './create.ts';
import { ItemList } from '../../components/item-list.tsx';

interface RowProps {
  readonly membership: Membership;
  readonly name: string;
  readonly onChange: (role: string) => void;
  readonly onRemove: () => void;
}

const Row = ({ membership: { projectId, role }, name, onChange, onRemove }: RowProps) => {
  const ability = useCan({ id: projectId });
  return (
    <Group component="li" gap="xs" wrap="nowrap" align="flex-start">
      <Text size="sm" flex={1} miw={0} truncate pt={8}>
        {name}
      </Text>
      <ProjectRoleSelect
        projectId={projectId}
        label={undefined}
        aria-label={`Role in ${name}`}
        w={170}
        value={role}
        error={ability.can('create', 'identity') ? undefined : 'You are not allowed to add identities here.'}
        onChange={(value) => value !== null && onChange(value)}
      />
      <ActionIcon aria-label={`Do not add it to ${name}`} onClick={onRemove} mt={4}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
};

interface Props {
  readonly value: readonly Membership[];
  readonly onChange: (value: readonly Membership[]) => void;
}

/** The projects that the identity becomes a member of, each with its role there. */
export const MembershipsField = ({ value, onChange }: Props) => {
  const { data } = useProjects();
  const projects = data?.projects ?? [];
  const nameOf = (projectId: string): string => projects.find(({ id }) => id === projectId)?.name ?? '';
  const others = projects.filter(({ id }) => !value.some(({ projectId }) => projectId === id));
  const replace = (changed: Membership): void =>
    onChange(value.map((membership) => (membership.projectId === changed.projectId ? changed : membership)));

  return (
    <Stack gap="xs">
      <ItemList label="Projects of the identity" items={value}>
        {(membership) => (
          <Row
            key={membership.projectId}
            membership={membership}
            name={nameOf(membership.projectId)}
            onChange={(role) => replace({ ...membership, role })}
            onRemove={() => onChange(value.filter(({ projectId }) => projectId !== membership.projectId))}
          />
        )}
      </ItemList>
      {(others.length > 0 || value.length === 0) && (
        <Select
          aria-label="Add to a project"
          placeholder={projects.length === 0 ? 'You are in no project yet' : 'Add to a project'}
          searchable
          disabled={others.length === 0}
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          value={null}
          onChange={(projectId) => projectId !== null && onChange([...value, { projectId, role: 'viewer' }])}
        />
      )}
    </Stack>
  );
};
