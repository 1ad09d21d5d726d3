import { notifications } from '@mantine/notifications';
import { flushSync } from 'react-dom';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import { notifyFailure } from '../components/failure.tsx';
import { timeText } from '../components/time.tsx';
import { notifyUndoable } from '../components/undo.tsx';
import { Referring } from '../secrets/referring.tsx';
import type { SecretAddress } from '../secrets/read-value.ts';
import { TrashSentence } from '../trash/trash-days.ts';

const findInTrash = async ({ projectId, environment, path }: SecretAddress, secretId: string) => {
  const { items } = await client.GET('/api/v1/projects/{projectId}/trash/items', {
    params: { path: { projectId }, query: { environment, secretPath: path, offset: 0, limit: 50 } },
  });
  return items.find(({ id }) => id === secretId);
};

/** Tells until when the secret can be restored, and offers to do so at once. */
const notifyDeleted = async (address: SecretAddress, secretId: string): Promise<void> => {
  const { projectId, name } = address;
  const item = await findInTrash(address, secretId);
  if (!item) return void notifications.show({ message: `${name} was deleted. This server keeps no trash.` });
  const params = { path: { projectId, trashItemId: secretId } };
  notifyUndoable(`${name} was deleted. It can be restored until ${timeText(item.expiresAt)}.`, () =>
    client.POST('/api/v1/projects/{projectId}/trash/items/{trashItemId}/restore', { params, body: {} }),
  );
};

/** Asks, and deletes a secret. */
export const deleteSecret = (address: SecretAddress, secretId: string, onDeleted: () => void): void => {
  const { projectId, environment, path, name } = address;
  confirm({
    title: `Delete ${name}?`,
    message: (
      <>
        {name} of {environment} {path} is deleted with its history. <TrashSentence /> Programs that read it will not
        find it any more.
        <Referring folder={{ projectId, environment, path }} names={[name]} />
      </>
    ),
    action: 'Delete',
    isDestructive: true,
    onConfirm: async () => {
      await client.DELETE('/api/v4/secrets/{secretName}', {
        params: { path: { secretName: name } },
        body: { projectId, environment, secretPath: path, type: 'shared' },
      });
      // Nothing asks for the deleted secret any more when everything is loaded again.
      flushSync(onDeleted);
      await queryClient.invalidateQueries();
      notifyDeleted(address, secretId).catch(notifyFailure);
    },
  });
};
