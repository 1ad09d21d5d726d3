import { useMemo } from 'react';
import type { components } from '../../../generated/api.d.ts';
import type { Ability } from '../access/ability.ts';
import { useCanInOrganization } from '../access/use-can.ts';
import { client } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import type { Holder, Holders, RoleName } from './holders.ts';
import { asRequest, type RoleBody, type RoleSource } from './role-source.ts';

type Rule = components['schemas']['OrganizationRuleInput'];

const bodyOf = <Body extends Partial<RoleBody>>({ permissions, ...body }: Body) => ({
  ...body,
  ...(permissions && { permissions: asRequest<Rule>(permissions) }),
});

const maxIdentities = 1000;
const maxGroups = 100;

interface Member {
  readonly role: string;
  readonly roleId: string | null;
}

const hasRole = ({ role, roleId }: Member, { id, slug }: RoleName): boolean =>
  roleId === null ? role === slug : roleId === id;

const usersOf = async (organizationId: string, role: RoleName): Promise<Holder[]> => {
  const params = { path: { organizationId } };
  const { users } = await client.GET('/api/v2/organizations/{organizationId}/memberships', { params });
  return users
    .filter((member) => hasRole(member, role))
    .map(({ user }) => ({ kind: 'user', id: user.id, name: user.username, endsAt: null }));
};

const identitiesOf = async (role: RoleName) => {
  const params = { query: { offset: 0, limit: maxIdentities } };
  const { identities, totalCount } = await client.GET('/api/v1/identities', { params });
  const holders = identities
    .filter((member) => hasRole(member, role))
    .map(({ identity }): Holder => ({ kind: 'identity', id: identity.id, name: identity.name, endsAt: null }));
  return { holders, isComplete: totalCount <= maxIdentities };
};

const groupsOf = async ({ slug }: RoleName) => {
  const params = {
    query: { offset: 0, limit: maxGroups, roles: [slug], orderBy: 'name' as const, orderDirection: 'asc' as const },
  };
  const { groupMemberships, totalCount } = await client.GET('/api/v1/organizations/memberships/groups', { params });
  const holders = groupMemberships.map(({ group }): Holder => ({
    kind: 'group',
    id: group.id,
    name: group.name,
    endsAt: null,
  }));
  return { holders, isComplete: totalCount <= maxGroups };
};

const unseen = { holders: [], isComplete: false };

/** Who has the role, as far as the user may see members. */
const holdersOf = async (organizationId: string, ability: Ability, role: RoleName): Promise<Holders> => {
  const [users, identities, groups] = await Promise.all([
    ability.can('read', 'member') ? usersOf(organizationId, role) : undefined,
    ability.can('read', 'identity') ? identitiesOf(role) : unseen,
    ability.can('read', 'groups') ? groupsOf(role) : unseen,
  ]);
  return {
    holders: [...(users ?? []), ...identities.holders, ...groups.holders],
    leftOut: [
      ...(users ? [] : ['people']),
      ...(identities.isComplete ? [] : ['machine identities']),
      ...(groups.isComplete ? [] : ['groups']),
    ],
  };
};

/** The roles of the organization. */
export const useOrganizationRoles = (): RoleSource => {
  const ability = useCanInOrganization();
  const { organizationId = '' } = useSession();
  return useMemo(() => {
    const one = (roleId: string) => ({ params: { path: { roleId } } });
    return {
      scope: 'organization',
      place: 'the organization',
      address: '/org/roles',
      crumbs: [],
      key: organizationId,
      ability,
      builtIn: ['admin', 'member', 'no-access'],
      reserved: ['admin', 'member', 'no-access', 'custom'],
      list: async () => (await client.GET('/api/v1/organization/roles')).roles,
      read: async (slug) =>
        (await client.GET('/api/v1/organization/roles/slug/{slug}', { params: { path: { slug } } })).role,
      create: async (body) =>
        await client.POST('/api/v1/organization/roles', {
          body: { ...body, permissions: asRequest<Rule>(body.permissions) },
        }),
      update: async (id, body) =>
        await client.PATCH('/api/v1/organization/roles/{roleId}', { ...one(id), body: bodyOf(body) }),
      remove: async (id) => await client.DELETE('/api/v1/organization/roles/{roleId}', one(id)),
      holdersOf: (role) => holdersOf(organizationId, ability, role),
    };
  }, [organizationId, ability]);
};
