import type { components } from '../../../../generated/api.d.ts';
import { api } from '../../api/client.ts';

export type HeldRole = components['schemas']['HeldRole'];
export type MemberType = 'user' | 'identity' | 'group';

/** A user, machine identity or group that is a member of the project itself. */
export interface Member {
  readonly type: MemberType;
  /** Of the user, identity or group. */
  readonly id: string;
  readonly projectMembershipId: string;
  /** The e-mail address of a user. */
  readonly name: string;
  /** What is shown first: the name of a person, if it is known. */
  readonly title: string;
  readonly roles: readonly HeldRole[];
  /** Whether the identity belongs to the project, so that it can only be deleted. */
  readonly isOwned: boolean;
}

type User = components['schemas']['ProjectUser'];
type Identity = components['schemas']['IdentityInProject'] & {
  readonly identity: components['schemas']['ListedMemberIdentity'];
};
type Group = components['schemas']['ProjectGroup'];

const userMember = ({ id, userId, user, roles }: User): Member => {
  const fullName = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return {
    type: 'user',
    id: userId,
    projectMembershipId: id,
    name: user.username,
    title: fullName || user.username,
    roles,
    isOwned: false,
  };
};

const identityMember = ({ id, identityId, identity, roles }: Identity): Member => ({
  type: 'identity',
  id: identityId,
  projectMembershipId: id,
  name: identity.name,
  title: identity.name,
  roles,
  isOwned: identity.projectId !== null,
});

const groupMember = ({ id, groupId, group, roles }: Group): Member => ({
  type: 'group',
  id: groupId,
  projectMembershipId: id,
  name: group.name,
  title: group.name,
  roles,
  isOwned: false,
});

/** A list of members, of which some may not be loaded yet. */
export interface MemberList {
  /** Undefined while the first ones are being loaded. */
  readonly members: readonly Member[] | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  /** Loads more; undefined if all are loaded. */
  readonly more: (() => void) | undefined;
}

const matches = ({ name, title }: Member, search: string): boolean =>
  `${title}\n${name}`.toLowerCase().includes(search.toLowerCase());

export const useUsers = (projectId: string, search: string, isEnabled = true): MemberList => {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/api/v1/projects/{projectId}/memberships',
    { params: { path: { projectId } } },
    { enabled: isEnabled },
  );
  const members = data?.memberships.map(userMember).filter((member) => matches(member, search));
  return { members, error, refetch, more: undefined };
};

export const useGroups = (projectId: string, search: string): MemberList => {
  const { data, error, refetch } = api.useQuery('get', '/api/v1/projects/{projectId}/memberships/groups', {
    params: { path: { projectId } },
  });
  const members = data?.groupMemberships.map(groupMember).filter((member) => matches(member, search));
  return { members, error, refetch, more: undefined };
};

const pageSize = 100;

export const useIdentities = (projectId: string, search: string, isEnabled = true): MemberList => {
  const order = { limit: pageSize, orderBy: 'name', orderDirection: 'asc' } as const;
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = api.useInfiniteQuery(
    'get',
    '/api/v1/projects/{projectId}/memberships/identities',
    { params: { path: { projectId }, query: { ...order, offset: 0, ...(search !== '' && { search }) } } },
    {
      pageParamName: 'offset',
      initialPageParam: 0,
      getNextPageParam: ({ totalCount }, pages) =>
        pages.length * pageSize < totalCount ? pages.length * pageSize : undefined,
      enabled: isEnabled,
    },
  );
  return {
    members: data?.pages.flatMap((page) => page.identityMemberships.map(identityMember)),
    error,
    refetch,
    more: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined,
  };
};

/** One member, by the key that addresses have: the membership of a user, the id of an identity or group. */
export const useMember = (projectId: string, type: MemberType, key: string) => {
  const base = '/api/v1/projects/{projectId}/memberships';
  const user = api.useQuery(
    'get',
    `${base}/{projectMembershipId}`,
    { params: { path: { projectId, projectMembershipId: key } } },
    { enabled: type === 'user' },
  );
  const identity = api.useQuery(
    'get',
    `${base}/identities/{identityId}`,
    { params: { path: { projectId, identityId: key } } },
    { enabled: type === 'identity' },
  );
  const group = api.useQuery(
    'get',
    `${base}/groups/{groupId}`,
    { params: { path: { projectId, groupId: key } } },
    { enabled: type === 'group' },
  );
  const memberOf = (
    ofUser: typeof user.data,
    ofIdentity: typeof identity.data,
    ofGroup: typeof group.data,
  ): Member | undefined =>
    (ofUser && userMember(ofUser.membership)) ??
    (ofIdentity && identityMember(ofIdentity.identityMembership)) ??
    (ofGroup && groupMember(ofGroup.groupMembership));
  const reload = {
    user: async () => memberOf((await user.refetch({ throwOnError: true })).data, undefined, undefined),
    identity: async () => memberOf(undefined, (await identity.refetch({ throwOnError: true })).data, undefined),
    group: async () => memberOf(undefined, undefined, (await group.refetch({ throwOnError: true })).data),
  }[type];
  const { error } = { user, identity, group }[type];
  return { member: memberOf(user.data, identity.data, group.data), error, reload };
};
