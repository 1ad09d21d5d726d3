import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { sessionToken } from '../../identity/sessions/new.ts';
import { changeOrganization, createOrganizationWithMembers, removeOrganization } from './service.ts';
import { accessibleOrganizationView, joinedOrganizationView, organizationView } from './view.ts';

export const listOrganizations: Handler<'listOrganizations'> = async ({ actor, stores }) => {
  const member = actor.type === 'user' ? { userId: actor.id } : { identityId: actor.id };
  const organizations = await stores.organizations.listOfMember(member);
  return { organizations: organizations.map(joinedOrganizationView) };
};

export const getOrganization: Handler<'getOrganization'> = async (scope, { params }) => {
  const organization = await scope.stores.organizations.findById(params.organizationId);
  if (!organization) throw notFound('Organization not found.');
  return { organization: { ...organizationView(organization), pamProjectId: null } };
};

export const updateOrganization: Handler<'updateOrganization'> = async (scope, { params, body }) => {
  const organization = await changeOrganization(scope, params.organizationId, body);
  return { message: 'The organization was updated.', organization: organizationView(organization) };
};

export const listOwnOrganizationsPlain: Handler<'listOwnOrganizationsPlain'> = async (scope) => {
  const organizations = await scope.stores.organizations.listOfMember({ userId: userOf(scope).id });
  return { organizations: organizations.map(organizationView) };
};

export const listAccessibleOrganizations: Handler<'listAccessibleOrganizations'> = async (scope) => {
  const organizations = await scope.stores.organizations.listOfMember({ userId: userOf(scope).id });
  return { organizations: organizations.map(accessibleOrganizationView) };
};

export const createOrganization: Handler<'createOrganization'> = async (scope, { body }) => {
  const organization = await createOrganizationWithMembers(scope, body.name, [userOf(scope).id]);
  return { organization: organizationView(organization) };
};

export const deleteOrganization: Handler<'deleteOrganization'> = async (scope, { params }) => {
  if (scope.access.organization.role !== 'admin')
    throw forbidden('Only administrators of the organization may delete it.');
  const { id: userId, sessionId: id, sessionExpiresAt: expiresAt } = userOf(scope);
  const organization = await removeOrganization(scope, params.organizationId);
  return { organization: organizationView(organization), accessToken: sessionToken(scope, { id, userId, expiresAt }) };
};
