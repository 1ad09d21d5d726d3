import { useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { notifyUndoable } from '../../components/undo.tsx';
import { notifySaved } from '../../history/undo-commit.ts';
import type { Project } from '../../layout/project.tsx';
import { changeIn, nameIfProtected } from '../../secrets/protection.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { deleteImport, moveImport, restoreImport } from './imports.ts';
import { sourceOf } from './rows.ts';
import type { ImportWithSecrets } from './use-contents.ts';

/** Returns what can be done with the imports of a folder. */
export const useImportActions = (project: Project, folder: FolderRef) => {
  const { mutateAsync: change } = useMutation({
    meta: { showsError: true },
    mutationFn: (run: () => Promise<unknown>) => run(),
  });

  const remove = useCallback(
    (imported: ImportWithSecrets) => {
      const { listed } = imported;
      const source = sourceOf(imported, project.name);
      confirm({
        title: 'Remove the import?',
        message: `Programs that read this folder no longer get the secrets of ${source}. They stay where they are.`,
        action: 'Remove import',
        isDestructive: true,
        ...nameIfProtected(project, folder.environment),
        onConfirm: async () => {
          await change(() => deleteImport(folder, listed));
          // Nobody can name a source that is hidden.
          const undo = listed.importPath === '' ? undefined : () => restoreImport(folder, listed);
          notifySaved(`The import of ${source} was removed.`, undo);
        },
      });
    },
    [change, project, folder],
  );
  const move = useCallback(
    (imported: ImportWithSecrets, position: number) => {
      const { listed } = imported;
      const question = {
        title: 'Move the import?',
        message: 'Of two secrets of the same name, programs get the one of the later import.',
        action: 'Move import',
      };
      changeIn(project, folder.environment, question, async () => {
        await change(() => moveImport(folder, listed, position));
        notifyUndoable(`The import of ${sourceOf(imported, project.name)} was moved.`, () =>
          moveImport(folder, listed, listed.position),
        );
      });
    },
    [change, project, folder],
  );
  return { remove, move };
};
