import type { Reply } from '../contract.ts';
import type { ApiClient } from './server/client.ts';
import type { Member } from './who.ts';

export type Privilege = Reply<'createPrivilege'>['privilege'] | Reply<'createUserPrivilege'>['privilege'];

/** The additional privileges of one member of a project; users and machine identities have operations of their own. */
export interface Privileges {
  readonly create: (body: object) => Promise<Privilege>;
  readonly list: () => Promise<readonly { readonly id: string; readonly slug: string }[]>;
  readonly remove: (id: string) => Promise<Privilege>;
}

const ofIdentity = (client: ApiClient, projectId: string, identityId: string): Privileges => ({
  create: async (body) =>
    (await client.call('createPrivilege', { body: { ...body, projectId, identityId } })).privilege,
  list: async () => (await client.call('listPrivileges', { query: { projectId, identityId } })).privileges,
  remove: async (id) => (await client.call('deletePrivilege', { params: { id } })).privilege,
});

const ofUser = (client: ApiClient, projectMembershipId: string): Privileges => ({
  create: async (body) =>
    (await client.call('createUserPrivilege', { body: { ...body, projectMembershipId } })).privilege,
  list: async () => (await client.call('listUserPrivileges', { query: { projectMembershipId } })).privileges,
  remove: async (privilegeId) => (await client.call('deleteUserPrivilege', { params: { privilegeId } })).privilege,
});

export const privilegesOf = async (client: ApiClient, projectId: string, { type, id }: Member): Promise<Privileges> => {
  if (type === 'identity') return ofIdentity(client, projectId, id);
  const { membership } = await client.call('getProjectMembershipOfUser', { params: { projectId, userId: id } });
  return ofUser(client, membership.id);
};
