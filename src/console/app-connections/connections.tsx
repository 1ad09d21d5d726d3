import { ActionIcon, Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconDots, IconPencil, IconPlugConnected, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { confirm } from '../components/confirm.tsx';
import { CreateButton } from '../components/create-button.tsx';
import { ItemList } from '../components/item-list.tsx';
import { Section } from '../components/section.tsx';
import { ConnectionDialog } from './form.tsx';
import { kindLabel, type AppConnection } from './kinds.ts';

export type Verb = 'read' | 'create' | 'edit' | 'delete' | 'rotate-credentials';

interface Props {
  /** The project whose connections they are; without it, those of the organization. */
  readonly projectId?: string;
  /** Whether the person may do this with a connection, or with one at all. */
  readonly can: (verb: Verb, connectionId?: string) => boolean;
}

const useActions = ({ id: connectionId, app, name, credentials: { username } }: AppConnection) => {
  const params = { path: { app, connectionId } };
  const test = api.useMutation('post', '/api/v1/app-connections/{app}/{connectionId}/test');
  const rotate = api.useMutation('post', '/api/v1/app-connections/{app}/{connectionId}/rotate-credentials', {
    meta: { showsError: true },
  });
  const remove = api.useMutation('delete', '/api/v1/app-connections/{app}/{connectionId}', {
    meta: { showsError: true },
  });
  return {
    isTesting: test.isPending,
    test: () =>
      test.mutate({ params }, { onSuccess: () => notifications.show({ message: `The login of ${name} succeeded.` }) }),
    askToRotate: () =>
      confirm({
        title: `Rotate the password of ${name}?`,
        message: `The user ${username ?? ''} gets a password that only this server knows. Whoever else uses it now is locked out.`,
        action: 'Rotate password',
        isDestructive: true,
        onConfirm: async () => {
          await rotate.mutateAsync({ params });
          notifications.show({ message: `The password of ${name} is rotated.` });
        },
      }),
    askToDelete: () =>
      confirm({
        title: `Delete ${name}?`,
        message: 'Nothing changes in the system that it leads to.',
        action: 'Delete connection',
        isDestructive: true,
        onConfirm: () => remove.mutateAsync({ params }),
      }),
  };
};

interface RowProps extends Pick<Props, 'can'> {
  readonly connection: AppConnection;
  readonly onEdit: () => void;
}

const Row = ({ connection, can, onEdit }: RowProps) => {
  const { id, name, description, app, credentials, isPlatformManagedCredentials } = connection;
  const { isTesting, test, askToRotate, askToDelete } = useActions(connection);
  const { username, host, port, database } = credentials;
  return (
    <Group component="li" wrap="nowrap" align="flex-start" justify="space-between">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {kindLabel(app)}
          </Text>
          {isPlatformManagedCredentials && (
            <Badge size="sm" variant="default">
              Password of the server
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {username} at {host}:{port}
          {database !== undefined && `, ${database}`}
        </Text>
        {description !== null && <Text size="sm">{description}</Text>}
      </Stack>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions of ${name}`} loading={isTesting}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPlugConnected size={16} />} onClick={test}>
            Test
          </Menu.Item>
          {can('edit', id) && (
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
              Edit
            </Menu.Item>
          )}
          {can('rotate-credentials', id) && (
            <Menu.Item leftSection={<IconRefresh size={16} />} onClick={askToRotate}>
              Rotate password
            </Menu.Item>
          )}
          {can('delete', id) && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={askToDelete}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};

/** Where systems are whose passwords the server changes, and how it logs in there. */
export const Connections = ({ projectId, can }: Props) => {
  const [isCreating, { open, close }] = useDisclosure();
  const [edited, setEdited] = useState<AppConnection>();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/app-connections', {
    params: { query: projectId === undefined ? {} : { projectId } },
  });
  return (
    <Section
      title="Connections"
      description="Where a system is, and as whom this server logs in there to change the passwords of others."
      action={
        <CreateButton
          label="Create connection"
          isAllowed={can('create')}
          reason="You are not allowed to create connections here."
          onClick={open}
        />
      }
    >
      <ItemList
        label="Connections"
        items={data?.appConnections}
        loading={{ error, refetch }}
        empty="No connections yet."
        gap="sm"
      >
        {(connection) => (
          <Row key={connection.id} connection={connection} can={can} onEdit={() => setEdited(connection)} />
        )}
      </ItemList>
      <ConnectionDialog isOpen={isCreating} projectId={projectId} onClose={close} />
      {edited && <ConnectionDialog key={edited.id} isOpen stored={edited} onClose={() => setEdited(undefined)} />}
    </Section>
  );
};
