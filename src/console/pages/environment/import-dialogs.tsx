import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifyUndoable } from '../../components/undo.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import type { Project } from '../../layout/project.tsx';
import { FolderFields } from '../../secrets/folder-fields.tsx';
import { useProtection } from '../../secrets/protection.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { createImport, deleteImport } from './imports.ts';

interface Props {
  readonly project: Project;
  readonly folder: FolderRef;
  readonly onClose: () => void;
}

const AddImportForm = ({ project, folder, onClose }: Props) => {
  const { environment, path } = folder;
  const form = useForm<{ environment: string; path: string }>({ initialValues: { environment, path: '/' } });
  const { environment: source, path: sourcePath } = form.values;
  const protection = useProtection([environment]);
  const isSelf = source === environment && sourcePath === path;

  return (
    <DialogForm
      form={form}
      action="Add import"
      onSave={async (chosen) => {
        const { secretImport } = await createImport(folder, chosen);
        notifyUndoable(`The import of ${chosen.environment} ${chosen.path} was added.`, () =>
          deleteImport(folder, secretImport),
        );
      }}
      isDisabled={isSelf || !protection.isConfirmed}
      onClose={onClose}
    >
      <FolderFields
        project={project}
        value={form.values}
        onChange={(chosen) => form.setValues(chosen)}
        error={isSelf ? 'A folder cannot import itself.' : undefined}
      />
      {protection.fields}
    </DialogForm>
  );
};

/** Asks for the folder to import. */
export const AddImport = ({ isOpen, ...form }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={form.onClose} title="Import another folder">
    <AddImportForm {...form} />
  </Modal>
);
