import { Modal, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { DialogForm } from '../components/dialog-form.tsx';
import { folderNameError } from './names.ts';
import { useProtection } from './protection.tsx';

export interface FolderFields {
  readonly name: string;
  readonly description: string;
}

interface FormProps {
  readonly initial: FolderFields;
  /** The environments that it is about. */
  readonly environments: readonly string[];
  readonly action: string;
  readonly isDisabled?: boolean;
  /** Further fields. */
  readonly children?: ReactNode;
  readonly onSave: (fields: FolderFields) => Promise<unknown>;
  readonly onClose: () => void;
}

const FolderForm = ({ initial, environments, isDisabled = false, children, ...dialog }: FormProps) => {
  const form = useForm<FolderFields>({
    initialValues: initial,
    validate: { name: (name) => folderNameError(name) ?? null },
  });
  const protection = useProtection(environments);
  return (
    <DialogForm form={form} isDisabled={isDisabled || !protection.isConfirmed} {...dialog}>
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
      {protection.fields}
    </DialogForm>
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
