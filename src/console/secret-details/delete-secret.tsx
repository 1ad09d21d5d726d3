import { flushSync } from 'react-dom';
import { client } from '../api/client.ts';
import { queryClient } from '../api/query-client.ts';
import { confirm } from '../components/confirm.tsx';
import type { Project } from '../layout/project.tsx';
import { nameIfProtected } from '../secrets/protection.tsx';
import { Referring } from '../secrets/referring.tsx';
import type { SecretAddress } from '../secrets/read-value.ts';
import { notifyDeleted } from '../trash/notify-deleted.ts';
import { TrashSentence } from '../trash/trash-days.ts';

/** Asks, and deletes a secret. */
export const deleteSecret = (
  project: Project,
  address: SecretAddress,
  secretId: string,
  onDeleted: () => void,
): void => {
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
    ...nameIfProtected(project, environment),
    onConfirm: async () => {
      await client.DELETE('/api/v4/secrets/{secretName}', {
        params: { path: { secretName: name } },
        body: { projectId, environment, secretPath: path, type: 'shared' },
      });
      // Nothing asks for the deleted secret any more when everything is loaded again.
      flushSync(onDeleted);
      await queryClient.invalidateQueries();
      void notifyDeleted({ ...address, id: secretId });
    },
  });
};
