import { auditedUser } from '../../../audit/audit.ts';
import { singleSignOnEvents } from '../../../audit/events.ts';
import { timestamp } from '../../../platform/clock.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import { newAccount } from '../../organization/organization-users/new.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { openSessionOf } from '../sessions/service.ts';
import type { SessionRow } from '../sessions/store.ts';
import { placeInGroups } from './groups.ts';
import type { Person } from './id-token.ts';
import { isAllowedAddress } from './rules.ts';
import type { SignOnProviderRow, SignOnProviderWithRole } from './store.ts';
import { ofAccount } from '../../../transaction-keys.ts';

/** A session, or the account whose owner has to sign in first and agree. */
export type Admission = { readonly session: SessionRow } | { readonly accountId: string };

/** Returns the provider; throws if it was changed since it vouched for the person. */
export const requireUnchanged = async (
  { stores }: PublicScope,
  { organizationId, updatedAt }: SignOnProviderRow,
): Promise<SignOnProviderWithRole> => {
  const provider = await stores.signOnProviders.findOfOrganization(organizationId);
  if (!provider?.isActive) throw new Refused('provider_not_active', 'Single sign-on is not active.');
  if (provider.updatedAt !== updatedAt)
    throw new Refused('configuration_changed', 'The configuration was changed during the sign-in.');
  return provider;
};

const personOf = ({ id: providerId }: SignOnProviderRow, { issuer, subject }: Pick<Person, 'issuer' | 'subject'>) => ({
  providerId,
  issuer,
  subject,
});

/** Links the person to the account; throws if the account is that of another person at this provider. */
export const linkPerson = async (
  { stores, ids, clock }: PublicScope,
  provider: SignOnProviderRow,
  person: Pick<Person, 'issuer' | 'subject'>,
  userId: string,
): Promise<void> => {
  const account = { providerId: provider.id, issuer: person.issuer, userId };
  if (await stores.signOnLinks.findOfUser(account))
    throw new Refused('account_conflict', 'The account with this address belongs to another person at the provider.');
  const createdAt = timestamp(clock.now());
  await stores.signOnLinks.insert({ id: ids.uuid(), ...personOf(provider, person), userId, createdAt });
};

/** Throws unless somebody with that address may sign in with the provider. */
const requireAllowed = (
  { allowedEmailDomains }: SignOnProviderRow,
  { email }: Pick<Person, 'email'>,
  membership: OrganizationMembershipRow | undefined,
): void => {
  if (allowedEmailDomains === '' ? !membership : !isAllowedAddress(allowedEmailDomains, email))
    throw new Refused(
      allowedEmailDomains === '' ? 'not_invited' : 'domain_not_allowed',
      'People with this address may not sign in with single sign-on.',
    );
  if (membership && !membership.isActive)
    throw new Refused('membership_not_active', 'The membership of this organization is not active.');
};

/** Creates the account, or returns the one that somebody else creates at this moment. */
const createAccount = async (tx: PublicScope, person: Person): Promise<UserRow> => {
  const account = newAccount(tx, person.email, person);
  await tx.stores.users.insertIfNew(account);
  const user = (await tx.stores.users.findByUsername(person.email))!;
  if (user.id !== account.id) tx.addKeys(ofAccount(user.id));
  return user;
};

/**
 * Finds the account of the person, or creates it; `isOwned` if somebody else may have its password. An account without
 * one can be linked at once: it has no owner but providers, and each of them has power only in its own organization.
 */
const findAccount = async (
  tx: PublicScope,
  provider: SignOnProviderRow,
  person: Person,
): Promise<{ user: UserRow; isOwned: boolean }> => {
  const { users, memberships, signOnLinks } = tx.stores;
  const link = await signOnLinks.find(personOf(provider, person));
  const existing = await (link ? users.findById(link.userId) : users.findByUsername(person.email));
  if (existing) tx.addKeys(ofAccount(existing.id));
  // Before an account is created, or anything is said about one that exists.
  requireAllowed(provider, person, existing && (await memberships.findOfUser(provider.organizationId, existing.id)));
  if (link && existing) return { user: existing, isOwned: false };
  const user = existing ?? (await createAccount(tx, person));
  if (user.passwordHash !== null || user.superAdmin) return { user, isOwned: true };
  await linkPerson(tx, provider, person, user.id);
  return { user, isOwned: false };
};

const roleOf = ({ role, roleId, customRoleSlug }: SignOnProviderWithRole) =>
  role === 'custom' && customRoleSlug === null ? { role: 'no-access', roleId: null } : { role, roleId };

/**
 * Returns the membership of the account, which it gets at the first sign-in or by accepting an invitation; and whether it
 * is new.
 */
export const joinOrganization = async (
  tx: PublicScope,
  provider: SignOnProviderWithRole,
  { user, email }: { user: UserRow; email: string },
  { needsSingleSignOn }: Pick<OrganizationMembershipRow, 'needsSingleSignOn'>,
): Promise<{ membershipId: string; isNew: boolean }> => {
  const { memberships, invitations } = tx.stores;
  const { organizationId } = provider;
  const found = await memberships.findOfUser(organizationId, user.id);
  requireAllowed(provider, { email }, found);
  if (found?.status === 'accepted') return { membershipId: found.id, isNew: false };
  if (found) {
    await invitations.cancel(found.id);
    const updatedAt = timestamp(tx.clock.now());
    await memberships.update(found.id, { status: 'accepted', needsSingleSignOn, updatedAt });
    return { membershipId: found.id, isNew: true };
  }
  const created = newMembership(tx, organizationId, { userId: user.id }, roleOf(provider));
  await memberships.insert({ ...created, needsSingleSignOn });
  return { membershipId: created.id, isNew: true };
};

/** In a transaction of the organization: signs the person in, or tells which account has to agree first. */
export const admit = async (tx: PublicScope, stored: SignOnProviderRow, person: Person): Promise<Admission> => {
  const provider = await requireUnchanged(tx, stored);
  const { organizationId } = provider;
  const { user, isOwned } = await findAccount(tx, provider, person);
  if (isOwned) return { accountId: user.id };

  const { membershipId, isNew } = await joinOrganization(
    tx,
    provider,
    { user, email: person.email },
    { needsSingleSignOn: true },
  );
  if (isNew)
    await tx.audit.record({
      type: singleSignOnEvents.joined,
      metadata: { membershipId, userId: user.id, username: user.username, issuer: person.issuer },
      actor: { ...auditedUser(user), authMethod: 'oidc' },
      organizationId,
    });
  if (provider.manageGroupMemberships && person.groups)
    await placeInGroups(tx, { organizationId, membershipId, user }, person.groups);
  await tx.stores.signOnProviders.update(provider.id, { lastUsedAt: timestamp(tx.clock.now()) });
  const session = await openSessionOf(tx, user, {
    authMethod: 'oidc',
    authenticatedAt: person.authenticatedAt,
    providerId: provider.id,
    providerSessionId: person.sessionId,
  });
  return { session };
};
