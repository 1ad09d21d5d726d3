import { Text } from '@mantine/core';
import { api } from '../api/client.ts';
import { NotLoaded } from '../components/not-loaded.tsx';
import { ChangeList } from './change-list.tsx';
import { sidesOf, type Change } from './commits.ts';

/** What one commit changed. */
export const CommitChanges = ({ projectId, commitId }: { projectId: string; commitId: string }) => {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/pit/commits/{commitId}/changes',
    { params: { path: { commitId }, query: { projectId } } },
    { gcTime: 0, refetchOnWindowFocus: false },
  );
  if (!data) return <NotLoaded error={error} onRetry={refetch} rows={2} height={20} />;
  const changes = data.changes.changes.map(
    ({ id, changeType, isUpdate, resourceType, versions, ...change }): Change => {
      const kind = changeType === 'delete' ? 'delete' : isUpdate ? 'update' : 'create';
      const name = change.secretKey ?? change.folderName ?? '';
      return { id, kind, name, isFolder: resourceType === 'folder', ...sidesOf(kind, versions) };
    },
  );
  if (changes.length > 0) return <ChangeList changes={changes} label="What it changed" />;
  return (
    <Text size="sm" c="dimmed">
      It changed nothing that you may see.
    </Text>
  );
};
