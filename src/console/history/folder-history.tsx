import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { NotLoaded } from '../components/not-loaded.tsx';
import { RowList } from '../components/row-list.tsx';
import { ShowMore } from '../components/show-more.tsx';
import { SideDrawer } from '../components/side-drawer.tsx';
import { Ago, timeText } from '../components/time.tsx';
import { SearchField } from '../components/search-field.tsx';
import type { Project } from '../layout/project.tsx';
import { CommitChanges } from './commit-changes.tsx';
import type { Commit, FolderAddress } from './commits.ts';
import { Rollback } from './rollback.tsx';

interface Props {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
  /** Called when the drawer is closed, also after a rollback. */
  readonly onDone: () => void;
}

const pageSize = 20;

const countsOf = ({ addedCount, updatedCount, deletedCount }: Commit['summary']): string =>
  [addedCount > 0 && `+${addedCount}`, updatedCount > 0 && `~${updatedCount}`, deletedCount > 0 && `−${deletedCount}`]
    .filter((text) => text !== false)
    .join(' ');

interface RowProps {
  readonly folder: FolderAddress;
  readonly commit: Commit;
  readonly isNewest: boolean;
  readonly onRollBack: () => void;
}

const Row = ({ folder, commit, isNewest, onRollBack }: RowProps) => {
  const [isOpen, setOpen] = useState(false);
  const { message, commitId, createdAt, actorMetadata, summary } = commit;
  const title = message ?? `Change ${commitId}`;
  return (
    <Stack gap={6} px="sm" py="xs">
      <Group justify="space-between" gap="xs" align="flex-start">
        <Stack gap={0} flex="1 1 200px">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Ago value={createdAt} /> by {actorMetadata?.name ?? 'somebody'}, {countsOf(summary)}
          </Text>
        </Stack>
        <Group gap={4}>
          <Button
            size="compact-xs"
            variant="default"
            aria-expanded={isOpen}
            aria-label={`Changes: ${title}, ${timeText(createdAt)}`}
            onClick={() => setOpen(!isOpen)}
          >
            Changes
          </Button>
          {!isNewest && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Compare with now: ${title}, ${timeText(createdAt)}`}
              onClick={onRollBack}
            >
              Compare with now
            </Button>
          )}
        </Group>
      </Group>
      {isOpen && <CommitChanges projectId={folder.projectId} commitId={commit.id} />}
    </Stack>
  );
};

/** The changes of a folder, and how to return to an earlier state of it. */
export const FolderHistory = ({ project, environment, path, onDone }: Props) => {
  const folder = { projectId: project.id, environment, path };
  const [limit, setLimit] = useState(pageSize);
  const [search, setSearch] = useState('');
  const [text] = useDebouncedValue(search.trim(), 300);
  const [target, setTarget] = useState<Commit>();
  const { data, error, refetch } = api.useQuery('get', '/api/v1/pit/commits', {
    params: { query: { ...folder, offset: 0, limit, sort: 'desc', ...(text !== '' && { search: text }) } },
  });
  const commits = data?.commits ?? [];
  if (target)
    return (
      <SideDrawer title="Roll back" subtitle={`${environment} ${path}`} onClose={onDone}>
        <Rollback folder={folder} commit={target} onBack={() => setTarget(undefined)} />
      </SideDrawer>
    );
  return (
    <SideDrawer title="History" subtitle={`${environment} ${path}`} onClose={onDone}>
      <Stack>
        <SearchField
          label="Search the history"
          placeholder="Search by secret, author or message"
          maw="100%"
          value={search}
          onChange={setSearch}
        />
        {!data && <NotLoaded error={error} onRetry={refetch} />}
        {data && commits.length === 0 && (
          <EmptyState title={text === '' ? 'No changes yet' : `Nothing matches “${text}”`}>
            Every change of the secrets and folders in this folder is listed here.
          </EmptyState>
        )}
        {commits.length > 0 && (
          <RowList label="Changes" rows={commits} keyOf={({ id }) => id}>
            {(commit) => (
              <Row
                folder={folder}
                commit={commit}
                isNewest={commit === commits[0] && text === ''}
                onRollBack={() => setTarget(commit)}
              />
            )}
          </RowList>
        )}
        <ShowMore
          onMore={data?.hasMore && limit < 100 ? () => setLimit(limit + pageSize) : undefined}
          isLoading={false}
        />
      </Stack>
    </SideDrawer>
  );
};
