import { Button, Group, MultiSelect, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { failureOf } from '../../api/errors.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { useProject } from '../../layout/project.tsx';
import { feedOf, type FeedState } from '../../live/feed.ts';
import { eventKinds, useEventKinds, useFeed } from '../../live/live-updates.tsx';
import { EventTable, kindLabels } from './event-table.tsx';
import { everything, isFiltering, matcherOf, type EventFilter } from './filter.ts';

interface FilterProps {
  readonly filter: EventFilter;
  readonly onChange: (filter: EventFilter) => void;
}

const Filters = ({ filter, onChange }: FilterProps) => {
  const { environments } = useProject();
  const kinds = eventKinds.map((value) => ({ value, label: kindLabels[value] }));
  return (
    <Group gap="xs" align="flex-start">
      <MultiSelect
        flex="1 1 200px"
        maw={360}
        aria-label="Kinds of events"
        placeholder={filter.kinds.length === 0 ? 'All kinds' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'All kinds' }}
        data={kinds}
        value={[...filter.kinds]}
        onChange={(chosen) => onChange({ ...filter, kinds: chosen })}
      />
      <MultiSelect
        flex="1 1 200px"
        maw={360}
        aria-label="Environments"
        placeholder={filter.environments.length === 0 ? 'All environments' : ''}
        clearable
        clearButtonProps={{ 'aria-label': 'All environments' }}
        data={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={[...filter.environments]}
        onChange={(chosen) => onChange({ ...filter, environments: chosen })}
      />
      <TextInput
        flex="1 1 200px"
        maw={360}
        aria-label="Folder"
        placeholder="Folder, or a pattern: /app/**"
        maxLength={512}
        spellCheck={false}
        autoComplete="off"
        value={filter.path}
        onChange={({ currentTarget }) => onChange({ ...filter, path: currentTarget.value })}
      />
    </Group>
  );
};

const statusTexts: Readonly<Record<FeedState['status'], string>> = {
  off: 'Not connected',
  connecting: 'Connecting',
  live: '',
  refused: '',
};

/** Why there are no events, and what to do. */
const NoEvents = () => {
  const feed = feedOf(useProject().id);
  const refusal = useFeed((state) => state.refusal);
  const isUnlicensed = refusal?.status === 400;
  if (useEventKinds()?.length === 0)
    return (
      <EmptyState title="You get no events of this project">
        Your roles do not allow you to subscribe to them. Lists are loaded again whenever you return to their tab.
      </EmptyState>
    );
  if (!refusal)
    return (
      <EmptyState title="No events yet">
        Changes of secrets appear here as they happen, as long as this tab shows the project. Earlier ones are in the
        history of their folders.
      </EmptyState>
    );
  return (
    <EmptyState
      title={isUnlicensed ? 'Live events need a licence' : 'You get no events of this project'}
      action={
        <Button variant="default" onClick={feed.retry}>
          Try again
        </Button>
      }
    >
      {failureOf(refusal.body).message} Without events, lists are loaded again whenever you return to their tab.
    </EmptyState>
  );
};

const useEvents = (filter: EventFilter) => {
  const received = useFeed(({ events }) => events);
  const [paused, setPaused] = useState<FeedState['events']>();
  const matches = useMemo(() => matcherOf(filter), [filter]);
  const events = useMemo(() => (paused ?? received).filter(matches), [paused, received, matches]);
  const last = paused?.[0]?.number ?? 0;
  const waiting = paused ? received.filter((event) => event.number > last && matches(event)).length : 0;
  return {
    events,
    total: (paused ?? received).length,
    isPaused: paused !== undefined,
    waiting,
    toggle: () => setPaused(paused ? undefined : received),
  };
};

/** The changes of secrets as they happen. */
const EventsPage = () => {
  const project = useProject();
  const { name, slug } = project;
  const [filter, setFilter] = useState(everything);
  const { events, total, isPaused, waiting, toggle } = useEvents(filter);
  const status = useFeed((state) => state.status);
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const stateText = isPaused ? `Paused${waiting > 0 ? `, ${waiting} new` : ''}` : statusTexts[status];

  const pause = (
    <Button
      variant="default"
      leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
      onClick={toggle}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
  return (
    <Page
      title="Events"
      crumbs={[{ label: name, href: `/p/${slug}` }]}
      actions={
        <>
          <Text size="sm" c="dimmed" role="status">
            {stateText}
          </Text>
          {(status === 'live' || isPaused) && pause}
        </>
      }
    >
      {total > 0 && <Filters filter={filter} onChange={setFilter} />}
      {events.length > 0 && <EventTable project={project} events={events} isNarrow={isNarrow} />}
      {events.length === 0 && isFiltering(filter) && total > 0 && (
        <EmptyState title="No event matches">Change the filter, or wait for the next event.</EmptyState>
      )}
      {total === 0 && <NoEvents />}
    </Page>
  );
};

export default EventsPage;
