import { Alert, Modal, Select, Text, TextInput, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { api, client } from '../api/client.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { useProject } from '../layout/project.tsx';
import { FolderFields } from '../secrets/folder-fields.tsx';
import { slugError } from '../targets/slug.ts';
import { kindOf, kinds } from './kinds.ts';
import { initialSchedule, scheduleBody, scheduleErrors, ScheduleFields, type Schedule } from './schedule.tsx';

interface Values extends Schedule {
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly connectionId: string | null;
  readonly folder: { readonly environment: string; readonly path: string };
  readonly username1: string;
  readonly username2: string;
  readonly usernameSecret: string;
  readonly passwordSecret: string;
  readonly statement: string;
}

const filled = (text: string): string | null => (text.trim() === '' ? 'Enter a value.' : null);

const errorsOf = (values: Values) => ({
  name: slugError(values.name),
  connectionId: values.connectionId === null ? 'Choose a connection.' : null,
  username1: filled(values.username1),
  usernameSecret: filled(values.usernameSecret),
  passwordSecret:
    values.passwordSecret === values.usernameSecret ? 'Choose another name.' : filled(values.passwordSecret),
  ...scheduleErrors(values),
});

const create = async (projectId: string, values: Values): Promise<void> => {
  const { type, name, description, connectionId, folder, username1, username2, statement } = values;
  const body = {
    ...{ name, projectId, connectionId: connectionId!, description: description.trim() || null },
    ...{ environment: folder.environment, secretPath: folder.path },
    ...scheduleBody(values),
    parameters: {
      username1: username1.trim(),
      ...(username2.trim() !== '' && { username2: username2.trim() }),
      ...(statement.trim() !== '' && { rotationStatement: statement.trim() }),
    },
    secretsMapping: { username: values.usernameSecret.trim(), password: values.passwordSecret.trim() },
  };
  await client.POST('/api/v2/secret-rotations/{type}', { params: { path: { type: kindOf(type)!.type } }, body });
};

/** The connections that the rotation can use, as options. */
const useConnections = (projectId: string, app: string) => {
  const { data } = api.useQuery('get', '/api/v1/app-connections/{app}/available', {
    params: { path: { app: kinds.find((kind) => kind.app === app)!.app }, query: { projectId } },
  });
  return (data?.appConnections ?? []).map(({ id, name, projectId: owner }) => ({
    value: id,
    label: owner === null ? `${name} (of the organization)` : name,
  }));
};

const Form = ({ onClose }: { onClose: () => void }) => {
  const project = useProject();
  const [first] = kinds;
  const form = useForm<Values>({
    initialValues: {
      ...initialSchedule,
      type: first!.type,
      ...{ name: '', description: '', connectionId: null },
      folder: { environment: project.environments[0]?.slug ?? '', path: '/' },
      ...{ username1: '', username2: '', statement: '' },
      usernameSecret: first!.secrets.username,
      passwordSecret: first!.secrets.password,
    },
    validate: errorsOf,
  });
  const { type, folder, username2 } = form.values;
  const kind = kindOf(type)!;
  const connections = useConnections(project.id, kind.app);
  const text = (label: string, name: keyof Values, more: object = {}) => (
    <TextInput
      label={label}
      maxLength={255}
      spellCheck={false}
      autoComplete="off"
      {...more}
      {...form.getInputProps(name)}
    />
  );
  return (
    <DialogForm form={form} action="Create rotation" onSave={(values) => create(project.id, values)} onClose={onClose}>
      {text('Name', 'name', { placeholder: 'orders-login', maxLength: 64, 'data-autofocus': true })}
      {text('Description (optional)', 'description', { maxLength: 256, spellCheck: true })}
      {kinds.length > 1 && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds.map(({ type: value, label }) => ({ value, label }))}
          {...form.getInputProps('type')}
          onChange={(chosen: string | null) => {
            const { type: next, secrets } = kindOf(chosen ?? type)!;
            form.setValues({ type: next, connectionId: null });
            form.setValues({ usernameSecret: secrets.username, passwordSecret: secrets.password });
          }}
        />
      )}
      <Select
        label="Connection"
        description={connections.length === 0 ? 'There is none that you may use. Create one first.' : undefined}
        data={connections}
        {...form.getInputProps('connectionId')}
      />
      <FolderFields project={project} value={folder} onChange={(chosen) => form.setFieldValue('folder', chosen)} />
      {text('First user', 'username1', { maxLength: 63 })}
      {text('Second user (optional)', 'username2', {
        maxLength: 63,
        description: 'With two users, a password that a program has read stays valid until the next rotation.',
      })}
      {text('Secret with the name of the user', 'usernameSecret')}
      {text('Secret with the password', 'passwordSecret')}
      <ScheduleFields form={form} />
      <Textarea
        label="Statement (optional)"
        description="Sets the password; without it, the usual one of the system."
        placeholder={`ALTER ROLE "{{username}}" PASSWORD '{{password}}'`}
        autosize
        minRows={2}
        maxLength={10_000}
        spellCheck={false}
        {...form.getInputProps('statement')}
      />
      <Alert color="yellow" variant="light">
        <Text size="sm">
          {username2.trim() === ''
            ? 'The password of the user changes at once, and whoever uses it now is locked out. At each rotation, programs have a password for a moment that is not valid any more: prefer two users.'
            : 'The passwords of both users change at once, and whoever uses them now is locked out.'}
        </Text>
      </Alert>
    </DialogForm>
  );
};

/** Creates a rotation, whose first run sets the passwords. */
export const CreateRotation = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) => (
  <Modal opened={isOpen} onClose={onClose} size="lg" closeOnClickOutside={false} title="Create rotation">
    <Form onClose={onClose} />
  </Modal>
);
