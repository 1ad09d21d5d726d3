import type { Rule } from '../../../src/access/rule.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { newAuthority } from '../../support/fixtures/certificates.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { newUserWith } from '../../support/fixtures/people.ts';
import { newProjectRole } from '../../support/fixtures/project-identities.ts';
import {
  addToProject,
  newProjectIdentity,
  newProjectWithAdmin,
  type TestProject,
} from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import type { Attack, Attacks, Caller, Prepare } from './attack.ts';
import { tokenOf } from './templates.ts';

/** A project whose administrator administers the organization too. */
const newSetting = async (world: World): Promise<TestProject> => {
  const setting = await newProjectWithAdmin(world);
  const admin = await world.newUser(setting.organization, 'admin');
  await addToProject(world, setting.project, admin, 'admin');
  return { ...setting, admin };
};

/** A group of the project receives a name that a rule allows to see. */
const renameGroup =
  (isInProject: boolean): Prepare =>
  async (world, operation) => {
    const setting = await newSetting(world);
    const { organization, project } = setting;
    const group = await newGroup(world, organization, { name: 'closed' });
    await addToProject(world, project, { groupId: group.id }, 'viewer');
    const attacker = await newUserWith(world, organization, [
      { subject: 'groups', action: ['read', 'edit', 'grant-privileges'] },
    ]);
    if (isInProject) await addToProject(world, project, attacker, [{ subject: 'environments', action: 'read' }]);
    const params = { id: group.id, groupId: group.id, projectId: project.id };
    return {
      ...setting,
      attacker,
      beneficiary: await newProjectIdentity(world, setting, [
        { subject: 'groups', action: 'read', conditions: { groupName: { $glob: 'open*' } } },
      ]),
      change: (as) => world.call(operation, { as, params, body: { name: 'open to all' } }),
      sees: async (as) => (await world.call('getProjectGroup', { as, params })).status === 200,
      isFreeWithoutRule: true,
    };
  };

/** A caller who assigns roles and privileges to the identity, with these rules about it. */
interface Receiver extends TestProject {
  readonly identityId: string;
}

const newReceiver = async (world: World): Promise<Receiver> => {
  const setting = await newSetting(world);
  return { ...setting, identityId: (await newProjectIdentity(world, setting, 'no-access')).id };
};

/** A role receives a slug that a member may assign. */
const renameRole: Prepare = async (world, operation) => {
  const setting = await newReceiver(world);
  const { project, identityId } = setting;
  const projectRoleId = await newProjectRole(world, setting, 'closed', [{ subject: 'tags', action: 'read' }]);
  const params = { projectId: project.id, projectSlug: project.slug, projectRoleId, identityId };
  const assigning: Rule[] = [
    { subject: 'tags', action: 'read' },
    { subject: 'identity', action: ['read', 'edit'] },
    { subject: 'identity', action: 'assign-role', conditions: { assignableRole: 'open' } },
  ];
  return {
    ...setting,
    attacker: await newProjectIdentity(world, setting, [{ subject: 'role', action: ['read', 'edit'] }]),
    beneficiary: await newProjectIdentity(world, setting, assigning),
    change: (as) => world.call(operation, { as, params, body: { slug: 'open' } }),
    sees: async (as) => {
      const [role] = await world.server.parts.database
        .read('project_roles')
        .where({ id: projectRoleId })
        .pluck<string[]>('slug');
      return (await world.call('updateProjectIdentity', { as, params, body: { roles: [{ role }] } })).status === 200;
    },
    isFreeWithoutRule: true,
  };
};

type Kind = 'identity' | 'member' | 'groups';

/**
 * The request chooses the role, and the condition restricts the choice; the caller holds the permissions of the role.
 */
const chooseRole =
  (subject: Kind, isMember: boolean): Prepare =>
  async (world, operation) => {
    const setting = await newSetting(world);
    const { organization, project } = setting;
    const given: Rule = { subject: 'tags', action: 'read' };
    await newProjectRole(world, setting, 'closed', [given]);
    const user = await world.newUser(organization, 'no-access');
    const beneficiary = subject === 'member' ? user : await world.newIdentity(organization, 'no-access');
    const group = await newGroup(world, organization);
    if (subject === 'groups') await addToGroup(world, group, beneficiary);
    const joined = isMember
      ? await addToProject(world, project, subject === 'groups' ? { groupId: group.id } : beneficiary, 'no-access')
      : undefined;
    const params = {
      projectId: project.id,
      identityId: beneficiary.id,
      projectMembershipId: joined?.id ?? '',
      groupId: group.id,
      groupIdOrName: group.id,
    };
    const body = {
      name: 'new',
      usernames: [user.email],
      roleSlugs: ['closed'],
      ...(isMember ? { roles: [{ role: 'closed' }] } : { role: 'closed' }),
    };
    const seesTags = async (as: Caller) => (await world.call('listTags', { as, params })).status === 200;
    return {
      ...setting,
      beneficiary,
      attacker: await newProjectIdentity(world, setting, [
        given,
        { subject, action: ['read', 'create', 'edit'] },
        { subject, action: 'assign-role', conditions: { assignableRole: 'open' } },
      ]),
      change: (as) => world.call(operation, { as, params, body }),
      sees: async (as) => {
        const made = await world.server.parts.database
          .read('identities')
          .where({ projectId: project.id })
          .pluck<string[]>('id');
        return made[0] === undefined ? seesTags(as) : seesTags(await tokenOf(world, setting, made[0]));
      },
      isHeld: true,
    };
  };

/** The request chooses what is granted, and the condition restricts the choice; the caller holds all of it. */
const choose =
  (conditions: Readonly<Record<string, unknown>>): Prepare =>
  async (world, operation) => {
    const setting = await newSetting(world);
    const { project, admin } = setting;
    const isOfUser = operation.endsWith('UserPrivilege');
    const subject = isOfUser ? 'member' : 'identity';
    const beneficiary = isOfUser
      ? await world.newUser(setting.organization, 'no-access')
      : await world.newIdentity(setting.organization, 'no-access');
    const { id: projectMembershipId } = await addToProject(world, project, beneficiary, 'no-access');
    const body = {
      identityId: beneficiary.id,
      projectMembershipId,
      projectId: project.id,
      projectSlug: project.slug,
      slug: 'more',
      type: { isTemporary: false },
    };
    const given = { subject: 'tags', action: 'read' };
    const isUpdate = operation.startsWith('update');
    const params: Record<string, string> = {};
    if (isUpdate)
      params.id = params.privilegeId = (
        await world.call(isOfUser ? 'createUserPrivilege' : 'createPrivilege', {
          as: admin,
          body: { ...body, permissions: [] },
        })
      ).body.privilege.id;
    const legacy = {
      permissions: [given],
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
    };
    const request = { ...body, ...legacy, privilegeSlug: 'more', privilegeDetails: { permissions: [given] } };
    const held: Rule[] = [
      given,
      { subject: 'environments', action: 'read' },
      { subject: 'tags', action: 'create' },
      { subject, action: ['read', 'edit'] },
    ];
    return {
      ...setting,
      beneficiary,
      attacker: await newProjectIdentity(world, setting, [
        ...held,
        { subject, action: 'assign-additional-privileges', conditions },
      ]),
      change: (as) => world.call(operation, { as, params, body: request }),
      sees: async (as) => (await world.call('listTags', { as, params: { projectId: project.id } })).status === 200,
      isHeld: true,
    };
  };

const chooseSubject = {
  'grants a rule on a subject that the condition does not allow': choose({ assignableSubject: 'environments' }),
};
const chooseAction = {
  'grants an action that the condition does not allow': choose({ assignableAction: 'tags:create' }),
};

/** An authority receives a name that a rule allows to use. */
const renameAuthority: Prepare = async (world, operation) => {
  const setting = await newSetting(world);
  const { row } = await newAuthority(world, setting.project, { changes: { name: 'closed' } });
  const onAuthorities = (action: readonly string[], conditions?: Readonly<Record<string, unknown>>): Rule => ({
    subject: 'certificate-authorities',
    action,
    ...(conditions && { conditions }),
  });
  const issue: Attack['sees'] = async (as) =>
    (await world.call('issueCertificate', { as, body: { caId: row.id, commonName: 'web.example.com', ttl: '1d' } }))
      .status === 200;
  return {
    ...setting,
    attacker: await newProjectIdentity(world, setting, [onAuthorities(['read', 'edit'])]),
    beneficiary: await newProjectIdentity(world, setting, [
      { subject: 'certificates', action: 'create' },
      onAuthorities(['read'], { name: 'open' }),
    ]),
    change: (as) => world.call(operation, { as, params: { caId: row.id }, body: { name: 'open' } }),
    sees: issue,
    isFreeWithoutRule: true,
  };
};

const renamedRole = { 'changes the slug of the role to one that a member may assign': renameRole };

export const groupNameAttacks: Attacks = {
  updateGroup: {
    'changes the name of the group to one that another rule names': renameGroup(true),
    'changes the name as a non-member of the project': renameGroup(false),
  },
};

const choosing = (kind: Kind, isMember: boolean, ...ids: readonly OperationId[]): Attacks =>
  Object.fromEntries(
    ids.map((id) => [id, { 'assigns a role that the condition does not allow': chooseRole(kind, isMember) }]),
  );

export const assignableRoleAttacks: Attacks = {
  updateProjectRole: renamedRole,
  updateWorkspaceRole: renamedRole,
  updateLegacyProjectRole: renamedRole,
  ...choosing(
    'identity',
    false,
    'addProjectIdentity',
    'addProjectIdentityLegacy',
    'addWorkspaceIdentity',
    'createProjectOwnedIdentity',
  ),
  ...choosing('identity', true, 'updateProjectIdentity', 'updateProjectIdentityLegacy', 'updateWorkspaceIdentity'),
  ...choosing('member', false, 'addProjectUsers', 'addWorkspaceUsers'),
  ...choosing('member', true, 'updateProjectUserRoles', 'updateWorkspaceUserRoles'),
  ...choosing('groups', false, 'addProjectGroup', 'addProjectGroupLegacy', 'addWorkspaceGroup'),
  ...choosing('groups', true, 'updateProjectGroupRoles', 'updateProjectGroupRolesLegacy', 'updateWorkspaceGroupRoles'),
};

export const assignableSubjectAttacks: Attacks = {
  createPrivilege: chooseSubject,
  updatePrivilege: chooseSubject,
  createUserPrivilege: chooseSubject,
  updateUserPrivilege: chooseSubject,
  createPermanentLegacyPrivilege: chooseSubject,
  createTemporaryLegacyPrivilege: chooseSubject,
  updateLegacyPrivilege: chooseSubject,
};

export const assignableActionAttacks: Attacks = {
  createPrivilege: chooseAction,
  updatePrivilege: chooseAction,
  createUserPrivilege: chooseAction,
  updateUserPrivilege: chooseAction,
  createPermanentLegacyPrivilege: chooseAction,
  createTemporaryLegacyPrivilege: chooseAction,
  updateLegacyPrivilege: chooseAction,
};

export const authorityNameAttacks: Attacks = {
  updateCertificateAuthority: { 'changes the name of the authority to one that another rule names': renameAuthority },
};
