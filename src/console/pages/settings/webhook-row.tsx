import { ActionIcon, Badge, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDots, IconListDetails, IconPlayerPause, IconPlayerPlay, IconSend, IconTrash } from '@tabler/icons-react';
import type { components } from '../../../../generated/api.d.ts';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { useProject } from '../../layout/project.tsx';

export type Webhook = components['schemas']['WebhookWithUrl'];

const stateOf = ({ isDisabled, lastStatus }: Webhook): string => {
  if (isDisabled) return 'Paused';
  return lastStatus === null ? 'Nothing sent yet' : lastStatus === 'success' ? 'Working' : 'Failing';
};

/** The changes of a webhook. */
const useActions = ({ id, url }: Webhook) => {
  const params = { path: { webhookId: id } };
  const test = api.useMutation('post', '/api/v1/webhooks/{webhookId}/test');
  const update = api.useMutation('patch', '/api/v1/webhooks/{webhookId}');
  const remove = api.useMutation('delete', '/api/v1/webhooks/{webhookId}', { meta: { showsError: true } });
  return {
    isTesting: test.isPending,
    sendTest: () =>
      test.mutate(
        { params },
        {
          onSuccess: ({ webhook: { lastStatus, lastRunErrorMessage } }) =>
            notifications.show(
              lastStatus === 'success'
                ? { message: 'The test request was received.' }
                : { color: 'red', message: `The test request failed: ${lastRunErrorMessage ?? 'no response'}` },
            ),
        },
      ),
    setDisabled: (isDisabled: boolean) => update.mutate({ params, body: { isDisabled } }),
    askToDelete: () =>
      confirm({
        title: 'Delete the webhook?',
        message: `Nothing is sent to ${url} any more, and its log is deleted.`,
        action: 'Delete webhook',
        isDestructive: true,
        onConfirm: () => remove.mutateAsync({ params }),
      }),
  };
};

const Actions = ({ webhook, onShowDeliveries }: { webhook: Webhook; onShowDeliveries: () => void }) => {
  const ability = useCan(useProject());
  const { isTesting, sendTest, setDisabled, askToDelete } = useActions(webhook);
  const { isDisabled, url } = webhook;
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon aria-label={`Actions of the webhook to ${url}`} loading={isTesting}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSend size={16} />} onClick={sendTest}>
          Send a test
        </Menu.Item>
        <Menu.Item leftSection={<IconListDetails size={16} />} onClick={onShowDeliveries}>
          Deliveries
        </Menu.Item>
        {ability.can('edit', 'webhooks') && (
          <Menu.Item
            leftSection={isDisabled ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => setDisabled(!isDisabled)}
          >
            {isDisabled ? 'Resume' : 'Pause'}
          </Menu.Item>
        )}
        {ability.can('delete', 'webhooks') && (
          <Menu.Item leftSection={<IconTrash size={16} />} onClick={askToDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

interface Props {
  readonly webhook: Webhook;
  readonly onShowDeliveries: () => void;
}

export const WebhookRow = ({ webhook, onShowDeliveries }: Props) => {
  const { url, environment, secretPath, lastRunErrorMessage, disabledReason } = webhook;
  return (
    <Group component="li" wrap="nowrap" align="flex-start" justify="space-between">
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        <Group gap="xs">
          <Badge size="sm" variant="default">
            {stateOf(webhook)}
          </Badge>
          <Text size="sm" c="dimmed">
            {environment.name},{' '}
            <Text span ff="monospace" inherit>
              {secretPath}
            </Text>
          </Text>
        </Group>
        {disabledReason === 'member-removed' && (
          <Text size="sm" c="var(--mantine-color-error)">
            The member who was responsible for it has no access to the project any more. Whoever resumes it is
            responsible from then on.
          </Text>
        )}
        {lastRunErrorMessage && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {lastRunErrorMessage}
          </Text>
        )}
      </Stack>
      <Actions webhook={webhook} onShowDeliveries={onShowDeliveries} />
    </Group>
  );
};
