import { Modal, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
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
  const create = api.useMutation('post', '/api/v1/webhooks', { meta: { showsError: true }, onSuccess: onClose });
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
  useUnsaved(form.isDirty());
  const submit = form.onSubmit(({ webhookSecretKey, ...values }) => {
    create.mutate({ body: { projectId, ...values, ...(webhookSecretKey && { webhookSecretKey }) } });
  });
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
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
        <FormActions action="Create webhook" isPending={create.isPending} error={create.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

export const WebhookModal = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} title="Create webhook">
    <WebhookForm onClose={onClose} />
  </Modal>
);
