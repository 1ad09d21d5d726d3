import type { Rule } from '../../../src/access/rule.ts';
import { timestamp } from '../../../src/platform/clock.ts';
import type { Parts } from '../../../src/scope.ts';
import { createStores } from '../../../src/stores.ts';
import { issueAccessToken } from '../../../src/resources/identity/access-tokens/issue.ts';
import { newMembership } from '../../../src/resources/organization/memberships/new.ts';
import { newOrganization } from '../../../src/resources/organization/organizations/service.ts';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import type { OrganizationRoleRow } from '../../../src/resources/organization/organization-roles/store.ts';
import { newTokenAuth } from '../../../src/resources/identity/token-auth/new.ts';
import { newSession, sessionToken } from '../../../src/resources/identity/sessions/new.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly sessionId: string;
  /** For the organization in which the user was created. */
  readonly token: string;
  /** As issued at login, before an organization is selected. */
  readonly loginToken: string;
}

export interface TestIdentity {
  readonly id: string;
  readonly token: string;
  readonly tokenId: string;
}

/** The slug of a built-in role, or a custom role. */
export type TestRole = string | OrganizationRoleRow;

/** Users and machine identities for tests, stored as the server stores them. */
export interface Members {
  newOrganization(): Promise<OrganizationRow>;
  newRole(organization: OrganizationRow, permissions: readonly Rule[]): Promise<OrganizationRoleRow>;
  newUser(organization: OrganizationRow, role: TestRole): Promise<TestUser>;
  newIdentity(organization: OrganizationRow, role: TestRole): Promise<TestIdentity>;
  join(organization: OrganizationRow, user: { id: string }, role: TestRole, isActive?: boolean): Promise<void>;
  /** Makes the user or identity an instance administrator. */
  makeInstanceAdmin(member: { id: string }): Promise<void>;
}

export const createMembers = (parts: Parts): Members => {
  const { ids, clock, database } = parts;
  const now = (): string => timestamp(clock.now());
  const times = () => ({ createdAt: now(), updatedAt: now() });
  const write = (work: (stores: ReturnType<typeof createStores>) => Promise<void>): Promise<void> =>
    database.transaction(ofInstance, ({ db }) => work(createStores(db)));
  const membership = (
    organization: OrganizationRow,
    member: { userId: string } | { identityId: string },
    role: TestRole,
    isActive = true,
  ) => ({
    ...newMembership(
      parts,
      organization.id,
      member,
      typeof role === 'string' ? { role, roleId: null } : { role: 'custom', roleId: role.id },
    ),
    isActive,
  });
  const password = 'a password for tests only';
  // Shared by all users, because hashing is slow.
  let hash: Promise<string> | undefined;

  return {
    newOrganization: async () => {
      const organization = newOrganization(parts, 'Test Organization');
      // The four random characters of a generated slug would collide in thousands of test runs.
      organization.slug = `test-${ids.uuid()}`;
      await write((stores) => stores.organizations.insert(organization));
      return organization;
    },
    newRole: async (organization, permissions) => {
      const id = ids.uuid();
      const role = {
        id,
        organizationId: organization.id,
        slug: `role-${id}`,
        name: 'Test role',
        description: null,
        permissions,
        ...times(),
      };
      await write((stores) => stores.roles.insert(role));
      return role;
    },
    newUser: async (organization, role) => {
      const id = ids.uuid();
      const email = `user-${id}@example.com`;
      const passwordHash = await (hash ??= parts.passwords.hash(password));
      const user = {
        id,
        username: email,
        email,
        firstName: 'Test',
        lastName: 'User',
        passwordHash,
        superAdmin: false,
        addressProvedAt: times().createdAt,
        firstOrganizationId: organization.id,
        ...times(),
      };
      const caller = { ip: '127.0.0.1', userAgent: 'tests' };
      const session = newSession({ ...parts, caller }, id, { authMethod: 'email' });
      await write(async (stores) => {
        await stores.users.insert(user);
        await stores.memberships.insert(membership(organization, { userId: id }, role));
        await stores.sessions.insert(session);
      });
      const token = sessionToken(parts, session, organization.id);
      return { id, email, password, sessionId: session.id, token, loginToken: sessionToken(parts, session) };
    },
    newIdentity: async (organization, role) => {
      const identity = {
        id: ids.uuid(),
        organizationId: organization.id,
        projectId: null,
        name: 'Test identity',
        hasDeleteProtection: false,
        isInstanceAdmin: false,
        ...times(),
      };
      const tokenAuth = newTokenAuth(parts, identity.id);
      const { row, token } = issueAccessToken(parts, identity, tokenAuth, { authMethod: 'token-auth' });
      await write(async (stores) => {
        await stores.identities.insert(identity);
        await stores.memberships.insert(membership(organization, { identityId: identity.id }, role));
        await stores.tokenAuths.insert(tokenAuth);
        await stores.accessTokens.insert(row);
      });
      return { id: identity.id, token, tokenId: row.id };
    },
    join: (organization, user, role, isActive) =>
      write((stores) => stores.memberships.insert(membership(organization, { userId: user.id }, role, isActive))),
    makeInstanceAdmin: ({ id }) =>
      database.transaction(ofInstance, async ({ db }) => {
        await db('users').where({ id }).update({ superAdmin: true });
        await db('identities').where({ id }).update({ isInstanceAdmin: true });
      }),
  };
};
