import { IconRobot, IconUser } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useCanInOrganization } from '../access/use-can.ts';
import { api } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { personAddress, personName } from '../members/names.ts';
import { minSearch, type Command } from './command.ts';

const maxFound = 8;

/** People and machine identities of the organization whose names contain the text; `search` is the text when typing paused. */
export const useFoundMembers = (text: string, search: string): readonly Command[] => {
  const [, navigate] = useLocation();
  const { organizationId = '' } = useSession();
  const ability = useCanInOrganization();
  const isSearching = search.length >= minSearch && text.trim().length >= minSearch;
  const people = api.useQuery(
    'get',
    '/api/v2/organizations/{organizationId}/memberships',
    { params: { path: { organizationId } } },
    { enabled: isSearching && ability.can('read', 'member'), retry: false },
  );
  const identities = api.useQuery(
    'get',
    '/api/v1/identities',
    { params: { query: { search, offset: 0, limit: maxFound } } },
    { enabled: isSearching && ability.can('read', 'identity'), placeholderData: keepPreviousData, retry: false },
  );
  if (!isSearching) return [];
  const words = text.trim().toLowerCase();
  return [
    ...(people.data?.users ?? [])
      .filter(({ user }) => `${personName(user)} ${personAddress(user)}`.toLowerCase().includes(words))
      .slice(0, maxFound)
      .map(({ userId, user }) => ({
        id: userId,
        label: personName(user),
        description: personAddress(user),
        icon: IconUser,
        run: () => navigate(`/people?user=${userId}`),
      })),
    ...(identities.data?.identities ?? [])
      // Until the next response, these were found for an earlier text.
      .filter(({ identity: { name } }) => name.toLowerCase().includes(words))
      .map(({ identity: { id, name } }) => ({
        id,
        label: name,
        description: 'Machine identity',
        icon: IconRobot,
        run: () => navigate(`/identities/${id}`),
      })),
  ];
};
