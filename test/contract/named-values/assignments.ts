import type { Rule } from '../../../src/access/rule.ts';
import type { OperationId } from '../../../generated/operations.ts';
import { operationOf } from '../../support/expect/contract.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { deny, rule } from '../../support/fixtures/project-secrets.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { addToProject, type TestProjectRole } from '../../support/fixtures/projects.ts';
import type { CallOptions, World } from '../../support/world/world.ts';
import { succeed, type Attacks, type Prepare } from './attack.ts';
import {
  newHolder,
  reading,
  templates,
  templateSetting,
  type Holder,
  type Kind,
  type TemplateSetting,
} from './templates.ts';

const ofPayments = templates.metadata.valueOf('payments');

interface GroupPlan {
  readonly kind: Kind;
  /** The role of the group in the project. */
  readonly role: readonly Rule[];
  readonly isMember: boolean;
  /** The role of the beneficiary itself. */
  readonly own?: TestProjectRole;
}

/** A member with access to /payments joins or leaves a group or the project, or the group is deleted. */
const changeGroup =
  ({ kind, role, isMember, own = 'no-access' }: GroupPlan): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const beneficiary = await newHolder(world, setting, kind, ofPayments);
    const group = await newGroup(world, setting.organization);
    if (isMember) await addToGroup(world, group, beneficiary);
    await addToProject(world, setting.project, { groupId: group.id }, role);
    const { id: projectMembershipId } = await addToProject(world, setting.project, beneficiary, own);
    const params = {
      projectMembershipId,
      id: group.id,
      groupId: group.id,
      groupIdOrName: group.id,
      projectId: setting.project.id,
      identityId: beneficiary.id,
      username: beneficiary.email,
    };
    const body = operationOf(operation).requestBody && { usernames: [beneficiary.email] };
    return { ...setting, beneficiary, change: (as) => world.call(operation, { as, params, body }) };
  };

const joining = (kind: Kind) => ({
  'adds a member to a group with a rule about such values': changeGroup({
    kind,
    role: templates.metadata.rules,
    isMember: false,
  }),
});
const denyByTeam = [deny(reading, { secretPath: '/{{identity.metadata.team}}' })];
const leaving = (kind: Kind) => ({
  'removes a deny rule about such values from a group': changeGroup({
    kind,
    role: denyByTeam,
    isMember: true,
    own: [rule(reading)],
  }),
});
const removal = (kind: Kind) => ({
  'removes a deny rule about such values while a group allows the rest': changeGroup({
    kind,
    role: [rule(reading)],
    isMember: true,
    own: denyByTeam,
  }),
});

/** The fields with which requests name the receiver of a role or a privilege. */
interface Receiver {
  readonly setting: TemplateSetting;
  readonly beneficiary: Holder;
  readonly projectMembershipId: string | undefined;
  readonly groupId: string;
  /** The slug of a role with a template. */
  readonly slug: string;
}

type Given = Pick<CallOptions, 'params' | 'body'>;
type Request = (receiver: Receiver, world: World) => Given | Promise<Given>;

/** A member with access to /payments, in the project or not, receives a rule with a template. */
const giveRule =
  (kind: Kind | 'group', isMember: boolean, request: Request): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const { organization, project } = setting;
    const beneficiary = await newHolder(world, setting, kind === 'group' ? 'identity' : kind, ofPayments);
    const group = await newGroup(world, organization);
    if (kind === 'group') await addToGroup(world, group, beneficiary);
    const joined = isMember
      ? await addToProject(world, project, kind === 'group' ? { groupId: group.id } : beneficiary, 'no-access')
      : undefined;
    const { slug } = await newProjectRole(world, project, templates.metadata.rules);
    const given = await request(
      { setting, beneficiary, projectMembershipId: joined?.id, groupId: group.id, slug },
      world,
    );
    const params = {
      projectId: project.id,
      projectSlug: project.slug,
      identityId: beneficiary.id,
      projectMembershipId: joined?.id ?? '',
      groupId: group.id,
      groupIdOrName: group.id,
      ...given.params,
    };
    return { ...setting, beneficiary, change: (as) => world.call(operation, { as, params, body: given.body }) };
  };

const giveRole = (kind: Kind | 'group', isMember: boolean) => ({
  'assigns a role with a rule about such values': giveRule(kind, isMember, ({ slug, beneficiary }) => ({
    body: {
      usernames: [beneficiary.email],
      roleSlugs: [slug],
      ...(isMember ? { roles: [{ role: slug }] } : { role: slug }),
    },
  })),
});

const ruleByTeam = { subject: 'secrets', action: 'read', conditions: { secretPath: '/{{identity.metadata.team}}' } };
const legacyRule = {
  actions: ['read'],
  subject: 'secrets',
  conditions: { environment: 'dev', secretPath: '/{{identity.metadata.team}}' },
};
const temporary = {
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
};

const privilegeBody = ({ setting: { project }, beneficiary: { id }, projectMembershipId }: Receiver) => ({
  identityId: id,
  projectMembershipId,
  projectId: project.id,
  projectSlug: project.slug,
  slug: 'by-team',
  permissions: [ruleByTeam],
  type: { isTemporary: false },
});

const giveLegacyPrivilege: Request = (receiver) => ({
  body: { ...privilegeBody(receiver), permissions: undefined, privilegePermission: legacyRule, ...temporary },
});

type Creation = 'createPrivilege' | 'createUserPrivilege';

/** A privilege without rules exists and receives one. */
const fillPrivilege =
  (create: Creation): Request =>
  async (receiver, world) => {
    const body = privilegeBody(receiver);
    const { id } = succeed(await world.call(create, { as: receiver.setting.admin, body: { ...body, permissions: [] } }))
      .body.privilege as { id: string };
    return {
      params: { id, privilegeId: id },
      body: { ...body, privilegeSlug: body.slug, privilegeDetails: { privilegePermission: legacyRule } },
    };
  };

/** The beneficiary may read everything except what the privilege denies. */
const endPrivilege =
  (create: Creation): Request =>
  async ({ setting, beneficiary, ...receiver }, world) => {
    const { slug, ...body } = privilegeBody({ setting, beneficiary, ...receiver });
    const { id } = succeed(
      await world.call(create, { as: setting.admin, body: { ...body, slug, permissions: denyByTeam } }),
    ).body.privilege as { id: string };
    const group = await newGroup(world, setting.organization);
    await addToGroup(world, group, beneficiary);
    await addToProject(world, setting.project, { groupId: group.id }, [rule(reading)]);
    return { params: { id, privilegeId: id }, body: { ...body, privilegeSlug: slug } };
  };

/** A temporary privilege with this rule, from that time on for two hours. */
const temporaryPrivilege =
  (rules: readonly object[], temporaryAccessStartTime: string): Request =>
  async (receiver, world) => {
    const type = { ...temporary, isTemporary: true, temporaryRange: '2h', temporaryAccessStartTime };
    const body = { ...privilegeBody(receiver), permissions: rules, type };
    const { setting, beneficiary } = receiver;
    const { id } = succeed(await world.call('createPrivilege', { as: setting.admin, body })).body.privilege as {
      id: string;
    };
    if (rules === denyByTeam) {
      const group = await newGroup(world, setting.organization);
      await addToGroup(world, group, beneficiary);
      await addToProject(world, setting.project, { groupId: group.id }, [rule(reading)]);
    }
    return { params: { temporaryAccessId: id }, body: { endsAt: '2030-01-02T00:00:00.000Z' } };
  };

const privilege = (request: Request, kind: Kind = 'identity') => ({
  'assigns a privilege with a rule about such values': giveRule(kind, true, request),
});
const endedPrivilege = (request: Request, kind: Kind) => ({
  'replaces a deny rule about such values': giveRule(kind, true, request),
});

/** The beneficiary has the role, which is empty until then. */
const fillRole: Prepare = async (world, operation) => {
  const setting = await templateSetting(world);
  const beneficiary = await newHolder(world, setting, 'identity', ofPayments);
  const { roleId } = await addToProject(world, setting.project, beneficiary, []);
  const params = { projectId: setting.project.id, projectSlug: setting.project.slug, projectRoleId: roleId! };
  return {
    ...setting,
    beneficiary,
    change: (as) => world.call(operation, { as, params, body: { permissions: [ruleByTeam] } }),
  };
};

const each = <T>(attack: T, ...operations: OperationId[]) =>
  Object.fromEntries(operations.map((operation) => [operation, attack])) as Partial<Record<OperationId, T>>;

/** Attacks that add or remove rules about such values. */
export const assignmentAttacks: Attacks = {
  addIdentityToGroup: joining('identity'),
  addUserToGroup: joining('user'),
  removeUserFromGroup: leaving('user'),
  ...each(
    leaving('identity'),
    'removeIdentityFromGroup',
    'deleteGroup',
    'removeProjectGroup',
    'removeProjectGroupLegacy',
    'removeWorkspaceGroup',
  ),
  ...each(removal('identity'), 'removeProjectIdentity', 'removeProjectIdentityLegacy', 'removeWorkspaceIdentity'),
  ...each(removal('user'), 'removeProjectUser', 'removeProjectUsers', 'removeWorkspaceUser', 'removeWorkspaceUsers'),
  ...each(giveRole('identity', false), 'addProjectIdentity', 'addProjectIdentityLegacy', 'addWorkspaceIdentity'),
  ...each(
    giveRole('identity', true),
    'updateProjectIdentity',
    'updateProjectIdentityLegacy',
    'updateWorkspaceIdentity',
  ),
  ...each(giveRole('user', false), 'addProjectUsers', 'addWorkspaceUsers'),
  ...each(giveRole('user', true), 'updateProjectUserRoles', 'updateWorkspaceUserRoles'),
  ...each(giveRole('group', false), 'addProjectGroup', 'addProjectGroupLegacy', 'addWorkspaceGroup'),
  ...each(
    giveRole('group', true),
    'updateProjectGroupRoles',
    'updateProjectGroupRolesLegacy',
    'updateWorkspaceGroupRoles',
  ),
  createPrivilege: privilege((receiver) => ({ body: privilegeBody(receiver) })),
  ...each(privilege(giveLegacyPrivilege), 'createPermanentLegacyPrivilege', 'createTemporaryLegacyPrivilege'),
  ...each(privilege(fillPrivilege('createPrivilege')), 'updatePrivilege', 'updateLegacyPrivilege'),
  ...each(endedPrivilege(endPrivilege('createPrivilege'), 'identity'), 'deletePrivilege', 'deleteLegacyPrivilege'),
  updateTemporaryAccess: {
    'begins a privilege with a rule about such values again': giveRule(
      'identity',
      true,
      temporaryPrivilege([ruleByTeam], '2029-12-31T00:00:00.000Z'),
    ),
  },
  endTemporaryAccess: endedPrivilege(
    async (receiver, world) => ({
      params: (await temporaryPrivilege(denyByTeam, '2029-12-31T23:00:00.000Z')(receiver, world)).params!,
    }),
    'identity',
  ),
  createUserPrivilege: privilege((receiver) => ({ body: privilegeBody(receiver) }), 'user'),
  updateUserPrivilege: privilege(fillPrivilege('createUserPrivilege'), 'user'),
  deleteUserPrivilege: endedPrivilege(endPrivilege('createUserPrivilege'), 'user'),
  ...each(
    { 'adds a rule about such values to a role that has holders': fillRole },
    'updateProjectRole',
    'updateWorkspaceRole',
    'updateLegacyProjectRole',
  ),
};
