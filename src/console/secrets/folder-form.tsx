import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { FormActions } from '../components/form-actions.tsx';
import { useUnsaved } from '../components/unsaved.ts';
import { folderNameError } from './names.ts';

export interface FolderFields {
  readonly name: string;
  readonly description: string;
}

interface FormProps {
  readonly initial: FolderFields;
  readonly action: string;
  readonly isPending: boolean;
  readonly error: unknown;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly onSubmit: (fields: FolderFields) => void;
  readonly onClose: () => void;
}

const FolderForm = ({ initial, action, isPending, error, children, onSubmit, onClose }: FormProps) => {
  const form = useForm<FolderFields>({
    initialValues: initial,
    validate: { name: (name) => folderNameError(name) ?? null },
  });
  useUnsaved(form.isDirty());
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" autosize minRows={1} maxLength={1024} {...form.getInputProps('description')} />
        {children}
        <FormActions action={action} isPending={isPending} error={error} onCancel={onClose} />
      </Stack>
    </form>
  );
};

interface Props extends FormProps {
  readonly isOpen: boolean;
  readonly title: string;
}

/** Asks for the name and the description of a folder. */
export const FolderDialog = ({ isOpen, title, ...form }: Props) => (
  <Modal opened={isOpen} closeOnClickOutside={false} onClose={form.onClose} title={title}>
    <FolderForm {...form} />
  </Modal>
);
