import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCallback } from 'react';
import { api, client } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { DialogForm } from '../../components/dialog-form.tsx';
import type { Project } from '../../layout/project.tsx';
import { FolderFields } from '../../secrets/folder-fields.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { sourceOf } from './rows.ts';
import type { ImportWithSecrets } from './use-contents.ts';

interface Props {
  readonly project: Project;
  readonly folder: FolderRef;
  readonly onClose: () => void;
}

const AddImportForm = ({ project, folder: { projectId, environment, path }, onClose }: Props) => {
  const form = useForm<{ environment: string; path: string }>({ initialValues: { environment, path: '/' } });
  const { environment: source, path: sourcePath } = form.values;
  const isSelf = source === environment && sourcePath === path;

  return (
    <DialogForm
      form={form}
      action="Add import"
      onSave={(chosen) =>
        client.POST('/api/v2/secret-imports', {
          body: { projectId, environment, path, import: chosen, isReplication: false },
        })
      }
      isDisabled={isSelf}
      onClose={onClose}
    >
      <FolderFields
        project={project}
        value={form.values}
        onChange={(chosen) => form.setValues(chosen)}
        error={isSelf ? 'A folder cannot import itself.' : undefined}
      />
    </DialogForm>
  );
};

/** Asks for the folder to import. */
export const AddImport = ({ isOpen, ...form }: Props & { isOpen: boolean }) => (
  <Modal opened={isOpen} onClose={form.onClose} title="Import another folder">
    <AddImportForm {...form} />
  </Modal>
);

/** Returns what can be done with the imports of a folder. */
export const useImportActions = (project: Project, { projectId, environment, path }: FolderRef) => {
  const { mutateAsync } = api.useMutation('delete', '/api/v2/secret-imports/{secretImportId}', {
    meta: { showsError: true },
  });
  const { mutate } = api.useMutation('patch', '/api/v2/secret-imports/{secretImportId}');

  const remove = useCallback(
    (imported: ImportWithSecrets) =>
      confirm({
        title: 'Remove the import?',
        message: `Programs that read this folder no longer get the secrets of ${sourceOf(imported, project.name)}. They stay where they are.`,
        action: 'Remove import',
        isDestructive: true,
        onConfirm: () =>
          mutateAsync({
            params: { path: { secretImportId: imported.listed.id } },
            body: { projectId, environment, path },
          }),
      }),
    [mutateAsync, project.name, projectId, environment, path],
  );
  const move = useCallback(
    (imported: ImportWithSecrets, position: number) =>
      mutate({
        params: { path: { secretImportId: imported.listed.id } },
        body: { projectId, environment, path, import: { position } },
      }),
    [mutate, projectId, environment, path],
  );
  return { remove, move };
};
