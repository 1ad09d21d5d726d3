import type { components } from '../../../../generated/api.d.ts';
import { api, client } from '../../api/client.ts';
import type { GrantType } from '../../temporary-access/period.ts';
import type { Member } from './members.ts';

export type PrivilegeSummary = components['schemas']['PrivilegeSummary'];
export type Privilege = components['schemas']['Privilege'];
export type StoredRule = Privilege['permissions'][number];

const ofUsers = '/api/v1/user-project-additional-privilege';
const ofIdentities = '/api/v2/identity-project-additional-privilege';

/** The additional privileges of a user or machine identity, without their rules. */
export const usePrivileges = (projectId: string, { type, id, projectMembershipId }: Member) => {
  const user = api.useQuery(
    'get',
    ofUsers,
    { params: { query: { projectMembershipId } } },
    { enabled: type === 'user' },
  );
  const identity = api.useQuery(
    'get',
    ofIdentities,
    { params: { query: { identityId: id, projectId } } },
    { enabled: type === 'identity' },
  );
  const { data, error, refetch } = type === 'user' ? user : identity;
  return { privileges: data?.privileges as readonly PrivilegeSummary[] | undefined, error, refetch };
};

/** One privilege with its rules. */
export const usePrivilege = ({ type }: Member, id: string) => {
  const user = api.useQuery(
    'get',
    `${ofUsers}/{privilegeId}`,
    { params: { path: { privilegeId: id } } },
    { enabled: type === 'user' },
  );
  const identity = api.useQuery(
    'get',
    `${ofIdentities}/{id}`,
    { params: { path: { id } } },
    { enabled: type === 'identity' },
  );
  const { data, error, refetch } = type === 'user' ? user : identity;
  return { privilege: data?.privilege, error, refetch };
};

export interface PrivilegeValues {
  /** Absent for a generated one. */
  readonly slug?: string;
  readonly permissions: components['schemas']['ProjectPermissions'];
  readonly type: GrantType;
}

/** Returns the id of the new privilege. */
export const createPrivilege = async (projectId: string, member: Member, values: PrivilegeValues): Promise<string> => {
  const { projectMembershipId, id: identityId } = member;
  const { privilege } =
    member.type === 'user'
      ? await client.POST(ofUsers, { body: { ...values, projectMembershipId } })
      : await client.POST(ofIdentities, { body: { ...values, identityId, projectId } });
  return privilege.id;
};

export const updatePrivilege = async ({ type }: Member, id: string, body: PrivilegeValues): Promise<void> => {
  if (type === 'user') {
    const params = { path: { privilegeId: id } };
    await client.PATCH(`${ofUsers}/{privilegeId}`, { params, body });
  } else await client.PATCH(`${ofIdentities}/{id}`, { params: { path: { id } }, body });
};

export const deletePrivilege = async ({ type }: Member, id: string): Promise<void> => {
  if (type === 'user') await client.DELETE(`${ofUsers}/{privilegeId}`, { params: { path: { privilegeId: id } } });
  else await client.DELETE(`${ofIdentities}/{id}`, { params: { path: { id } } });
};
