import { Modal, Stack, Table, TableScrollContainer, Text } from '@mantine/core';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Ago } from '../../components/time.tsx';
import type { Webhook } from './webhook-row.tsx';

type Delivery = components['schemas']['WebhookDelivery'];

const resultOf = ({ status, responseStatus, errorMessage, attempts }: Delivery): string => {
  const tries = attempts > 1 ? `, ${attempts} attempts` : '';
  if (status === 'success') return `Success${responseStatus === null ? '' : ` (${responseStatus})`}${tries}`;
  const state = status === 'pending' ? 'Waiting' : 'Failed';
  return `${state}${tries}${errorMessage ? `: ${errorMessage}` : ''}`;
};

const DeliveryTable = ({ deliveries }: { deliveries: readonly Delivery[] }) => (
  <TableScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table aria-label="Deliveries">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Time</Table.Th>
          <Table.Th>Event</Table.Th>
          <Table.Th>Folder</Table.Th>
          <Table.Th>Result</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {deliveries.map((delivery) => (
          <Table.Tr key={delivery.id}>
            <Table.Td>
              <Ago value={delivery.lastAttemptAt ?? delivery.createdAt} />
            </Table.Td>
            <Table.Td>{delivery.event}</Table.Td>
            <Table.Td ff="monospace">{delivery.secretPath}</Table.Td>
            <Table.Td>{resultOf(delivery)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </TableScrollContainer>
);

const Deliveries = ({ webhookId }: { webhookId: string }) => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/webhooks/{webhookId}/deliveries', {
    params: { path: { webhookId }, query: { limit: 50 } },
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={3} />;
  return data.deliveries.length > 0 ? (
    <DeliveryTable deliveries={data.deliveries} />
  ) : (
    <Text size="sm">Nothing was sent yet. A request follows when a secret changes.</Text>
  );
};

/** What a webhook has sent, and what waits. */
export const DeliveriesModal = ({ webhook, onClose }: { webhook: Webhook | undefined; onClose: () => void }) => (
  <Modal opened={webhook !== undefined} onClose={onClose} title="Deliveries" size="xl">
    {webhook && (
      <Stack>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {webhook.url}
        </Text>
        <Deliveries webhookId={webhook.id} />
      </Stack>
    )}
  </Modal>
);
