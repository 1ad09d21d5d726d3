import { notifications } from '@mantine/notifications';
import { client } from '../api/client.ts';
import { currentUserId } from '../api/session.ts';
import { notifyUndoable } from '../components/undo.tsx';
import type { Commit, FolderAddress } from './commits.ts';

/** The last commit of the folder; undefined if there is none, or the person may not read them. */
export const findLastCommit = async ({ projectId, environment, path }: FolderAddress): Promise<Commit | undefined> => {
  try {
    const query = { projectId, environment, path, offset: 0, limit: 1, sort: 'desc' } as const;
    return (await client.GET('/api/v1/pit/commits', { params: { query } })).commits[0];
  } catch {
    return undefined;
  }
};

/** Makes a change of a folder, and returns what reverts the commit that it made; undefined if nothing can. */
export const withUndo = async <Result>(folder: FolderAddress, save: () => Promise<Result>) => {
  const before = await findLastCommit(folder);
  const result = await save();
  // The first commit of a folder cannot be reverted.
  const last = before && (await findLastCommit(folder));
  const isOwn = last && last.id !== before.id && last.actorMetadata?.id === currentUserId();
  const undo = (): Promise<unknown> =>
    client.POST('/api/v1/pit/commits/{commitId}/revert', {
      params: { path: { commitId: last!.id } },
      body: { projectId: folder.projectId },
    });
  return { result, undo: isOwn ? undo : undefined };
};

/** Says what was done, with a button that undoes it if it can be undone. */
export const notifySaved = (message: string, undo: (() => Promise<unknown>) | undefined): void => {
  if (undo) notifyUndoable(message, undo);
  else notifications.show({ message });
};

/** Makes a change of a folder, and says so with a button that reverts the commit that it made. */
export const saveUndoable = async <Result>(
  folder: FolderAddress,
  save: () => Promise<Result>,
  messageOf: (result: Result) => string,
): Promise<Result> => {
  const { result, undo } = await withUndo(folder, save);
  notifySaved(messageOf(result), undo);
  return result;
};
