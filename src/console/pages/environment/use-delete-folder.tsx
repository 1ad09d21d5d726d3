import { useCallback } from 'react';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { useProject } from '../../layout/project.tsx';
import { nameIfProtected } from '../../secrets/protection.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { TrashSentence } from '../../trash/trash-days.ts';
import type { ListedFolder } from './use-contents.ts';

/** Returns a function that asks before it deletes a folder with everything in it. */
export const useDeleteFolder = ({ projectId, environment, path }: FolderRef): ((folder: ListedFolder) => void) => {
  const project = useProject();
  const { mutateAsync } = api.useMutation('delete', '/api/v2/folders/{folderId}', { meta: { showsError: true } });
  return useCallback(
    ({ id, name }) =>
      confirm({
        title: `Delete the folder ${name}?`,
        message: (
          <>
            All secrets, folders and imports in it are deleted too. <TrashSentence beginning="They are" />
          </>
        ),
        action: 'Delete folder',
        isDestructive: true,
        ...nameIfProtected(project, environment),
        onConfirm: async () => {
          await mutateAsync({
            params: { path: { folderId: id } },
            body: { projectId, environment, path, forceDelete: true },
          });
          const { notifyDeleted } = await import('../../trash/notify-deleted.ts');
          void notifyDeleted({ projectId, environment, path, name, id });
        },
      }),
    [mutateAsync, project, projectId, environment, path],
  );
};
