import type { Rule } from '../../../src/access/rule.ts';
import type { TestUser } from '../../support/world/members.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { membershipOf, newUserWith } from '../../support/fixtures/people.ts';
import { newProjectWithSecrets, newSecret, rule, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Attacks, type Caller, type Prepare } from './attack.ts';
import { protectedValue, seesSecret } from './secret-changes.ts';

export const reading = ['describeSecret', 'readValue'];

const people = ['read', 'create', 'edit', 'delete', 'grant-privileges'];
const auth = ['edit-auth', 'revoke-auth', 'create-token', 'get-token', 'delete-token'];
const members = ['add-members', 'remove-members', 'add-identities', 'remove-identities'];

/** May manage users and identities everywhere, and see only the secrets of /open. */
const managesOrganization: readonly Rule[] = [
  { subject: 'identity', action: [...people, ...auth] },
  { subject: 'groups', action: [...people, ...members] },
  { subject: 'member', action: ['read', 'create', 'edit', 'delete'] },
];
const managesProject: readonly Rule[] = [
  ...['identity', 'member', 'groups', 'role'].map((subject) => ({
    subject,
    action: subject === 'role' ? people.slice(0, 4) : people,
  })),
  rule(reading, { secretPath: '/open' }),
];

export interface TemplateSetting extends TestSecrets {
  readonly attacker: TestUser;
  readonly sees: (as: Caller) => Promise<boolean>;
}

/**
 * A project with a secret in /payments that rules with a template may disclose. The administrator administers the
 * organization too.
 */
export const templateSetting = async (world: World): Promise<TemplateSetting> => {
  const setting = await newProjectWithSecrets(world, ['/open', '/payments']);
  await newSecret(world, setting, 'KEY', { secretPath: '/payments', secretValue: protectedValue });
  const admin = await world.newUser(setting.organization, 'admin');
  const attacker = await newUserWith(world, setting.organization, managesOrganization);
  await addToProject(world, setting.project, admin, 'admin');
  await addToProject(world, setting.project, attacker, managesProject);
  return { ...setting, admin, attacker, sees: seesSecret(world, setting, [{ secretPath: '/payments' }]) };
};

/** The values that templates may refer to, and how requests set them. */
export const templates = {
  metadata: {
    rules: [rule(reading, { secretPath: '/{{identity.metadata.team}}' })],
    valueOf: (value: string) => ({ metadata: [{ key: 'team', value }] }),
  },
  username: {
    rules: [rule(reading, { secretPath: '/{{identity.username}}' })],
    valueOf: (value: string) => ({ name: value }),
  },
};
type Template = keyof typeof templates;

export type Kind = 'identity' | 'user';

export interface Holder extends Caller {
  readonly id: string;
  readonly email: string;
  /** The membership in the organization. */
  readonly membershipId: string;
}

/** A member of the organization with this value. */
export const newHolder = async (
  world: World,
  { organization, admin }: TestSecrets,
  kind: Kind,
  value: object,
): Promise<Holder> => {
  if (kind === 'user') {
    const user = await world.newUser(organization, 'no-access');
    const membershipId = await membershipOf(world, organization, user);
    succeed(
      await world.call('updateOrganizationUser', {
        as: admin,
        params: { organizationId: organization.id, membershipId },
        body: value,
      }),
    );
    return { ...user, membershipId };
  }
  const identity = await world.newIdentity(organization, 'no-access');
  succeed(await world.call('updateIdentity', { as: admin, params: { identityId: identity.id }, body: value }));
  return { ...identity, email: '', membershipId: '' };
};

/** A token for an identity that has none yet. */
export const tokenOf = async (
  world: World,
  { admin: as }: Pick<TestSecrets, 'admin'>,
  identityId: string,
): Promise<Caller> => {
  await world.call('attachTokenAuth', { as, params: { identityId }, body: {} });
  return {
    token: succeed(await world.call('createTokenAuthToken', { as, params: { identityId }, body: {} })).body.accessToken,
  };
};

/** A project member with access to /open gets access to /payments. */
const changeValue =
  (kind: Kind, template: Template): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const { rules, valueOf } = templates[template];
    const beneficiary = await newHolder(world, setting, kind, valueOf('open'));
    await addToProject(world, setting.project, beneficiary, rules);
    const params = {
      identityId: beneficiary.id,
      organizationId: setting.organization.id,
      membershipId: beneficiary.membershipId,
    };
    return {
      ...setting,
      beneficiary,
      change: (as) => world.call(operation, { as, params, body: valueOf('payments') }),
      isFreeWithoutRule: true,
    };
  };

/** A caller in a group with the rules, who changes the value of their own that those name. */
const changeOwnValue =
  (template: Template): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const { rules, valueOf } = templates[template];
    const group = await newGroup(world, setting.organization, {
      role: await world.newRole(setting.organization, managesOrganization),
    });
    const attacker = await newHolder(world, setting, 'identity', valueOf('open'));
    await addToGroup(world, group, attacker);
    await addToProject(world, setting.project, { groupId: group.id }, rules);
    return {
      ...setting,
      attacker,
      beneficiary: attacker,
      change: (as) => world.call(operation, { as, params: { identityId: attacker.id }, body: valueOf('payments') }),
    };
  };

const changeOwned =
  (template: Template): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const { rules, valueOf } = templates[template];
    const { slug } = await newProjectRole(world, setting.project, rules);
    const { id, params } = await newOwnedIdentity(world, setting, { name: 'open', ...valueOf('open'), role: slug });
    const beneficiary = { id, ...(await tokenOf(world, setting, id)) };
    return {
      ...setting,
      beneficiary,
      change: (as) => world.call(operation, { as, params, body: valueOf('payments') }),
      isFreeWithoutRule: true,
    };
  };

const createOwned =
  (template: Template): Prepare =>
  async (world, operation) => {
    const setting = await templateSetting(world);
    const { rules, valueOf } = templates[template];
    const { slug } = await newProjectRole(world, setting.project, rules);
    const { project, sees, attacker } = setting;
    const created = () =>
      world.server.parts.database.read('identities').where({ projectId: project.id }).pluck<string[]>('id');
    return {
      ...setting,
      beneficiary: attacker,
      change: (as) =>
        world.call(operation, {
          as,
          params: { projectId: project.id },
          body: { name: 'new', ...valueOf('payments'), role: slug },
        }),
      // Uses the new identity, whichever caller is asked about.
      sees: async () => {
        for (const id of await created()) if (await sees(await tokenOf(world, setting, id))) return true;
        return false;
      },
    };
  };

/** Attacks that change the value itself. */
export const valueAttacks = (template: Template): Attacks => ({
  updateIdentity: {
    'changes the value of another member': changeValue('identity', template),
    'changes the value of the caller, for rules of a group': changeOwnValue(template),
  },
  updateProjectOwnedIdentity: { 'changes the value of an identity of the project': changeOwned(template) },
  ...(template === 'metadata' && {
    updateOrganizationUser: { 'changes the value of another member': changeValue('user', template) },
  }),
  createProjectOwnedIdentity: {
    'creates an identity with the value and a role that refers to it': createOwned(template),
  },
});
