import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { encryptForSignOn } from '../../../platform/crypto/sealing.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findRole } from '../../organization/organization-roles/assign.ts';
import { clientSecretContext } from './client-secret.ts';
import { requireAdministrator } from './guard.ts';
import {
  addressFields,
  isOtherProvider,
  issuerKeyOf,
  missingAddress,
  requireSound,
  toColumns,
  type SignOnColumns,
  type SignOnInput,
} from './rules.ts';
import type { SignOnProviderRow, SignOnProviderWithRole } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

export const noProvider = () => notFound('This organization has no single sign-on.');

/** 400 if the server may not connect to one of the addresses. */
const requireAllowedAddresses = ({ openIdProviders }: Scope, columns: SignOnColumns): void => {
  for (const [field, column] of Object.entries(addressFields)) {
    const address = columns[column];
    const problem = address ? openIdProviders.problemOf(address) : undefined;
    if (problem) throw badRequest(`${field} ${problem}.`);
  }
};

const prepare = async (scope: Scope, input: SignOnInput, use: 'create' | 'update'): Promise<SignOnColumns> => {
  await requireAdministrator(scope);
  requireSound(input, use);
  const columns = toColumns(input);
  requireAllowedAddresses(scope, columns);
  return columns;
};

/** Finds the role of people who sign in for the first time; 404 if there is none. */
const roleColumns = async (
  { stores, access }: Scope,
  slug: string,
): Promise<Pick<SignOnProviderWithRole, 'role' | 'roleId' | 'customRoleSlug'>> => {
  const { role, roleId } = await findRole(stores, access.organization.id, slug);
  return { role, roleId, customRoleSlug: roleId && slug };
};

const stored = ({ customRoleSlug: _, ...row }: SignOnProviderWithRole): SignOnProviderRow => row;

/** The client secret is never recorded. */
const audited = (input: SignOnInput): Record<string, unknown> => {
  const { clientSecret, ...fields } = input;
  return { ...fields, ...(clientSecret && { isClientSecretChanged: true }) };
};

export const createProvider = async (
  scope: Scope,
  body: Request<'createSingleSignOn'>['body'],
): Promise<SignOnProviderWithRole> => {
  const columns = await prepare(scope, body, 'create');
  const { clock, ids, keyring, access } = scope;
  const id = ids.uuid();
  const now = timestamp(clock.now());
  const creation = scope.transaction(ofOrganization(access.organization.id), async (tx) => {
    const addresses = {
      discoveryUrl: '',
      issuer: '',
      authorizationEndpoint: '',
      jwksUri: '',
      tokenEndpoint: '',
      userinfoEndpoint: '',
      ...(columns as Pick<SignOnProviderRow, 'configurationType' | 'clientId' | 'isActive'>),
    };
    const provider: SignOnProviderWithRole = {
      allowedEmailDomains: '',
      manageGroupMemberships: false,
      jwtSignatureAlgorithm: 'RS256',
      ...addresses,
      issuerKey: issuerKeyOf(addresses),
      id,
      organizationId: access.organization.id,
      sealedClientSecret: encryptForSignOn(keyring, clientSecretContext(id), body.clientSecret),
      ...(await roleColumns(tx, body.defaultMembershipRole ?? 'member')),
      lastUsedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await tx.stores.signOnProviders.insert(stored(provider));
    await tx.stores.organizations.update(provider.organizationId, { singleSignOnId: id, updatedAt: now });
    await tx.audit.record({ type: 'create-single-sign-on', metadata: audited(body) });
    return provider;
  });
  return badRequestIfTaken(creation, 'This organization has single sign-on already. Change it with PATCH.');
};

/**
 * Ends what depends on a provider that is now another one or inactive: nobody could sign in with it where that is
 * enforced, and it no longer vouches for those who did. Returns how many sessions that ends.
 */
const endUse = async (
  { stores }: Scope,
  { id, organizationId, updatedAt }: Pick<SignOnProviderRow, 'id' | 'organizationId' | 'updatedAt'>,
): Promise<number> => {
  await stores.organizations.update(organizationId, { authEnforced: false, updatedAt });
  return stores.sessions.deleteAllOfProvider(id);
};

export const changeProvider = async (scope: Scope, body: SignOnInput): Promise<SignOnProviderWithRole> => {
  const columns = await prepare(scope, body, 'update');
  const { clientSecret, defaultMembershipRole } = body;
  return scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const before = await tx.stores.signOnProviders.findOfOrganization(tx.access.organization.id);
    if (!before) throw noProvider();
    const isOther = isOtherProvider(before, columns);
    const changed: SignOnProviderWithRole = {
      ...before,
      ...columns,
      ...(clientSecret && {
        sealedClientSecret: encryptForSignOn(tx.keyring, clientSecretContext(before.id), clientSecret),
      }),
      ...(defaultMembershipRole !== undefined && (await roleColumns(tx, defaultMembershipRole))),
      ...(isOther && { lastUsedAt: null }),
      updatedAt: timestamp(tx.clock.now()),
    };
    const missing = missingAddress(changed);
    if (missing) throw badRequest(`A configuration of this type needs ${missing}.`);
    const { id, organizationId: _, ...changes } = stored(changed);
    await tx.stores.signOnProviders.update(id, { ...changes, issuerKey: issuerKeyOf(changed) });
    const isEnded = isOther || !changed.isActive;
    const endedSessions = isEnded ? await endUse(tx, changed) : 0;
    await tx.audit.record({
      type: 'update-single-sign-on',
      metadata: { ...audited(body), isEnforcementEnded: isEnded, endedSessions },
    });
    return changed;
  });
};
