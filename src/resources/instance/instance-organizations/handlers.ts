import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { removeOrganization } from '../../organization/organizations/service.ts';
import { organizationView } from '../../organization/organizations/view.ts';
import { linksView, linkView } from '../../organization/invitations/view.ts';
import { membershipView } from '../../organization/organization-users/view.ts';
import { createOrganizationWithAdmins, inviteMemberAgain, join, removeMember } from './service.ts';
import { instanceOrganizationView } from './view.ts';

export const listInstanceOrganizations: Handler<'listInstanceOrganizations'> = async ({ stores }, { query }) => {
  const { searchTerm, offset, limit } = query;
  const organizations = await stores.organizations.search(searchTerm, { offset, limit });
  const ids = organizations.map(({ id }) => id);
  const people = await stores.memberships.listPeople(ids);
  const projects = await stores.projects.listOfOrganizations(ids);
  return {
    organizations: organizations.map((organization) => instanceOrganizationView(organization, people, projects)),
    total: await stores.organizations.count(searchTerm),
  };
};

export const createOrganizationForOthers: Handler<'createOrganizationForOthers'> = async (scope, { body }) => {
  const { organization, links } = await createOrganizationWithAdmins(scope, body.name, body.inviteAdminEmails);
  return { organization: organizationView(organization), ...linksView(links) };
};

export const deleteInstanceOrganization: Handler<'deleteInstanceOrganization'> = async (scope, { params }) => {
  return { organization: organizationView(await removeOrganization(scope, params.organizationId)) };
};

export const joinOrganization: Handler<'joinOrganization'> = async (scope, { params }) => {
  return { organizationMembership: membershipView(await join(scope, params.organizationId, userOf(scope).id)) };
};

export const removeInstanceOrganizationMember: Handler<'removeInstanceOrganizationMember'> = async (
  scope,
  { params },
) => {
  return {
    organizationMembership: membershipView(await removeMember(scope, params.organizationId, params.membershipId)),
  };
};

export const resendInstanceInvitation: Handler<'resendInstanceInvitation'> = async (scope, { params }) => {
  const { member, link } = await inviteMemberAgain(scope, params.organizationId, params.membershipId);
  return { organizationMembership: membershipView(member), ...linkView(link) };
};
