import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { statusOf } from '../../api/errors.ts';
import { controlInRow } from '../../components/return-focus.ts';
import { saveUndoable } from '../../history/undo-commit.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { summaryOf } from './drafts.ts';
import { batchOf } from './review/batch.ts';
import type { Editor } from './use-editor.ts';

/** Saves all changes in one request, with a message for the history; then the row of the last one has the focus. */
export const useSave = (folder: FolderRef, { drafts, actions }: Editor, onReload: () => Promise<unknown>) => {
  const saved = useRef<string>(undefined);
  useEffect(() => {
    if (saved.current === undefined || drafts.size > 0) return;
    const name = saved.current;
    saved.current = undefined;
    // After the dialog is gone, and its focus trap with it.
    setTimeout(() => {
      if (document.activeElement === document.body) controlInRow(name)?.focus();
    });
  }, [drafts]);
  return useMutation({
    meta: { showsError: true },
    mutationFn: async (message: string) => {
      try {
        await saveUndoable(
          folder,
          () => client.POST('/api/v1/pit/batch/commit', { body: batchOf(folder, drafts, message) }),
          () => `Saved: ${summaryOf(drafts)}.`,
        );
      } catch (error) {
        // Somebody was faster: the secrets as they are now show what to ask about.
        if (statusOf(error) === 409) await onReload();
        throw error;
      }
    },
    onSuccess: () => {
      saved.current = [...drafts.values()].findLast(({ isDeleted }) => !isDeleted)?.name;
      actions.hide();
      actions.dispatch({ type: 'clear' });
    },
  });
};

export type Save = ReturnType<typeof useSave>;
