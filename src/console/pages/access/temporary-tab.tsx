import { Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useProject } from '../../layout/project.tsx';
import { GrantList } from '../../temporary-access/grant-list.tsx';
import { useTemporaryAccess } from '../../temporary-access/use-temporary-access.ts';
import { LeftOut } from './left-out.tsx';

const states = [
  { value: 'current', label: 'All current' },
  { value: 'active', label: 'Active' },
  { value: 'planned', label: 'Planned' },
  { value: 'ended', label: 'Ended' },
] as const;

type ShownState = (typeof states)[number]['value'];

/** Everything in the project that is given for a time. */
export const TemporaryTab = () => {
  const { id } = useProject();
  const [path, navigate] = useLocation();
  const query = new URLSearchParams(useSearch());
  const state = states.find(({ value }) => value === query.get('state'))?.value ?? 'current';
  const isSoon = query.get('within') === '24' && state !== 'ended';
  const [search, setSearch] = useState('');
  const [usedSearch] = useDebouncedValue(search.trim(), 150);
  const { grants, leftOut, error, refetch, more, isLoadingMore } = useTemporaryAccess(id, {
    ...(state !== 'current' && { state }),
    ...(isSoon && { endsWithinHours: 24 }),
    ...(usedSearch !== '' && { search: usedSearch }),
  });
  const show = (next: ShownState, within: boolean): void => {
    const wanted = new URLSearchParams({
      ...(next !== 'current' && { state: next }),
      ...(within && next !== 'ended' && { within: '24' }),
    }).toString();
    navigate(wanted === '' ? path : `${path}?${wanted}`, { replace: true });
  };
  return (
    <Stack>
      <Group gap="md">
        <SearchField
          flex="1 1 220px"
          label="Search members, roles and privileges"
          value={search}
          onChange={setSearch}
        />
        <SegmentedControl
          transitionDuration={0}
          aria-label="State"
          data={states.map(({ value, label }) => ({ value, label }))}
          value={state}
          onChange={(value) => show(value, isSoon)}
        />
        <Switch
          label="Ends within 24 hours"
          checked={isSoon}
          disabled={state === 'ended'}
          onChange={({ currentTarget }) => show(state, currentTarget.checked)}
        />
      </Group>
      <FailureMessage error={error} onRetry={refetch} />
      {!grants && !error && <ListSkeleton />}
      {grants?.length === 0 && (
        <EmptyState title="Nothing temporary here">
          {state === 'current' && !isSoon && usedSearch === ''
            ? 'Give somebody a role or a privilege for a time: open a member, and choose for how long.'
            : 'Nothing fits the search and the filters.'}
        </EmptyState>
      )}
      {grants && grants.length > 0 && (
        <GrantList label="Temporary access" grants={grants} more={more} isLoadingMore={isLoadingMore} />
      )}
      <LeftOut kinds={leftOut} />
    </Stack>
  );
};
