import { client } from '../../api/client.ts';
import { notifyUndoable } from '../../components/undo.tsx';
import { createFolder } from '../../secrets/create-folder.ts';
import { FolderDialog, type FolderFields } from '../../secrets/folder-form.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { ListedFolder } from './use-contents.ts';

interface CreateProps {
  readonly folder: FolderRef;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export const CreateFolder = ({ folder: { projectId, environment, path }, isOpen, onClose }: CreateProps) => (
  <FolderDialog
    isOpen={isOpen}
    title={`Create a folder in ${path}`}
    action="Create folder"
    initial={{ name: '', description: '' }}
    environments={[environment]}
    onClose={onClose}
    onSave={async (fields) => {
      const undo = await createFolder({ projectId, path }, environment, fields);
      notifyUndoable(`The folder ${fields.name} was created.`, undo);
    }}
  />
);

interface RenameProps {
  readonly folder: FolderRef;
  /** The folder to rename; the dialog is closed without one. */
  readonly renamed: ListedFolder | undefined;
  readonly onClose: () => void;
}

export const RenameFolder = ({ folder: { projectId, environment, path }, renamed, onClose }: RenameProps) => {
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
      environments={[environment]}
      onClose={onClose}
      onSave={async (fields) => {
        const folder = renamed!;
        await client.PATCH('/api/v2/folders/{folderId}', changeOf(folder, fields));
        notifyUndoable(`The folder ${initial.name} was changed.`, () =>
          client.PATCH('/api/v2/folders/{folderId}', changeOf(folder, initial)),
        );
      }}
    />
  );
};
