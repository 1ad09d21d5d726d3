import { auditedUser } from '../../../audit/audit.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { issueAccessToken } from '../../identity/access-tokens/issue.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import { newOrganization } from '../../organization/organizations/service.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { newTokenAuth } from '../../identity/token-auth/new.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { ofInstance } from '../../../transaction-keys.ts';

interface NewInstance {
  user: UserRow;
  organization: OrganizationRow;
  identity: IdentityRow;
  token: string;
}

const alreadySetUp = () => badRequest('This server has already been set up.');

/** Creates the first organization with its administrator, and an identity that administers the instance; once. */
export const bootstrap = async (
  scope: PublicScope,
  { email, password, organization: name }: Request<'bootstrapInstance'>['body'],
): Promise<NewInstance> => {
  // Checked before the slow password hash, so that repeated requests cost little.
  if (await scope.stores.instance.isBootstrapped()) throw alreadySetUp();
  const passwordHash = await scope.passwords.hash(password);

  const { ids } = scope;
  const now = timestamp(scope.clock.now());
  const created = { createdAt: now, updatedAt: now };
  const username = email.toLowerCase();
  const organization = newOrganization(scope, name);
  const user: UserRow = {
    id: ids.uuid(),
    username,
    email: username,
    firstName: 'Admin',
    lastName: 'User',
    passwordHash,
    superAdmin: true,
    // Nobody but the operator could have created this account.
    addressProvedAt: now,
    firstOrganizationId: organization.id,
    ...created,
  };
  const identity: IdentityRow = {
    id: ids.uuid(),
    organizationId: organization.id,
    projectId: null,
    name: 'Instance Admin Identity',
    hasDeleteProtection: false,
    isInstanceAdmin: true,
    ...created,
  };
  const admin = { role: 'admin', roleId: null };
  const tokenAuth = newTokenAuth(scope, identity.id);
  const { row, token } = issueAccessToken(scope, identity, tokenAuth, { authMethod: 'token-auth' });

  await scope.transaction(ofInstance, async ({ stores, audit }) => {
    if (!(await stores.instance.claimBootstrap(now))) throw alreadySetUp();
    await stores.users.insert(user);
    await stores.organizations.insert(organization);
    await stores.identities.insert(identity);
    await stores.memberships.insert(newMembership(scope, organization.id, { userId: user.id }, admin));
    await stores.memberships.insert(newMembership(scope, organization.id, { identityId: identity.id }, admin));
    await stores.tokenAuths.insert(tokenAuth);
    await stores.accessTokens.insert(row);
    await audit.record({
      type: 'bootstrap-instance',
      metadata: { userId: user.id, organizationId: organization.id, identityId: identity.id },
      actor: auditedUser(user),
      organizationId: organization.id,
    });
  });
  return { user, organization, identity, token };
};
