import { useCallback } from 'react';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import type { Project } from '../../layout/project.tsx';
import { changeIn, nameIfProtected } from '../../secrets/protection.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { sourceOf } from './rows.ts';
import type { ImportWithSecrets } from './use-contents.ts';

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
        ...nameIfProtected(project, environment),
        onConfirm: () =>
          mutateAsync({
            params: { path: { secretImportId: imported.listed.id } },
            body: { projectId, environment, path },
          }),
      }),
    [mutateAsync, project, projectId, environment, path],
  );
  const move = useCallback(
    (imported: ImportWithSecrets, position: number) =>
      changeIn(
        project,
        environment,
        {
          title: 'Move the import?',
          message: 'Of two secrets of the same name, programs get the one of the later import.',
          action: 'Move import',
        },
        () =>
          mutate({
            params: { path: { secretImportId: imported.listed.id } },
            body: { projectId, environment, path, import: { position } },
          }),
      ),
    [mutate, project, projectId, environment, path],
  );
  return { remove, move };
};
