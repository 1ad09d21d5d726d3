import { Group, Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../../api/client.ts';
import { DialogForm } from '../../components/dialog-form.tsx';
import type { Project } from '../../layout/project.tsx';
import { GenerateValue } from '../../secrets/generate-value.tsx';
import { secretNameError } from '../../secrets/names.ts';
import { useProtection } from '../../secrets/protection.tsx';
import { EnvironmentsField, environmentsError } from './environments-field.tsx';
import { createInEnvironments } from './in-environments.ts';

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
  const protection = useProtection(form.values.environments);
  const create = ({ name, value, environments: chosen }: typeof form.values) => {
    const onFailed = (failed: string[]) => form.setFieldValue('environments', failed);
    const target = { projectId: project.id, path, name, environments: chosen, onFailed };
    return createInEnvironments(target, async (environment) => {
      const params = { path: { secretName: name } };
      const body = { projectId: project.id, environment, secretPath: path, type: 'shared' as const };
      await client.POST('/api/v4/secrets/{secretName}', { params, body: { ...body, secretValue: value } });
      return () => client.DELETE('/api/v4/secrets/{secretName}', { params, body });
    });
  };
  return (
    <DialogForm
      form={form}
      action="Create secret"
      isDisabled={!protection.isConfirmed}
      onSave={create}
      onClose={onClose}
    >
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
      {protection.fields}
    </DialogForm>
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
