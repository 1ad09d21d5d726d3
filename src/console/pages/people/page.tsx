import { Badge, Button, Group } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useLocation, useSearch } from 'wouter';
import { AllowedInOrganization } from '../../access/allowed-in-organization.tsx';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Guarded } from '../../components/guarded.tsx';
import type { LinkRow } from '../../components/link-list.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { Page } from '../../components/page.tsx';
import { SearchedList } from '../../components/searched-list.tsx';
import { Ago } from '../../components/time.tsx';
import { addressBelowName, personAddress, personName } from '../../members/names.ts';
import { roleNameOf, useOrganizationRoles, type RoleOption } from '../../members/roles.ts';
import { InviteModal } from './invite.tsx';
import { PersonDrawer } from './person-drawer.tsx';
import { stateOf, type Person } from './person.ts';

const rowOf = (person: Person, roles: readonly RoleOption[], ownId: string | undefined): LinkRow => {
  const { userId, user, lastLoginTime } = person;
  const state = stateOf(person);
  return {
    key: userId,
    href: `/people?user=${userId}`,
    title: personName(user),
    subtitle: addressBelowName(user) ?? 'Has not joined yet',
    badges: (
      <>
        {userId === ownId && (
          <Badge size="sm" variant="default" flex="none">
            You
          </Badge>
        )}
        {state !== undefined && (
          <Badge size="sm" variant="default" flex="none">
            {state}
          </Badge>
        )}
      </>
    ),
    aside: (
      <Group gap="md" wrap="nowrap">
        <span>{roleNameOf(person, roles)}</span>
        <span>{lastLoginTime === null ? 'never signed in' : <Ago value={lastLoginTime} />}</span>
      </Group>
    ),
  };
};

const PeopleList = ({ people }: { people: readonly Person[] }) => {
  const { userId } = useSession();
  const roles = useOrganizationRoles();
  return (
    <SearchedList
      label="People"
      by="name or e-mail address"
      none="Nobody"
      items={people}
      textOf={({ user }) => `${personName(user)} ${personAddress(user)}`}
      rowOf={(person) => rowOf(person, roles, userId)}
    />
  );
};

/** The list, and the person of the address (`?user=ID`). */
const People = () => {
  const { organizationId = '' } = useSession();
  const [, navigate] = useLocation();
  const userId = new URLSearchParams(useSearch()).get('user');
  const { data, error, refetch } = api.useQuery('get', '/api/v2/organizations/{organizationId}/memberships', {
    params: { path: { organizationId } },
  });
  if (!data) return <NotLoaded error={error} onRetry={refetch} />;
  const person = data.users.find((each) => each.userId === userId);
  return (
    <>
      <PeopleList people={data.users} />
      {person && <PersonDrawer key={person.id} person={person} onClose={() => navigate('/people')} />}
    </>
  );
};

const PeoplePage = () => {
  const ability = useCanInOrganization();
  const isInviting = new URLSearchParams(useSearch()).has('invite');
  const [, navigate] = useLocation();
  const invite = (
    <Guarded
      isAllowed={ability.can('create', 'member')}
      reason="You are not allowed to invite people to this organization."
    >
      <Button leftSection={<IconUserPlus size={16} />} onClick={() => navigate('/people?invite')}>
        Invite people
      </Button>
    </Guarded>
  );
  return (
    <Page title="People" actions={invite}>
      <AllowedInOrganization subject="member" what="the people of this organization">
        <People />
      </AllowedInOrganization>
      <InviteModal
        isOpen={isInviting && ability.can('create', 'member')}
        onClose={() => navigate('/people', { replace: true })}
      />
    </Page>
  );
};

export default PeoplePage;
