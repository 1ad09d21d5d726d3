import { ActionIcon, Anchor, Group as Row, Text } from '@mantine/core';
import { IconRobot, IconUser, IconX } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import type { components } from '../../../../generated/api.d.ts';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { confirm } from '../../components/confirm.tsx';
import { ListPages, rowsPerPage } from '../../components/list-pages.tsx';
import { Section } from '../../components/section.tsx';
import { addressBelowName, personName } from '../../members/names.ts';
import { AddMember } from './add-member.tsx';
import { pathOf, type Group } from './group.ts';
import { ItemList } from '../../components/item-list.tsx';

type Member = components['schemas']['GroupMember'];

const nameOf = (member: Member): string =>
  member.type === 'user' ? personName(member.user) : member.machineIdentity.name;

const MemberRow = ({ member, onRemove }: { member: Member; onRemove: (() => void) | undefined }) => {
  const isUser = member.type === 'user';
  const [KindIcon, href] = isUser ? [IconUser, `/people?user=${member.id}`] : [IconRobot, `/identities/${member.id}`];
  const name = nameOf(member);
  return (
    <Row component="li" gap="xs" wrap="nowrap">
      <KindIcon size={16} aria-label={isUser ? 'Person' : 'Machine identity'} />
      <Text size="sm" component="div" flex={1} miw={0} truncate>
        <Anchor component={Link} href={href} size="sm">
          {name}
        </Anchor>
        {isUser && (
          <Text span size="sm" c="dimmed">
            {' '}
            {addressBelowName(member.user)}
          </Text>
        )}
      </Text>
      {onRemove && (
        <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </Row>
  );
};

const useRemove = (group: Group) => {
  const ability = useCanInOrganization();
  const mayEdit = ability.can('edit', 'groups');
  const options = { meta: { showsError: true } };
  const removeUser = api.useMutation('delete', '/api/v1/groups/{id}/users/{username}', options);
  const removeIdentity = api.useMutation('delete', '/api/v1/groups/{id}/machine-identities/{identityId}', options);
  const remove = (member: Member): Promise<unknown> =>
    member.type === 'user'
      ? removeUser.mutateAsync({ params: { path: { id: group.id, username: member.user.username } } })
      : removeIdentity.mutateAsync({ params: { path: { id: group.id, identityId: member.id } } });
  return (member: Member): (() => void) | undefined => {
    if (!mayEdit || !ability.can(member.type === 'user' ? 'remove-members' : 'remove-identities', 'groups'))
      return undefined;
    return () =>
      confirm({
        title: 'Remove from the group?',
        message: `${nameOf(member)} loses at once what ${group.name} gives in the organization and in projects.`,
        action: 'Remove',
        isDestructive: true,
        onConfirm: () => remove(member),
      });
  };
};

/** The people and machine identities in the group. */
export const Members = ({ group }: { group: Group }) => {
  const [page, setPage] = useState(1);
  const removeOf = useRemove(group);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/groups/{id}/members',
    {
      params: {
        ...pathOf(group),
        query: { offset: (page - 1) * rowsPerPage, limit: rowsPerPage, orderBy: 'name', orderDirection: 'asc' },
      },
    },
    { placeholderData: keepPreviousData },
  );
  return (
    <Section title="Members" description="They have the roles of the group, here and in its projects.">
      <ItemList
        label="Members"
        items={data?.members}
        loading={{ error, refetch }}
        {...(page === 1 && { empty: 'Nobody is in the group yet.' })}
      >
        {(member) => <MemberRow key={member.id} member={member} onRemove={removeOf(member)} />}
      </ItemList>
      <ListPages total={data?.totalCount ?? 0} page={page} onChange={setPage} />
      <AddMember group={group} />
    </Section>
  );
};
