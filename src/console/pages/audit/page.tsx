import { Button, Group, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton, Page } from '../../components/page.tsx';
import { actorIdOf, actorName, subjectOf, type Entry } from '../../audit/entry.ts';
import { EntryDetails } from './entry-details.tsx';
import { EntryTable } from './entry-table.tsx';
import { ExportMenu, ExportState, useExport } from './export-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { auditAddress, queryOf, readFilters, spans, type AuditFilters } from './filters.ts';
import { useLog } from './use-log.ts';

/** Questions that people come with. */
const questions: readonly { label: string; filters: Partial<AuditFilters> }[] = [
  { label: 'What was refused?', filters: { isRefused: true, since: '24h' } },
  { label: 'What did machine identities do in the last hour?', filters: { actorType: 'identity', since: '1h' } },
  { label: 'Who read values?', filters: { event: 'get-secret,get-secrets', since: '24h' } },
  { label: 'Who failed to log in?', filters: { event: 'user-login-failed', since: '7d' } },
];

const Questions = () => (
  <Group gap={6} component="nav" aria-label="Questions">
    {questions.map(({ label, filters }) => (
      <Button key={label} component={Link} href={auditAddress(filters)} variant="default" size="compact-sm" fw={400}>
        {label}
      </Button>
    ))}
  </Group>
);

const namesOf = (entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(
    entries.flatMap((entry) => {
      const id = actorIdOf(entry);
      return id === undefined ? [] : [[`${entry.actor.type}:${id}`, actorName(entry)]];
    }),
  );

const number = new Intl.NumberFormat('en');

const AuditPage = () => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = readFilters(search);
  // The period begins before the time at which a question is asked, on all pages of its answer.
  const [asked, setAsked] = useState(() => ({ search, at: Date.now() }));
  if (asked.search !== search) setAsked({ search, at: Date.now() });
  const query = useMemo(() => queryOf(readFilters(asked.search), asked.at), [asked]);
  const [isFollowing, setFollowing] = useState(false);
  const [opened, setOpened] = useState<Entry>();
  const log = useLog(query, asked.at, isFollowing);
  const exported = useExport(query);
  const entries = log.entries ?? [];
  const summary =
    log.totalCount === null
      ? `${number.format(entries.length)} shown`
      : `${number.format(log.totalCount + log.newCount)} in total`;
  return (
    <Page title="Audit log">
      <Questions />
      <FilterBar
        filters={filters}
        onChange={(next) => navigate(auditAddress(next))}
        events={[...new Set(entries.map(({ event }) => event.type))]}
        actorNames={namesOf(entries)}
        secretName={entries.map(subjectOf).find(({ secretId }) => secretId === filters.secret)?.secret}
      />
      {filters.secret !== undefined && (
        <Text size="sm" c="dimmed">
          Entries about one secret, also under a former name. Reads of a whole folder are included: they say how many
          values were read, not which.
        </Text>
      )}
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" role="status">
          {log.entries && summary}
          {isFollowing && ` · following${log.newCount > 0 ? `, ${number.format(log.newCount)} new` : ''}`}
        </Text>
        <Group gap="xs">
          <Button
            variant={isFollowing ? 'light' : 'default'}
            aria-pressed={isFollowing}
            leftSection={isFollowing ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
            onClick={() => setFollowing(!isFollowing)}
            disabled={!log.entries}
          >
            {isFollowing ? 'Pause' : 'Follow'}
          </Button>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            onClick={() => setAsked({ search, at: Date.now() })}
          >
            Reload
          </Button>
          <ExportMenu {...exported} />
        </Group>
      </Group>
      <ExportState {...exported} />
      <FailureMessage error={log.error ?? log.followError} {...(log.error && { onRetry: log.refetch })} />
      {!log.entries && !log.error && <ListSkeleton rows={10} height={28} />}
      {log.entries && entries.length === 0 && !log.isLoadingMore && (
        <EmptyState title="Nothing was recorded">
          {log.hasMore
            ? 'Nothing fits in the newest part of the log. Search further back, or change the filters.'
            : `No entry of the ${spans[filters.since].label.toLowerCase()} fits. Choose a longer time, or remove a filter.`}
        </EmptyState>
      )}
      {entries.length > 0 && <EntryTable entries={entries} onOpen={setOpened} />}
      {(log.hasMore || log.isLoadingMore) && (
        <Group justify="center">
          <Button variant="default" loading={log.isLoadingMore} onClick={log.loadMore}>
            {entries.length > 0 ? 'Show older entries' : 'Search further back'}
          </Button>
        </Group>
      )}
      {opened && <EntryDetails entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  );
};

export default AuditPage;
