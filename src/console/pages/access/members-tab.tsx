import { Group, Stack } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useCan } from '../../access/use-can.ts';
import { lazily } from '../../api/after-loading.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { ListSkeleton } from '../../components/page.tsx';
import { CreateButton } from '../../components/create-button.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useProject } from '../../layout/project.tsx';
import { useReloadAt } from '../../temporary-access/now.ts';
import { spanOf } from '../../temporary-access/period.ts';
import { AddMember } from './add-member.tsx';
import { kinds } from './kinds.ts';
import { MemberTable } from './member-table.tsx';
import { useGroups, useIdentities, useUsers, type MemberType } from './members.ts';

const MemberDrawer = lazily(async () => (await import('./member-drawer.tsx')).MemberDrawer);

const lists = { user: useUsers, identity: useIdentities, group: useGroups } as const;

/** The members of one kind. */
export const MembersTab = ({ type }: { type: MemberType }) => {
  const project = useProject();
  const ability = useCan(project);
  const [path, navigate] = useLocation();
  const shown = new URLSearchParams(useSearch()).get('member');
  const [search, setSearch] = useState('');
  const [usedSearch] = useDebouncedValue(search.trim(), 150);
  const [isAdding, adding] = useDisclosure();
  const { members, error, refetch, more } = lists[type](project.id, usedSearch);
  useReloadAt(
    project.id,
    (members ?? []).flatMap(({ roles }) => roles.flatMap((role) => Object.values(spanOf(role) ?? {}) as number[])),
  );
  const { one, many, subject } = kinds[type];
  const add = (
    <CreateButton
      isMain
      label={`Add ${type === 'user' ? many : one}`}
      isAllowed={ability.may('create', subject)}
      reason={`You are not allowed to add ${many} to this project.`}
      onClick={adding.open}
    />
  );
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <SearchField flex="1 1 220px" label={`Search ${many}`} value={search} onChange={setSearch} />
        {add}
      </Group>
      <FailureMessage error={error} onRetry={refetch} />
      {!members && !error && <ListSkeleton rows={8} />}
      {members?.length === 0 &&
        (usedSearch === '' ? (
          <EmptyState title={`No ${many} yet`}>
            {type === 'group'
              ? 'Add a group, and all of its members have its roles here.'
              : `Add ${type === 'user' ? 'somebody' : 'one'} with a role, permanently or for a time.`}
          </EmptyState>
        ) : (
          <EmptyState title={`No name matches “${usedSearch}”`} />
        ))}
      {members && members.length > 0 && <MemberTable type={type} members={members} more={more} />}
      <AddMember type={type} isOpen={isAdding} onClose={adding.close} />
      <Suspense>
        {shown !== null && <MemberDrawer key={shown} type={type} memberKey={shown} onClose={() => navigate(path)} />}
      </Suspense>
    </Stack>
  );
};
