import type { Rule } from '../../src/access/rule.ts';
import type { Response } from 'supertest';
import { createStores } from '../../src/stores.ts';
import type { TestIdentity, TestUser } from './members.ts';
import { addToProject, newProjectWithAdmin, type TestProject, type TestProjectRole } from './projects.ts';
import type { World } from './world.ts';

export const temporaryType = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
};
/** When what has this type begins and ends. */
export const temporaryTimes = {
  temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
  temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
};
export const permanentType = { isTemporary: false };

export const readDev = { subject: 'secrets', action: ['read'], conditions: { environment: 'dev' } };

export interface PrivilegeSetting extends TestProject {
  /** A member of the project without access, who gets the privileges. */
  readonly identity: TestIdentity;
  readonly membershipId: string;
  /** Creates a privilege, by default as the project's administrator. */
  readonly create: (body?: object, as?: { token: string }) => Promise<Response>;
  /** The privilege that was created. */
  readonly created: (body?: object) => Promise<any>;
  /** Everything that is stored of the identity's privileges. */
  readonly stored: () => Promise<any[]>;
  /** The entries of the audit log about privileges, the oldest first. */
  readonly audited: () => Promise<{ eventType: string; eventMetadata: any; projectId: string | null }[]>;
  /** Whether the identity may do that in the project, as the server judges it now. */
  readonly mayDo: (action: string, subject: string, object?: object) => Promise<boolean>;
  /** Somebody with these rules in the project, or a built-in role. */
  readonly newMember: (role: TestProjectRole) => Promise<TestUser>;
}

/** May edit identities and give privileges; whatever else is held comes from `rules`. */
export const granter = (...rules: Rule[]): Rule[] => [
  { subject: 'identity', action: ['read', 'edit', 'assign-additional-privileges'] },
  ...rules,
];

export const privilegeSetting = async (world: World): Promise<PrivilegeSetting> => {
  const base = await newProjectWithAdmin(world);
  const { organization, project, admin } = base;
  const identity = await world.newIdentity(organization, 'no-access');
  const { id: membershipId } = await addToProject(world, project, identity, 'no-access');
  const { database } = world.server.parts;
  const create = (body: object = {}, as: { token: string } = admin) =>
    world.call('createPrivilege', {
      as,
      body: { identityId: identity.id, projectId: project.id, permissions: [readDev], type: permanentType, ...body },
    });
  return {
    ...base,
    identity,
    membershipId,
    create,
    created: async (body) => {
      const response = await create(body);
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      return response.body.privilege;
    },
    stored: () =>
      database.read('project_privileges').where({ projectMembershipId: membershipId }).orderBy(['createdAt', 'id']),
    audited: () =>
      database
        .read('audit_log_entries')
        .where({ organizationId: organization.id })
        .whereLike('eventType', '%additional-privilege')
        .orderBy('createdAt'),
    mayDo: async (action, subject, object = {}) => {
      const { body } = await world.call('explainAccess', {
        as: admin,
        params: { projectId: project.id },
        body: { actorType: 'identity', actorId: identity.id, action, subject, object },
      });
      return body.isAllowed;
    },
    newMember: async (role) => {
      const user = await world.newUser(organization, 'no-access');
      await addToProject(world, project, user, role);
      return user;
    },
  };
};

/** Puts the identity into the project through a new group only. */
export const addThroughGroup = async (
  world: World,
  { organization, project }: TestProject,
  identity: { id: string },
): Promise<void> => {
  const { ids, database, stores } = world.server.parts;
  const at = '2030-01-01T00:00:00.000Z';
  const membership = await stores.memberships.findOfIdentity(organization.id, identity.id);
  const group = {
    id: ids.uuid(),
    organizationId: organization.id,
    name: 'Group',
    slug: `group-${ids.uuid()}`,
    role: 'no-access',
    roleId: null,
    createdAt: at,
    updatedAt: at,
  };
  await database.transaction(async ({ db }) => {
    await db('groups').insert(group);
    await db('group_members').insert({ groupId: group.id, membershipId: membership!.id, createdAt: at });
    await createStores(db).projects.bumpAccess(project.id);
  });
  await addToProject(world, project, { groupId: group.id }, 'viewer');
};
