import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { countMemberships, searchMemberships, toFilter } from '../../project/identity-memberships/service.ts';
import { requireDistinctKeys } from '../../organization/memberships/metadata.ts';
import { identityNotFound } from './guard.ts';
import { addIdentity, changeIdentity, listIdentityPage, removeIdentity } from './service.ts';
import { identitySearchView, identityMembershipView, identityView } from './view.ts';

export const listIdentities: Handler<'listIdentities'> = async (scope, { query: { search, offset, limit } }) => {
  return listIdentityPage(
    scope,
    { name: { contains: search } },
    { orderBy: 'name', orderDirection: 'asc', offset, limit },
  );
};

export const createIdentity: Handler<'createIdentity'> = async (scope, { body }) => {
  requireDistinctKeys(body.metadata);
  const { identity, metadata } = await addIdentity(scope, body);
  return { identity: { ...identityView(identity, metadata), authMethods: [] } };
};

export const getIdentityDetails: Handler<'getIdentityDetails'> = async ({ access, stores }) => {
  const organization = await stores.organizations.findById(access.organization.id);
  if (!organization) throw notFound('Organization not found.');
  const { id, name, slug } = organization;
  return { identityDetails: { organization: { id, name, slug } } };
};

export const searchIdentities: Handler<'searchIdentities'> = async (scope, { body: { search, ...page } }) => {
  return listIdentityPage(scope, { name: toFilter(search?.name), role: toFilter(search?.role) }, page);
};

export const searchIdentityMemberships: Handler<'searchIdentityMemberships'> = async (scope, { body }) => {
  const { identities, totalCount } = await searchMemberships(scope, body);
  const now = timestamp(scope.clock.now());
  return { identities: identities.map((identity) => identitySearchView(identity, now)), totalCount };
};

export const countIdentityMemberships: Handler<'countIdentityMemberships'> = async (scope, { body }) => ({
  counts: await countMemberships(scope, body),
});

export const getIdentity: Handler<'getIdentity'> = async ({ access, stores, clock }, { params }) => {
  const member = await stores.identities.findMember(access.organization.id, params.identityId);
  if (!member) throw identityNotFound();
  const metadata = await stores.memberships.listMetadata([member.id]);
  return { identity: identityMembershipView(member, metadata, timestamp(clock.now())) };
};

export const updateIdentity: Handler<'updateIdentity'> = async (scope, { params, body }) => {
  requireDistinctKeys(body.metadata);
  const { identity, metadata } = await changeIdentity(scope, params.identityId, body);
  return { identity: identityView(identity, metadata) };
};

export const deleteIdentity: Handler<'deleteIdentity'> = async (scope, { params }) => {
  const { identity, metadata } = await removeIdentity(scope, params.identityId);
  return { identity: identityView(identity, metadata) };
};
