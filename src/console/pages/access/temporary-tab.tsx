import { Button, Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconClockPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { giveHref } from '../../access/addresses.ts';
import { mayGive, useCan } from '../../access/use-can.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Guarded } from '../../components/guarded.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useProject } from '../../layout/project.tsx';
import { GrantList } from '../../temporary-access/grant-list.tsx';
import { useTemporaryAccess } from '../../temporary-access/use-temporary-access.ts';
import { GiveAccess } from './give-access.tsx';
import { LeftOut } from './left-out.tsx';
import { readQuestion } from './question.ts';

const states = [
  { value: 'current', label: 'All current' },
  { value: 'active', label: 'Active' },
  { value: 'planned', label: 'Planned' },
  { value: 'ended', label: 'Ended' },
] as const;

type ShownState = (typeof states)[number]['value'];

/** Everything in the project that is given for a time. */
export const TemporaryTab = () => {
  const project = useProject();
  const { id, slug } = project;
  const ability = useCan(project);
  const [path, navigate] = useLocation();
  const address = useSearch();
  const query = new URLSearchParams(address);
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
  const give = (
    <Guarded isAllowed={mayGive(ability)} reason="You are not allowed to give anybody privileges in this project.">
      <Button leftSection={<IconClockPlus size={16} />} onClick={() => navigate(giveHref(slug))}>
        Give access
      </Button>
    </Guarded>
  );
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
        {give}
      </Group>
      {!grants && <NotLoaded error={error} onRetry={refetch} />}
      {grants?.length === 0 && (
        <EmptyState title="Nothing temporary here">
          {state === 'current' && !isSoon && usedSearch === ''
            ? 'Give somebody access to secrets for a time. Roles can be given for a time, too: open a member, and choose for how long.'
            : 'Nothing fits the search and the filters.'}
        </EmptyState>
      )}
      {grants && grants.length > 0 && (
        <GrantList label="Temporary access" grants={grants} more={more} isLoadingMore={isLoadingMore} />
      )}
      <LeftOut kinds={leftOut} />
      {query.has('give') && mayGive(ability) && (
        <GiveAccess asked={readQuestion(address)} onClose={() => navigate(path, { replace: true })} />
      )}
    </Stack>
  );
};
