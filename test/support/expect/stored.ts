import type { World } from '../world/world.ts';

/** All stored rows of an organization except tokens, whose last-used times change. */
export const dataOf = async ({ server }: World, { id: organizationId }: { readonly id: string }): Promise<unknown> => {
  const { read } = server.parts.database;
  const identities = read('identities').where({ organizationId }).select('id');
  const auths = read('identity_universal_auths').whereIn('identityId', identities).select('id');
  const groups = read('groups').where({ organizationId }).select('id');
  const projects = read('projects').where({ organizationId }).select('id');
  const members = read('project_memberships').whereIn('projectId', projects).select('id');
  return Promise.all([
    read('organizations').where({ id: organizationId }),
    read('organization_memberships').where({ organizationId }).orderBy('id'),
    read('membership_metadata')
      .whereIn('membershipId', read('organization_memberships').where({ organizationId }).select('id'))
      .orderBy('id'),
    read('organization_roles').where({ organizationId }).orderBy('id'),
    read('single_sign_on_providers').where({ organizationId }),
    read('identities').where({ organizationId }).orderBy('id'),
    read('identity_token_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_universal_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_oidc_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_login_methods').whereIn('identityId', identities).orderBy('id'),
    read('universal_auth_client_secrets').whereIn('universalAuthId', auths).orderBy('id'),
    read('groups').where({ organizationId }).orderBy('id'),
    read('group_members').whereIn('groupId', groups).orderBy(['groupId', 'membershipId']),
    read('projects').where({ organizationId }).orderBy('id'),
    read('project_environments').whereIn('projectId', projects).orderBy('id'),
    read('secret_folders').whereIn('projectId', projects).orderBy('id'),
    read('project_tags').whereIn('projectId', projects).orderBy('id'),
    read('secrets').whereIn('projectId', projects).orderBy('id'),
    read('secret_versions').whereIn('projectId', projects).orderBy('id'),
    read('secret_tags')
      .whereIn('secretId', read('secrets').whereIn('projectId', projects).select('id'))
      .orderBy(['secretId', 'tagId']),
    read('secret_imports').whereIn('projectId', projects).orderBy('id'),
    read('webhooks').whereIn('projectId', projects).orderBy('id'),
    read('certificates').whereIn('projectId', projects).orderBy('id'),
    read('certificate_authorities').whereIn('projectId', projects).orderBy('id'),
    read('authority_certificates')
      .whereIn('authorityId', read('certificate_authorities').whereIn('projectId', projects).select('id'))
      .orderBy('id'),
    read('project_roles').whereIn('projectId', projects).orderBy('id'),
    read('project_memberships').whereIn('projectId', projects).orderBy('id'),
    read('project_membership_roles').whereIn('projectMembershipId', members).orderBy('id'),
    read('project_privileges').whereIn('projectMembershipId', members).orderBy('id'),
  ]);
};

/** All stored rows of an organization. */
export const rowsOf = async (world: World, organization: { readonly id: string }): Promise<unknown> => {
  const { read } = world.server.parts.database;
  const tokens = read('identity_access_tokens')
    .whereIn('identityId', read('identities').where({ organizationId: organization.id }).select('id'))
    .orderBy('id');
  const serviceTokens = read('service_tokens')
    .whereIn('projectId', read('projects').where({ organizationId: organization.id }).select('id'))
    .orderBy('id');
  return Promise.all([dataOf(world, organization), tokens, serviceTokens]);
};
