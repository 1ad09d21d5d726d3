// Prints, as JSON, where requests reference objects, and which responses return objects that other requests use:
// Schemathesis follows these links from one request to the next. The links that it infers itself connect nearly
// everything, because most ids are called `id`.
import { operations, type OperationId } from '../../generated/operations.ts';
import { lastInPath, references } from './references.ts';

/** The kind of the created object, and the JSON pointer to its id in the response. */
const creators: Readonly<Partial<Record<OperationId, readonly [kind: string, pointer: string]>>> = {
  addProjectIdentity: ['identityMembershipId', '/identityMembership/id'],
  addProjectUsers: ['projectMembershipId', '/memberships/0/id'],
  createCertificateAuthority: ['caId', '/id'],
  createClientSecret: ['clientSecretId', '/clientSecretData/id'],
  createDynamicSecretLease: ['leaseId', '/lease/id'],
  createKubernetesLease: ['leaseId', '/lease/id'],
  createEnvironment: ['environmentId', '/environment/id'],
  createFolder: ['folderId', '/folder/id'],
  createGroup: ['groupId', '/id'],
  createIdentity: ['identityId', '/identity/id'],
  createLegacyFolder: ['folderId', '/folder/id'],
  createLegacyProjectRole: ['projectRoleId', '/role/id'],
  createLegacySecretImport: ['secretImportId', '/secretImport/id'],
  createOrganizationForOthers: ['organizationId', '/organization/id'],
  createOrganizationRole: ['roleId', '/role/id'],
  createPermanentLegacyPrivilege: ['privilegeId', '/privilege/id'],
  createPrivilege: ['privilegeId', '/privilege/id'],
  createProject: ['projectId', '/project/id'],
  createProjectOwnedIdentity: ['ownedIdentityId', '/identity/id'],
  createProjectRole: ['projectRoleId', '/role/id'],
  createRawSecret: ['secretId', '/secret/id'],
  createSecret: ['secretId', '/secret/id'],
  createSecretImport: ['secretImportId', '/secretImport/id'],
  createSecrets: ['secretId', '/secrets/0/id'],
  createSecretRotation: ['rotationId', '/secretRotation/id'],
  createTag: ['tagId', '/tag/id'],
  createTemporaryLegacyPrivilege: ['privilegeId', '/privilege/id'],
  createTokenAuthToken: ['tokenId', '/tokenData/id'],
  createWebhook: ['webhookId', '/webhook/id'],
  createWorkspace: ['projectId', '/project/id'],
  createWorkspaceEnvironment: ['environmentId', '/environment/id'],
  createWorkspaceRole: ['projectRoleId', '/role/id'],
  createWorkspaceTag: ['tagId', '/workspaceTag/id'],
  deleteEnvironment: ['deletedEnvironmentId', '/environment/id'],
  issueCertificate: ['certificateId', '/certificateId'],
  issueLegacyCertificate: ['serialNumber', '/serialNumber'],
  renewCertificate: ['certificateId', '/certificateId'],
  signCertificate: ['certificateId', '/certificateId'],
};

const ids = Object.keys(operations) as OperationId[];

const linksFrom = ([kind, pointer]: readonly [string, string]): Record<string, object> => {
  const users = ids.flatMap((id) =>
    lastInPath(id).flatMap((reference) => (reference.kind === kind ? [{ id, name: reference.name }] : [])),
  );
  return Object.fromEntries(
    users.map(({ id, name }) => [
      id,
      { operationId: id, parameters: { [`path.${name}`]: `$response.body#${pointer}` } },
    ]),
  );
};

const links = Object.fromEntries(Object.entries(creators).map(([id, creator]) => [id, linksFrom(creator)]));
process.stdout.write(JSON.stringify({ references, links }));
