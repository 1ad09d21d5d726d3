import { Modal, Select, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { fieldErrors, initialFields, inputsOf, isField, storedFields } from '../targets/fields.ts';
import type { FieldValues } from '../targets/input-field.ts';
import { slugError } from '../targets/slug.ts';
import { TargetField } from '../targets/target-field.tsx';
import { credentialsOf, kindOf, kinds, type AppConnection, type AppName } from './kinds.ts';

interface Props {
  /** The project that a new one belongs to; without it, the organization. */
  readonly projectId?: string | undefined;
  /** The one to edit. */
  readonly stored?: AppConnection | undefined;
  readonly onClose: () => void;
}

interface Values {
  readonly app: AppName;
  readonly name: string;
  readonly description: string;
  readonly inputs: FieldValues;
}

const initialValues = (stored: AppConnection | undefined): Values => {
  const kind = kindOf(stored?.app ?? 'postgres') ?? kinds[0]!;
  return {
    app: kind.app,
    name: stored?.name ?? '',
    description: stored?.description ?? '',
    inputs: stored ? storedFields(kind, stored.credentials) : initialFields(kind),
  };
};

/** Whether the credentials of a stored one are to be replaced. */
const isReplaced = ({ inputs }: Values, initial: Values): boolean =>
  Object.entries(inputs).some(([name, value]) => value !== initial.inputs[name]);

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const Form = ({ projectId, stored, onClose }: Props) => {
  const [initial] = useState(() => initialValues(stored));
  const sends = (values: Values): boolean => !stored || isReplaced(values, initial);
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => ({
      name: slugError(values.name),
      ...(sends(values) && fieldErrors(kindOf(values.app)!.fields, values.inputs, false)),
    }),
  });
  const { values } = form;
  const kind = kindOf(values.app)!;
  const save = async (saved: Values): Promise<void> => {
    const { app, name } = saved;
    const description = orNull(saved.description);
    const credentials = sends(saved) && { credentials: credentialsOf(inputsOf(kind, saved.inputs)) };
    if (stored) {
      const params = { path: { app, connectionId: stored.id } };
      const body = { name, description, ...credentials };
      await client.PATCH('/api/v1/app-connections/{app}/{connectionId}', { params, body });
      return;
    }
    const body = {
      ...{ name, description, method: 'username-and-password' as const },
      ...{ projectId: projectId ?? null, isPlatformManagedCredentials: false },
      credentials: credentialsOf(inputsOf(kind, saved.inputs)),
    };
    await client.POST('/api/v1/app-connections/{app}', { params: { path: { app } }, body });
  };
  return (
    <DialogForm form={form} action={stored ? 'Save' : 'Create connection'} onSave={save} onClose={onClose}>
      <TextInput
        label="Name"
        placeholder="orders-database"
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput label="Description (optional)" maxLength={256} {...form.getInputProps('description')} />
      {!stored && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds.map(({ app, label }) => ({ value: app, label }))}
          {...form.getInputProps('app')}
          onChange={(app: string | null) => {
            const chosen = kindOf(app ?? kind.app)!;
            form.setValues({ app: chosen.app, inputs: initialFields(chosen) });
          }}
        />
      )}
      {stored?.isPlatformManagedCredentials ? (
        <Text size="sm" c="dimmed">
          Only the server knows the password, so that the address and the user cannot be changed.
        </Text>
      ) : (
        kind.fields
          .filter((field) => isField(field, values.inputs, stored !== undefined))
          .map((field) => (
            <TargetField
              key={field.name}
              field={field}
              isStored={false}
              input={form.getInputProps(`inputs.${field.name}`)}
            />
          ))
      )}
      <Text size="sm" c="dimmed">
        {stored
          ? 'To change more than the name and the description, enter the password again. The server logs in before it saves.'
          : 'The server logs in before it saves, and never shows the password again.'}
      </Text>
    </DialogForm>
  );
};

/** Creates or edits a connection. */
export const ConnectionDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    size="lg"
    closeOnClickOutside={false}
    title={props.stored ? `Edit ${props.stored.name}` : 'Create connection'}
  >
    <Form {...props} />
  </Modal>
);
