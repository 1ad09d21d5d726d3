import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useCanInOrganization } from '../../access/use-can.ts';
import { api, client } from '../../api/client.ts';
import { forgetAbout } from '../../api/forget.ts';
import { useSession } from '../../api/session.ts';
import { confirm } from '../../components/confirm.tsx';
import { FailureMessage } from '../../components/failure.tsx';
import { NotLoaded } from '../../components/not-loaded.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import { Ago } from '../../components/time.tsx';
import { InvitationLinks, type NewInvitations } from '../../members/invitation-links.tsx';
import { addressBelowName, personAddress, personName } from '../../members/names.ts';
import { ProjectMembershipList } from '../../members/project-memberships.tsx';
import { OrganizationRoleSelect } from '../../members/role-select.tsx';
import { roleSlugOf, useOrganizationRoles } from '../../members/roles.ts';
import { stateOf, type Person } from './person.ts';

const path = '/api/v2/organizations/{organizationId}/memberships/{membershipId}';

const paramsOf = ({ id, orgId }: Person) => ({ path: { organizationId: orgId, membershipId: id } });

/** The role, which others can change. */
const Role = ({ person, isOwn }: { person: Person; isOwn: boolean }) => {
  const mayEdit = useCanInOrganization().can('edit', 'member') && !isOwn;
  const roles = useOrganizationRoles();
  const { data } = api.useQuery('get', path, { params: paramsOf(person) });
  const update = api.useMutation('patch', path, { meta: { showsError: true } });
  const slug = data ? (data.membership.customRoleSlug ?? data.membership.role) : roleSlugOf(person, roles);
  return (
    <Stack gap="xs">
      <OrganizationRoleSelect
        value={update.isPending ? (update.variables.body?.role ?? slug) : slug}
        disabled={!mayEdit}
        description={isOwn ? 'Nobody can change their own role.' : undefined}
        onChange={(role) => {
          if (role !== null && role !== slug) update.mutate({ params: paramsOf(person), body: { role } });
        }}
      />
      <FailureMessage error={update.error} />
    </Stack>
  );
};

/** A new link for somebody who has not joined yet. */
const Resend = ({ person }: { person: Person }) => {
  const [invitation, setInvitation] = useState<NewInvitations>();
  const resend = api.useMutation('post', '/api/v1/invite-org/signup-resend', {
    gcTime: 0,
    onSuccess: ({ signupToken }) =>
      setInvitation({
        completeInviteLinks: signupToken ? [signupToken] : [],
        mailedInvitations: signupToken ? [] : [personAddress(person.user)],
      }),
  });
  if (invitation) return <InvitationLinks {...invitation} />;
  return (
    <Group gap="xs">
      <Text size="sm">
        {person.lastInvitedAt === null ? (
          'Has not joined yet.'
        ) : (
          <>
            Invited <Ago value={person.lastInvitedAt} />, has not joined yet.
          </>
        )}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        loading={resend.isPending}
        onClick={() => resend.mutate({ body: { membershipId: person.id } })}
      >
        Invite again
      </Button>
    </Group>
  );
};

const Projects = ({ person }: { person: Person }) => {
  const { data, error, refetch } = api.useQuery('get', `${path}/project-memberships`, { params: paramsOf(person) });
  const remove = api.useMutation('delete', '/api/v1/projects/{projectId}/memberships/{projectMembershipId}', {
    meta: { showsError: true },
  });
  const memberships = (data?.memberships ?? []).map(({ id, project, roles }) => ({
    id,
    projectId: project.id,
    name: project.name,
    roles,
  }));
  const idOf = (projectId: string): string => memberships.find((each) => each.projectId === projectId)!.id;
  return (
    <Stack gap="xs">
      <Title order={3}>Projects</Title>
      {!data && <NotLoaded error={error} onRetry={refetch} rows={2} />}
      {data && (
        <ProjectMembershipList
          memberships={memberships}
          none="In no project itself; groups may be."
          subject="member"
          onRemove={({ projectId, name }) =>
            confirm({
              title: 'Remove from the project?',
              message: `${personName(person.user)} loses the roles and additional privileges in ${name} at once.`,
              action: 'Remove',
              isDestructive: true,
              onConfirm: () =>
                remove.mutateAsync({ params: { path: { projectId, projectMembershipId: idOf(projectId) } } }),
            })
          }
        />
      )}
    </Stack>
  );
};

const Membership = ({ person, onRemoved }: { person: Person; onRemoved: () => void }) => {
  const ability = useCanInOrganization();
  const name = personName(person.user);
  const queries = useQueryClient();
  const update = api.useMutation('patch', path);
  const remove = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      await client.DELETE(path, { params: paramsOf(person) });
      forgetAbout(queries, person.id);
      onRemoved();
    },
  });
  const askToRemove = (): void =>
    confirm({
      title: 'Remove from the organization?',
      message: `${name} loses all access to this organization and its projects at once. The account stays.`,
      action: 'Remove',
      isDestructive: true,
      onConfirm: () => remove.mutateAsync(),
    });
  return (
    <Group gap="xs">
      {ability.can('edit', 'member') && (
        <Button
          size="xs"
          variant="default"
          loading={update.isPending}
          onClick={() => update.mutate({ params: paramsOf(person), body: { isActive: !person.isActive } })}
        >
          {person.isActive ? 'Deactivate' : 'Activate again'}
        </Button>
      )}
      {ability.can('delete', 'member') && (
        <Button size="xs" color="red.9" onClick={askToRemove}>
          Remove
        </Button>
      )}
    </Group>
  );
};

/** A member of the organization: role, state, projects. */
export const PersonDrawer = ({ person, onClose }: { person: Person; onClose: () => void }) => {
  const ability = useCanInOrganization();
  const isOwn = useSession().userId === person.userId;
  const state = stateOf(person);
  const address = addressBelowName(person.user);
  return (
    <SideDrawer title={personName(person.user)} {...(address !== undefined && { subtitle: address })} onClose={onClose}>
      <Stack>
        {state !== undefined && (
          <Group>
            <Badge variant="default">{state}</Badge>
          </Group>
        )}
        {person.status === 'invited' && ability.can('create', 'member') && <Resend person={person} />}
        <Role person={person} isOwn={isOwn} />
        <Projects person={person} />
        {ability.can('read', 'audit-logs') && (
          <Group>
            <Button component={Link} href={`/audit?actor=${person.userId}`} size="xs" variant="default">
              What they did
            </Button>
          </Group>
        )}
        {!isOwn && <Membership person={person} onRemoved={onClose} />}
      </Stack>
    </SideDrawer>
  );
};
