import { Modal, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { client } from '../api/client.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { slugError } from '../targets/slug.ts';
import type { Rotation } from './kinds.ts';
import { scheduleBody, scheduleErrors, ScheduleFields, scheduleOf } from './schedule.tsx';

interface Props {
  readonly rotation: Rotation;
  readonly onClose: () => void;
}

const Form = ({ rotation, onClose }: Props) => {
  const form = useForm({
    initialValues: { ...scheduleOf(rotation), name: rotation.name, description: rotation.description ?? '' },
    validate: (values) => ({ name: slugError(values.name), ...scheduleErrors(values) }),
  });
  return (
    <DialogForm
      form={form}
      action="Save"
      onSave={(values) => {
        const params = { path: { type: rotation.type, rotationId: rotation.id } };
        const body = { name: values.name, description: values.description.trim() || null, ...scheduleBody(values) };
        return client.PATCH('/api/v2/secret-rotations/{type}/{rotationId}', { params, body });
      }}
      onClose={onClose}
    >
      <TextInput label="Name" maxLength={64} spellCheck={false} data-autofocus {...form.getInputProps('name')} />
      <TextInput label="Description (optional)" maxLength={256} {...form.getInputProps('description')} />
      <ScheduleFields form={form} />
    </DialogForm>
  );
};

export const EditRotation = (props: Props) => (
  <Modal opened onClose={props.onClose} title={`Edit ${props.rotation.name}`}>
    <Form {...props} />
  </Modal>
);
