import { Modal, PasswordInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import { useProject } from '../../layout/project.tsx';

type WebhookType = components['schemas']['WebhookType'];

const types: readonly { value: WebhookType; label: string }[] = [
  { value: 'general', label: 'JSON' },
  { value: 'slack', label: 'Slack message' },
  { value: 'microsoft-teams', label: 'Microsoft Teams message' },
];

interface Values {
  readonly webhookUrl: string;
  readonly environment: string;
  readonly secretPath: string;
  readonly type: WebhookType;
  readonly webhookSecretKey: string;
}

const urlError = (url: string): string | null =>
  URL.canParse(url) && /^https?:/.test(url) ? null : 'Enter an address that starts with https:// or http://.';

const WebhookForm = ({ onClose }: { onClose: () => void }) => {
  const { id: projectId, environments } = useProject();
  const form = useForm<Values>({
    initialValues: {
      webhookUrl: '',
      environment: environments[0]?.slug ?? '',
      secretPath: '/**',
      type: 'general',
      webhookSecretKey: '',
    },
    validate: {
      webhookUrl: urlError,
      secretPath: (path) => (path.startsWith('/') ? null : 'Start the path with /.'),
    },
  });
  const save = ({ webhookSecretKey, ...values }: Values) =>
    client.POST('/api/v1/webhooks', { body: { projectId, ...values, ...(webhookSecretKey && { webhookSecretKey }) } });
  return (
    <DialogForm form={form} action="Create webhook" onSave={save} onClose={onClose}>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://"
        maxLength={2048}
        data-autofocus
        {...form.getInputProps('webhookUrl')}
      />
      <Select
        label="Environment"
        allowDeselect={false}
        data={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        {...form.getInputProps('environment')}
      />
      <TextInput
        label="Folder"
        description="A path such as /app, or a pattern: /app/** is that folder and all below it, /** all folders."
        maxLength={1024}
        spellCheck={false}
        {...form.getInputProps('secretPath')}
      />
      <Select label="Form of the request" allowDeselect={false} data={types} {...form.getInputProps('type')} />
      <PasswordInput
        label="Signing key (optional)"
        description="Signs every request, so that the receiver can check where it comes from. It is never shown again."
        autoComplete="off"
        maxLength={512}
        {...form.getInputProps('webhookSecretKey')}
      />
    </DialogForm>
  );
};

export const WebhookModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create webhook">
    <WebhookForm onClose={onClose} />
  </Modal>
);
