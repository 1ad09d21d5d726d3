import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { Section } from '../../components/section.tsx';
import { useProject } from '../../layout/project.tsx';
import { DeliveriesModal } from './deliveries.tsx';
import { WebhookModal } from './webhook-form.tsx';
import { WebhookRow, type Webhook } from './webhook-row.tsx';
import { ItemList } from '../../components/item-list.tsx';
import { CreateButton } from '../../components/create-button.tsx';

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
        <CreateButton
          label="Create webhook"
          isAllowed={ability.can('create', 'webhooks')}
          reason="You are not allowed to create webhooks in this project."
          onClick={open}
        />
      }
    >
      <ItemList label="Webhooks" items={data?.webhooks} loading={{ error, refetch }} empty="No webhooks yet." gap="sm">
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} onShowDeliveries={() => setShown(webhook)} />}
      </ItemList>
      <WebhookModal isOpen={isCreating} onClose={close} />
      <DeliveriesModal webhook={shown} onClose={() => setShown(undefined)} />
    </Section>
  );
};

/** The webhooks of the project. */
export const Webhooks = () => (useCan(useProject()).can('read', 'webhooks') ? <WebhookList /> : null);
