import { Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { FailureMessage } from '../../components/failure.tsx';
import { personAddress, personName } from '../../members/names.ts';
import { pathOf, type Group } from './group.ts';

const maxFound = 20;

interface Found {
  readonly value: string;
  readonly label: string;
}

/** People and machine identities that are not in the group. */
const useCandidates = (group: Group, text: string, mayAddUsers: boolean, mayAddIdentities: boolean) => {
  const [search] = useDebouncedValue(text.trim(), 150);
  const params = {
    ...pathOf(group),
    query: { offset: 0, limit: maxFound, filter: 'nonMembers' as const, ...(search && { search }) },
  };
  const placeholderData = keepPreviousData;
  const users = api.useQuery('get', '/api/v1/groups/{id}/users', { params }, { placeholderData, enabled: mayAddUsers });
  const identities = api.useQuery(
    'get',
    '/api/v1/groups/{id}/machine-identities',
    { params },
    { placeholderData, enabled: mayAddIdentities },
  );
  const people = (users.data?.users ?? []).map((user): Found => {
    const [name, address] = [personName(user), personAddress(user)];
    return { value: `user ${user.username}`, label: name === address ? name : `${name} (${address})` };
  });
  const machines = (identities.data?.machineIdentities ?? []).map(({ id, name }): Found => ({
    value: `identity ${id}`,
    label: name,
  }));
  return [
    ...(people.length > 0 ? [{ group: 'People', items: people }] : []),
    ...(machines.length > 0 ? [{ group: 'Machine identities', items: machines }] : []),
  ];
};

/** Adds somebody to the group by name. */
export const AddMember = ({ group }: { group: Group }) => {
  const ability = useCanInOrganization();
  const mayEdit = ability.can('edit', 'groups');
  const mayAddUsers = mayEdit && ability.can('add-members', 'groups');
  const mayAddIdentities = mayEdit && ability.can('add-identities', 'groups');
  const [text, setText] = useState('');
  const data = useCandidates(group, text, mayAddUsers, mayAddIdentities);
  const options = { meta: { showsError: true }, onSuccess: () => setText('') };
  const addUser = api.useMutation('post', '/api/v1/groups/{id}/users/{username}', options);
  const addIdentity = api.useMutation('post', '/api/v1/groups/{id}/machine-identities/{identityId}', options);
  if (!mayAddUsers && !mayAddIdentities) return null;
  const add = (chosen: string): void => {
    const [kind, id = ''] = chosen.split(' ');
    if (kind === 'user') addUser.mutate({ params: { path: { id: group.id, username: id } } });
    else addIdentity.mutate({ params: { path: { id: group.id, identityId: id } } });
  };
  return (
    <Stack gap="xs">
      <Select
        aria-label="Add a member"
        placeholder="Add a person or a machine identity"
        searchable
        searchValue={text}
        onSearchChange={setText}
        // The server has searched already.
        filter={({ options: found }) => found}
        nothingFoundMessage="Nobody else is found"
        data={data}
        value={null}
        onChange={(chosen) => chosen !== null && add(chosen)}
        maw={420}
      />
      <FailureMessage error={addUser.error ?? addIdentity.error} />
    </Stack>
  );
};
