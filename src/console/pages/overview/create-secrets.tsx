import { Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { FormActions } from '../../components/form-actions.tsx';
import { useUnsaved } from '../../components/unsaved.ts';
import type { Project } from '../../layout/project.tsx';
import { GenerateValue } from '../../secrets/generate-value.tsx';
import { secretNameError } from '../../secrets/names.ts';
import { EnvironmentsField, environmentsError } from './environments-field.tsx';
import { failedIn, useInEnvironments } from './in-environments.ts';

interface Initial {
  readonly name: string;
  readonly environments: readonly string[];
}

interface Props {
  readonly project: Project;
  readonly path: string;
  /** Those in which the person may do it. */
  readonly environments: Project['environments'];
  readonly onClose: () => void;
}

const mono = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

const CreateSecretsForm = ({ project, path, environments, initial, onClose }: Props & { initial: Initial }) => {
  const form = useForm({
    initialValues: { name: initial.name, value: '', environments: [...initial.environments] },
    validate: { name: (name) => secretNameError(name) ?? null, environments: environmentsError },
  });
  useUnsaved(form.isDirty());
  const create = useInEnvironments(
    { projectId: project.id, path },
    async ({ name, value }: typeof form.values, environment) => {
      const params = { path: { secretName: name } };
      const body = { projectId: project.id, environment, secretPath: path, type: 'shared' as const };
      await client.POST('/api/v4/secrets/{secretName}', { params, body: { ...body, secretValue: value } });
      return () => client.DELETE('/api/v4/secrets/{secretName}', { params, body });
    },
  );
  return (
    <form
      onSubmit={form.onSubmit((fields) =>
        create.mutate(fields, {
          onSuccess: onClose,
          onError: (error) => form.setFieldValue('environments', failedIn(error, fields.environments)),
        }),
      )}
    >
      <Stack>
        <TextInput
          label="Name"
          placeholder="DATABASE_URL"
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          styles={mono}
          {...(initial.name === '' && { 'data-autofocus': true })}
          {...form.getInputProps('name')}
        />
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Textarea
            flex={1}
            label="Value"
            autosize
            minRows={2}
            maxRows={12}
            spellCheck={false}
            autoComplete="off"
            styles={mono}
            {...(initial.name !== '' && { 'data-autofocus': true })}
            {...form.getInputProps('value')}
          />
          <GenerateValue label="one" onGenerate={(value) => form.setFieldValue('value', value)} />
        </Group>
        <EnvironmentsField
          environments={environments}
          value={form.values.environments}
          error={form.errors.environments}
          onChange={(chosen) => form.setFieldValue('environments', chosen)}
        />
        <FormActions action="Create secret" isPending={create.isPending} error={create.error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

/** Creates a secret in several environments; the dialog is closed without initial values. */
export const CreateSecrets = ({ initial, ...form }: Props & { initial: Initial | undefined }) => (
  <Modal
    opened={initial !== undefined}
    closeOnClickOutside={false}
    onClose={form.onClose}
    title={form.path === '/' ? 'Create a secret' : `Create a secret in ${form.path}`}
  >
    {initial && <CreateSecretsForm initial={initial} {...form} />}
  </Modal>
);
