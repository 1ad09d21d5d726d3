import { Alert, Button, Checkbox, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../api/client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { FailureMessage } from '../components/failure.tsx';
import { Guarded } from '../components/guarded.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { Time, timeText } from '../components/time.tsx';
import { useProtection } from '../secrets/protection.tsx';
import { useSecretRights } from '../secrets/use-secret-rights.ts';
import { ChangeList } from './change-list.tsx';
import { findLastCommit, notifySaved } from './undo-commit.ts';
import { reasons, sidesOf, type Change, type Commit, type Difference, type FolderAddress } from './commits.ts';

const changeOf = ({ id, changeType, type, versions, isRestorable, reason, ...item }: Difference): Change => ({
  id,
  kind: changeType,
  name: item.secretKey ?? item.folderName ?? '',
  isFolder: type === 'folder',
  ...sidesOf(changeType, versions),
  ...(!isRestorable && { obstacle: reason ? reasons[reason] : 'it cannot be restored' }),
});

interface Props {
  readonly folder: FolderAddress;
  readonly commit: Commit;
  readonly onBack: () => void;
}

/** What differs from the state after a commit, and the way back to it, as one change. */
export const Rollback = ({ folder, commit, onBack }: Props) => {
  const { projectId, environment, path } = folder;
  const { id: commitId, folderId } = commit;
  const { canRollBack } = useSecretRights(folder);
  const [isDeep, setDeep] = useState(false);
  const [message, setMessage] = useState(`Roll back to ${timeText(commit.createdAt)}`);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/pit/commits/{commitId}/compare',
    {
      params: {
        path: { commitId },
        query: { projectId, folderId, environment, secretPath: path, deepRollback: isDeep ? 'true' : 'false' },
      },
    },
    { gcTime: 0, refetchOnWindowFocus: false },
  );
  const protection = useProtection([environment]);
  const rollBackTo = (to: string, text: string) =>
    client.POST('/api/v1/pit/commits/{commitId}/rollback', {
      params: { path: { commitId: to } },
      body: { projectId, environment, folderId, deepRollback: isDeep, ...(text !== '' && { message: text }) },
    });
  const rollBack = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      const before = await findLastCommit(folder);
      const result = await rollBackTo(commitId, message);
      const undo = before && (() => rollBackTo(before.id, `Undo: ${message}`));
      notifySaved(`Rolled back: ${result.totalChanges} changes.`, undo);
      return result;
    },
    onSuccess: ({ notRestored }) => {
      if (notRestored.length === 0) onBack();
    },
  });
  const folders = (data ?? []).filter(({ changes }) => changes.length > 0);
  const notRestored = rollBack.data?.notRestored ?? [];

  return (
    <Stack>
      <Text size="sm">
        Back to <Time value={commit.createdAt} />, after “{commit.message ?? `change ${commit.commitId}`}”.
      </Text>
      <Checkbox
        label="Also the folders below"
        checked={isDeep}
        onChange={({ currentTarget }) => setDeep(currentTarget.checked)}
      />
      {!data && <NotLoaded error={error} onRetry={refetch} />}
      {data && folders.length === 0 && <EmptyState title="No difference">The folder is now as it was then.</EmptyState>}
      {folders.length > 0 && <Text size="sm">A rollback makes these changes now:</Text>}
      {folders.map(({ folderId: id, folderPath, changes }) => (
        <Stack key={id} gap={4}>
          {isDeep && (
            <Text size="sm" fw={600} ff="monospace">
              {folderPath}
            </Text>
          )}
          <ChangeList changes={changes.map(changeOf)} label={`Changes of ${folderPath}`} />
        </Stack>
      ))}
      {folders.length > 0 && (
        <TextInput
          label="Message"
          maxLength={256}
          value={message}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
      )}
      {folders.length > 0 && protection.fields}
      <FailureMessage error={rollBack.error} />
      {notRestored.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
          title="Not everything could be restored"
        >
          <List size="sm">
            {notRestored.map(({ id, name, reason }) => (
              <List.Item key={id}>
                {name}: {reasons[reason]}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Guarded isAllowed={canRollBack} reason="You are not allowed to roll back this folder.">
          <Button
            disabled={folders.length === 0 || !protection.isConfirmed}
            loading={rollBack.isPending}
            onClick={() => rollBack.mutate()}
          >
            Roll back
          </Button>
        </Guarded>
      </Group>
    </Stack>
  );
};
