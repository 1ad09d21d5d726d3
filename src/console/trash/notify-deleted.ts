import { notifications } from '@mantine/notifications';
import { client } from '../api/client.ts';
import { notifyFailure } from '../components/failure.tsx';
import { timeText } from '../components/time.tsx';
import { notifyUndoable } from '../components/undo.tsx';
import type { SecretAddress } from '../secrets/read-value.ts';

/** A secret or folder that was deleted, and the folder that it was in. */
interface Deleted extends SecretAddress {
  readonly id: string;
}

/** Finds what was deleted in the trash, and what restores it; undefined if the server keeps no trash. */
export const findInTrash = async ({ projectId, environment, path, id }: Omit<Deleted, 'name'>) => {
  const { items } = await client.GET('/api/v1/projects/{projectId}/trash/items', {
    params: { path: { projectId }, query: { environment, secretPath: path, offset: 0, limit: 50 } },
  });
  const item = items.find((each) => each.id === id);
  const params = { path: { projectId, trashItemId: id } };
  return (
    item && {
      expiresAt: item.expiresAt,
      restore: () =>
        client.POST('/api/v1/projects/{projectId}/trash/items/{trashItemId}/restore', { params, body: {} }),
    }
  );
};

/** Tells until when something can be restored, and offers to do so at once. */
export const notifyDeleted = async (deleted: Deleted): Promise<void> => {
  const { name } = deleted;
  try {
    const item = await findInTrash(deleted);
    if (!item) return void notifications.show({ message: `${name} was deleted. This server keeps no trash.` });
    notifyUndoable(`${name} was deleted. It can be restored until ${timeText(item.expiresAt)}.`, item.restore);
  } catch (error) {
    notifyFailure(error);
  }
};
