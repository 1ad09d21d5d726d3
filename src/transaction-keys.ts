import type { Key } from './platform/db/database.ts';

// What transactions change. Transactions with the same key run one after another, and nothing that belongs to the key can
// change meanwhile. What is above a key cannot change either: while an organization changes, its projects and identities
// do not, and vice versa. `platform/db/README.md` lists which operation changes what.

const instanceName = 'instance';
const organizationName = (id: string): string => `organization ${id}`;

/** What belongs to an organization. */
interface OrganizationPart {
  readonly id: string;
  readonly organizationId: string;
}

/** Users as such, what the instance administrators manage, and all organizations and accounts. */
export const ofInstance: Key = { name: instanceName, within: [] };

/** The organization with its members, roles, groups, identities and projects. */
export const ofOrganization = (id: string): Key => ({ name: organizationName(id), within: [instanceName] });

/** The project with its members, environments, secrets and certificates. */
export const ofProject = ({ id, organizationId }: OrganizationPart): Key => ({
  name: `project ${id}`,
  within: [instanceName, organizationName(organizationId)],
});

/** The login methods and tokens of a machine identity. */
export const ofIdentity = ({ id, organizationId }: OrganizationPart): Key => ({
  name: `identity ${id}`,
  within: [instanceName, organizationName(organizationId)],
});

/** The password, factors and sessions of a user. */
export const ofAccount = (userId: string): Key => ({ name: `account ${userId}`, within: [instanceName] });

/** A task of the server itself, which changes nothing that a request depends on. */
export const ofTask = (name: string): Key => ({ name: `task ${name}`, within: [] });
