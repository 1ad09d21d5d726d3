import { Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { DeliveriesModal } from './deliveries.tsx';
import { WebhookModal } from './webhook-form.tsx';
import { WebhookRow, type Webhook } from './webhook-row.tsx';

const WebhookList = () => {
  const project = useProject();
  const ability = useCan(project);
  const [isCreating, { open, close }] = useDisclosure();
  const [shown, setShown] = useState<Webhook>();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/webhooks', {
    params: { query: { projectId: project.id } },
  });
  return (
    <Section
      title="Webhooks"
      description="Requests to your programs when secrets change. They never contain values."
      action={
        <Guarded
          isAllowed={ability.can('create', 'webhooks')}
          reason="You are not allowed to create webhooks in this project."
        >
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} />} onClick={open}>
            Create webhook
          </Button>
        </Guarded>
      }
    >
      {!data && <NotLoaded error={error} onRetry={refetch} rows={2} />}
      {data?.webhooks.length === 0 && (
        <Text size="sm" c="dimmed">
          No webhooks yet.
        </Text>
      )}
      {data && data.webhooks.length > 0 && (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label="Webhooks">
          {data.webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onShowDeliveries={() => setShown(webhook)} />
          ))}
        </Stack>
      )}
      <WebhookModal isOpen={isCreating} onClose={close} />
      <DeliveriesModal webhook={shown} onClose={() => setShown(undefined)} />
    </Section>
  );
};

/** The webhooks of the project. */
export const Webhooks = () => (useCan(useProject()).can('read', 'webhooks') ? <WebhookList /> : null);
