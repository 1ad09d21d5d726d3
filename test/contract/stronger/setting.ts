import type { Rule } from '../../../src/access/rule.ts';
import { secondsAfter, timestamp } from '../../../src/platform/clock.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { azureFields, gceFields } from '../../support/fixtures/cloud-tokens.ts';
import { sharedDirectoryFields } from '../../support/fixtures/ldap-auth.ts';
import { certificateFields } from '../../support/fixtures/client-certificates.ts';
import { clusterKeyFields, keySetFields } from '../../support/fixtures/login-methods.ts';
import { boundFields } from '../../support/fixtures/oidc-auth.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { membershipOf, newUserWith } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';

/** What a caller needs to change and remove members, identities and groups, and nothing that these may do. */
const manages: readonly Rule[] = ['member', 'identity', 'groups'].map((subject) => ({ subject, action: '*' }));

const privilege = {
  permissions: [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }],
  type: { isTemporary: false },
};

/**
 * A user, an identity and a group that administer an organization and a project, with everything by which they have
 * access; an administrator, and a caller who may manage all of them and is weaker.
 */
export const strongerSetting = async (world: World) => {
  const organization = await world.newOrganization();
  const project = await newProject(world, organization);
  const admin = await world.newUser(organization, 'admin');
  const manager = await newUserWith(world, organization, manages);
  const user = await world.newUser(organization, 'admin');
  const identity = await world.newIdentity(organization, 'admin');
  const group = await newGroup(world, organization, { role: 'admin' });
  await addToGroup(world, group, user, identity);
  await addToProject(world, project, admin, 'admin');
  await addToProject(world, project, manager, manages);
  const joined = await addToProject(world, project, user, 'admin');
  await addToProject(world, project, identity, 'admin');
  await addToProject(world, project, { groupId: group.id }, 'admin');

  const create = async (operation: Parameters<World['call']>[0], params: object, body: object = {}) => {
    const response = await world.call(operation, { as: admin, params: { ...params }, body });
    if (response.status !== 200) throw new Error(`${operation}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const ofIdentity = { identityId: identity.id };
  await create('attachUniversalAuth', ofIdentity);
  await create('attachJwtAuth', ofIdentity, keySetFields({ issuer: 'https://ci.example.com' }));
  await create('attachKubernetesAuth', ofIdentity, clusterKeyFields);
  await create('attachAwsAuth', ofIdentity, { allowedAccountIds: '123456789012' });
  await create('attachAzureAuth', ofIdentity, azureFields);
  await create('attachGcpAuth', ofIdentity, gceFields);
  await create('attachLdapAuth', ofIdentity, await sharedDirectoryFields());
  await create('attachTlsCertAuth', ofIdentity, certificateFields());
  await create('attachOidcAuth', ofIdentity, boundFields({ issuer: 'https://idp.example.com' }));
  // The identity has token auth from the start, for its token.
  const secret = await create('createClientSecret', ofIdentity);
  const token = await create('createTokenAuthToken', ofIdentity);
  const ofMachine = await create('createPrivilege', {}, { ...ofIdentity, projectId: project.id, ...privilege });
  const ofUser = await create('createUserPrivilege', {}, { projectMembershipId: joined.id, ...privilege });
  const owned = await newOwnedIdentity(world, { admin, project }, { role: 'admin', hasDeleteProtection: false });
  const now = world.clock.now();
  const temporary = await create(
    'createPrivilege',
    {},
    {
      ...ofIdentity,
      projectId: project.id,
      permissions: privilege.permissions,
      type: {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: timestamp(now),
      },
    },
  );
  return {
    organization,
    project,
    admin,
    manager,
    user,
    ownedId: owned.id,
    privilege: ofMachine.privilege as { id: string; slug: string },
    oneHour: {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: timestamp(now),
    },
    inOneHour: timestamp(secondsAfter(now, 3600)),
    params: {
      organizationId: organization.id,
      membershipId: await membershipOf(world, organization, user),
      projectId: project.id,
      projectMembershipId: joined.id,
      identityId: identity.id,
      id: group.id,
      groupId: group.id,
      groupIdOrName: group.id,
      username: user.email,
      clientSecretId: secret.clientSecretData.id as string,
      tokenId: token.tokenData.id as string,
      privilegeId: ofUser.privilege.id as string,
      temporaryAccessId: temporary.privilege.id as string,
    },
  };
};

export type StrongerSetting = Awaited<ReturnType<typeof strongerSetting>>;
