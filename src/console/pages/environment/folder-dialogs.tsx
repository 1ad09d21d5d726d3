import { api, client } from '../../api/client.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { FolderDialog, type FolderFields } from '../../secrets/folder-form.tsx';
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
          {
            onSuccess: ({ folder: { id: folderId } }) => {
              onClose();
              notifyUndoable(`The folder ${name} was created.`, () =>
                client.DELETE('/api/v2/folders/{folderId}', {
                  params: { path: { folderId } },
                  body: { projectId, environment, path, forceDelete: false },
                }),
              );
            },
          },
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
  const changeOf = ({ id }: ListedFolder, { name, description }: FolderFields) => ({
    params: { path: { folderId: id } },
    body: { projectId, environment, path, name, description: description === '' ? null : description },
  });
  const initial = { name: renamed?.name ?? '', description: renamed?.description ?? '' };
  return (
    <FolderDialog
      isOpen={renamed !== undefined}
      title={`Rename the folder ${renamed?.name ?? ''}`}
      action="Save"
      initial={initial}
      isPending={update.isPending}
      error={update.error}
      onClose={onClose}
      onSubmit={(fields) =>
        update.mutate(changeOf(renamed!, fields), {
          onSuccess: () => {
            onClose();
            notifyUndoable(`The folder ${initial.name} was changed.`, () =>
              client.PATCH('/api/v2/folders/{folderId}', changeOf(renamed!, initial)),
            );
          },
        })
      }
    />
  );
};
