import { api } from '../../api/client.ts';
import { FolderDialog } from '../../secrets/folder-form.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { ListedFolder } from './use-contents.ts';

interface CreateProps {
  readonly folder: FolderRef;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const CreateFolder = ({ folder: { projectId, environment, path }, isOpen, onClose }: CreateProps) => {
  const create = api.useMutation('post', '/api/v2/folders', { meta: { showsError: true } });
  return (
    <FolderDialog
      isOpen={isOpen}
      title={`Create a folder in ${path}`}
      action="Create folder"
      initial={{ name: '', description: '' }}
      isPending={create.isPending}
      error={create.error}
      onClose={onClose}
      onSubmit={({ name, description }) =>
        create.mutate(
          { body: { projectId, environment, path, name, ...(description && { description }) } },
          { onSuccess: onClose },
        )
      }
    />
  );
};

interface RenameProps {
  readonly folder: FolderRef;
  /** The folder to rename; the dialog is closed without one. */
  readonly renamed: ListedFolder | undefined;
  readonly onClose: () => void;
}

export const RenameFolder = ({ folder: { projectId, environment, path }, renamed, onClose }: RenameProps) => {
  const update = api.useMutation('patch', '/api/v2/folders/{folderId}', { meta: { showsError: true } });
  return (
    <FolderDialog
      isOpen={renamed !== undefined}
      title={`Rename the folder ${renamed?.name ?? ''}`}
      action="Save"
      initial={{ name: renamed?.name ?? '', description: renamed?.description ?? '' }}
      isPending={update.isPending}
      error={update.error}
      onClose={onClose}
      onSubmit={({ name, description }) =>
        update.mutate(
          {
            params: { path: { folderId: renamed!.id } },
            body: { projectId, environment, path, name, description: description === '' ? null : description },
          },
          { onSuccess: onClose },
        )
      }
    />
  );
};
