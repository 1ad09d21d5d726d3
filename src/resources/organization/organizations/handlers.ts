import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';
import { sessionInUse, sessionToken } from '../../identity/sessions/new.ts';
import { changeOrganization, createOrganizationWithMembers, removeOrganization } from './service.ts';
import type { JoinedOrganizationRow } from './store.ts';
import { accessibleOrganizationView, joinedOrganizationView, organizationView } from './view.ts';

export const listOrganizations: Handler<'listOrganizations'> = async ({ actor, stores }) => {
  const organizations = await (actor.type === 'user'
    ? stores.organizations.listOfMember({ userId: actor.id }, actor.providerId)
    : stores.organizations.listOfMember({ identityId: actor.id }));
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

const listOwn = (scope: Scope): Promise<JoinedOrganizationRow[]> => {
  const { id: userId, providerId } = userOf(scope);
  return scope.stores.organizations.listOfMember({ userId }, providerId);
};

export const listOwnOrganizationsPlain: Handler<'listOwnOrganizationsPlain'> = async (scope) => {
  const organizations = await listOwn(scope);
  return { organizations: organizations.map(organizationView) };
};

export const listAccessibleOrganizations: Handler<'listAccessibleOrganizations'> = async (scope) => {
  const organizations = await listOwn(scope);
  return { organizations: organizations.map(accessibleOrganizationView) };
};

export const createOrganization: Handler<'createOrganization'> = async (scope, { body }) => {
  const organization = await createOrganizationWithMembers(scope, body.name, [userOf(scope).id]);
  return { organization: organizationView(organization) };
};

export const deleteOrganization: Handler<'deleteOrganization'> = async (scope, { params }) => {
  if (scope.access.organization.role !== 'admin')
    throw forbidden('Only administrators of the organization may delete it.', helpSections.administrators);
  const organization = await removeOrganization(scope, params.organizationId);
  return {
    organization: organizationView(organization),
    accessToken: sessionToken(scope, sessionInUse(userOf(scope))),
  };
};
