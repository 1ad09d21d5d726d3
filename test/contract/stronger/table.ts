import type { OperationId } from '../../../generated/operations.ts';
import type { StrongerSetting } from './setting.ts';

interface Request {
  readonly body?: object;
  readonly params?: object;
}

type Prepare = (setting: StrongerSetting) => Request;

const plain: Prepare = () => ({});
const noRoles: Prepare = () => ({ body: { roles: [{ role: 'no-access' }] } });
const usernames: Prepare = ({ user }) => ({ body: { usernames: [user.email] } });
const ofPrivilege: Prepare = ({ privilege }) => ({ params: { id: privilege.id } });
const legacyPrivilege = ({ privilege, params, project }: StrongerSetting) => ({
  privilegeSlug: privilege.slug,
  identityId: params.identityId,
  projectSlug: project.slug,
});

/** Operations that take something from a member, an identity or a group: by operation, then by what they take. */
export const takingOperations: Readonly<Partial<Record<OperationId, Readonly<Record<string, Prepare>>>>> = {
  updateOrganizationUser: {
    'the role': () => ({ body: { role: 'no-access' } }),
    everything: () => ({ body: { isActive: false } }),
  },
  removeOrganizationUser: { everything: plain },
  removeOrganizationUsers: { everything: ({ params }) => ({ body: { membershipIds: [params.membershipId] } }) },
  updateIdentity: { 'the role': () => ({ body: { role: 'no-access' } }) },
  deleteIdentity: { everything: plain },
  revokeUniversalAuth: { 'the auth method': plain },
  revokeJwtAuth: { 'the auth method': plain },
  revokeKubernetesAuth: { 'the auth method': plain },
  revokeGcpAuth: { 'the auth method': plain },
  revokeLdapAuth: { 'the auth method': plain },
  revokeAzureAuth: { 'the auth method': plain },
  revokeAwsAuth: { 'the auth method': plain },
  revokeTlsCertAuth: { 'the auth method': plain },
  revokeOidcAuth: { 'the auth method': plain },
  revokeTokenAuth: { 'the auth method': plain },
  revokeClientSecret: { 'the client secret': plain },
  revokeTokenAuthToken: { 'the token': plain },
  clearUniversalAuthLockouts: { 'the protection against guesses': plain },
  clearLdapAuthLockouts: { 'the protection against guesses': plain },
  updateUniversalAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateKubernetesAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateTlsCertAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateAwsAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateAzureAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateGcpAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateLdapAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateJwtAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateOidcAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },
  updateTokenAuth: { 'the life of tokens': () => ({ body: { accessTokenTTL: 1, accessTokenMaxTTL: 1 } }) },

  removeUserFromGroup: { 'the group': plain },
  removeIdentityFromGroup: { 'the group': plain },
  updateGroup: { 'the role': () => ({ body: { role: 'no-access' } }) },
  updateOrganizationGroupRoles: { 'the role': noRoles },
  deleteGroup: { everything: plain },

  updateProjectUserRoles: { 'the roles': noRoles },
  updateWorkspaceUserRoles: { 'the roles': noRoles },
  removeProjectUser: { 'the membership': plain },
  removeProjectUsers: { 'the membership': usernames },
  removeWorkspaceUser: { 'the membership': plain },
  removeWorkspaceUsers: { 'the membership': usernames },
  updateProjectIdentity: { 'the roles': noRoles },
  updateProjectIdentityLegacy: { 'the roles': noRoles },
  updateWorkspaceIdentity: { 'the roles': noRoles },
  removeProjectIdentity: { 'the membership': plain },
  removeProjectIdentityLegacy: { 'the membership': plain },
  removeWorkspaceIdentity: { 'the membership': plain },
  updateProjectGroupRoles: { 'the roles': noRoles },
  updateProjectGroupRolesLegacy: { 'the roles': noRoles },
  updateWorkspaceGroupRoles: { 'the roles': noRoles },
  removeProjectGroup: { 'the membership': plain },
  removeProjectGroupLegacy: { 'the membership': plain },
  removeWorkspaceGroup: { 'the membership': plain },
  deleteProjectOwnedIdentity: { everything: ({ ownedId }) => ({ params: { identityId: ownedId } }) },

  updatePrivilege: {
    'its rules': (setting) => ({
      ...ofPrivilege(setting),
      body: { permissions: [{ subject: 'member', action: 'read' }] },
    }),
    'its end': (setting) => ({ ...ofPrivilege(setting), body: { type: setting.oneHour } }),
  },
  deletePrivilege: { 'the privilege': ofPrivilege },
  updateUserPrivilege: {
    'its rules': () => ({ body: { permissions: [{ subject: 'member', action: 'read' }] } }),
    'its end': ({ oneHour }) => ({ body: { type: oneHour } }),
  },
  deleteUserPrivilege: { 'the privilege': plain },
  updateLegacyPrivilege: {
    'its end': (setting) => ({ body: { ...legacyPrivilege(setting), privilegeDetails: setting.oneHour } }),
  },
  deleteLegacyPrivilege: { 'the privilege': (setting) => ({ body: legacyPrivilege(setting) }) },
  updateTemporaryAccess: { 'its end': ({ inOneHour }) => ({ body: { endsAt: inOneHour } }) },
  endTemporaryAccess: { 'the rest of it': plain },
};

/** Operations on members, identities and groups that take nothing from them. */
export const givingOperations: readonly { readonly reason: string; readonly operations: readonly OperationId[] }[] = [
  {
    reason: 'They only read.',
    operations: ['explainAccess', 'findProjectUser', 'findWorkspaceUser', 'listAllowedActors', 'searchIdentities'],
  },
  {
    reason: 'They add somebody or something; what that grants has a boundary of its own.',
    operations: [
      'addIdentityToGroup',
      'addProjectGroup',
      'addProjectGroupLegacy',
      'addProjectIdentity',
      'addProjectIdentityLegacy',
      'addProjectUsers',
      'addUserToGroup',
      'addWorkspaceGroup',
      'addWorkspaceIdentity',
      'addWorkspaceUsers',
      'attachJwtAuth',
      'attachKubernetesAuth',
      'attachGcpAuth',
      'attachLdapAuth',
      'attachAzureAuth',
      'attachAwsAuth',
      'attachTlsCertAuth',
      'attachOidcAuth',
      'attachTokenAuth',
      'attachUniversalAuth',
      'createClientSecret',
      'createGroup',
      'createIdentity',
      'createPermanentLegacyPrivilege',
      'createPrivilege',
      'createProjectOwnedIdentity',
      'createTemporaryLegacyPrivilege',
      'createTokenAuthToken',
      'createUserPrivilege',
      'inviteUsers',
      'resendInvitation',
    ],
  },
  { reason: 'It renames a token, which stays valid.', operations: ['updateTokenAuthToken'] },
  { reason: 'They always refuse.', operations: ['linkOrganizationGroup', 'unlinkOrganizationGroup'] },
  {
    reason: 'It changes the name, the metadata and the delete protection, for which it needs the boundary.',
    operations: ['updateProjectOwnedIdentity'],
  },
];
