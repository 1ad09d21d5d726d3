import { useMemo } from 'react';
import type { components } from '../../../generated/api.d.ts';
import type { Ability } from '../access/ability.ts';
import { useCan } from '../access/use-can.ts';
import { client } from '../api/client.ts';
import type { Project } from '../layout/project.tsx';
import { heldRole, type Holder, type Holders, type RoleName } from './holders.ts';
import { asRequest, type RoleBody, type RoleSource } from './role-source.ts';

type Permission = components['schemas']['ProjectPermission'];

const bodyOf = <Body extends Partial<RoleBody>>({ permissions, ...body }: Body) => ({
  ...body,
  ...(permissions && { permissions: asRequest<Permission>(permissions) }),
});

const maxIdentities = 1000;

const usersOf = async (projectId: string, role: RoleName): Promise<Holder[]> => {
  const params = { path: { projectId } };
  const { memberships } = await client.GET('/api/v1/projects/{projectId}/memberships', { params });
  return memberships.flatMap(({ user, roles }) => {
    const held = heldRole(roles, role);
    return held ? [{ kind: 'user', id: user.id, name: user.username, endsAt: held.temporaryAccessEndTime }] : [];
  });
};

const groupsOf = async (projectId: string, role: RoleName): Promise<Holder[]> => {
  const params = { path: { projectId } };
  const { groupMemberships } = await client.GET('/api/v1/projects/{projectId}/memberships/groups', { params });
  return groupMemberships.flatMap(({ group, roles }) => {
    const held = heldRole(roles, role);
    return held ? [{ kind: 'group', id: group.id, name: group.name, endsAt: held.temporaryAccessEndTime }] : [];
  });
};

const identitiesOf = async (projectId: string, role: RoleName) => {
  const params = {
    path: { projectId },
    query: { offset: 0, limit: maxIdentities, orderBy: 'name', orderDirection: 'asc' },
  } as const;
  const { identityMemberships, totalCount } = await client.GET('/api/v1/projects/{projectId}/memberships/identities', {
    params,
  });
  const holders = identityMemberships.flatMap(({ identity, roles }): Holder[] => {
    const held = heldRole(roles, role);
    return held
      ? [{ kind: 'identity', id: identity.id, name: identity.name, endsAt: held.temporaryAccessEndTime }]
      : [];
  });
  return { holders, isComplete: totalCount <= maxIdentities };
};

/** Who has the role, as far as the user may see members. */
const holdersOf = async (projectId: string, ability: Ability, role: RoleName): Promise<Holders> => {
  const [users, identities, groups] = await Promise.all([
    ability.may('read', 'member') ? usersOf(projectId, role) : [],
    ability.may('read', 'identity') ? identitiesOf(projectId, role) : { holders: [], isComplete: false },
    ability.may('read', 'groups') ? groupsOf(projectId, role) : [],
  ]);
  return {
    holders: [...users, ...identities.holders, ...groups],
    leftOut: [
      ...(ability.can('read', 'member') ? [] : ['people']),
      ...(ability.can('read', 'identity') && identities.isComplete ? [] : ['machine identities']),
      ...(ability.can('read', 'groups') ? [] : ['groups']),
    ],
  };
};

/** The roles of a project. */
export const useProjectRoles = (project: Project): RoleSource => {
  const ability = useCan(project);
  return useMemo(() => {
    const { id: projectId, slug, name } = project;
    const path = { projectId };
    const one = (id: string) => ({ params: { path: { projectId, projectRoleId: id } } });
    return {
      scope: 'project',
      place: 'this project',
      address: `/p/${slug}/roles`,
      crumbs: [{ label: name, href: `/p/${slug}` }],
      project,
      key: projectId,
      ability,
      builtIn: ['admin', 'member', 'viewer', 'no-access'],
      reserved: ['admin', 'member', 'viewer', 'no-access', 'custom', 'cryptographic-operator'],
      list: async () => (await client.GET('/api/v1/projects/{projectId}/roles', { params: { path } })).roles,
      read: async (role) =>
        (
          await client.GET('/api/v1/projects/{projectId}/roles/slug/{slug}', {
            params: { path: { projectId, slug: role } },
          })
        ).role,
      create: async (body) =>
        await client.POST('/api/v1/projects/{projectId}/roles', {
          params: { path },
          body: { ...body, permissions: asRequest<Permission>(body.permissions) },
        }),
      update: async (id, body) =>
        await client.PATCH('/api/v1/projects/{projectId}/roles/{projectRoleId}', { ...one(id), body: bodyOf(body) }),
      remove: async (id) => await client.DELETE('/api/v1/projects/{projectId}/roles/{projectRoleId}', one(id)),
      holdersOf: (role) => holdersOf(projectId, ability, role),
    };
  }, [project, ability]);
};
