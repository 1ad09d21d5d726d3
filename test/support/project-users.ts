import type { Period } from '../../src/access/granted.ts';
import type { Rule } from '../../src/access/rule.ts';
import type { OperationId } from '../../generated/operations.ts';
import { changesWhere } from './audit.ts';
import type { TestUser } from './members.ts';
import { addToProject, newProjectWithAdmin, type TestProject, type TestProjectRole } from './projects.ts';
import type { CallOptions, World } from './world.ts';

export const at = '2030-01-01T00:00:00.000Z';

export interface ProjectUser extends TestUser {
  /** Of the membership of the project. */
  readonly membershipId: string;
  readonly roleId: string | null;
}

export interface ProjectSetting extends TestProject {
  /** Somebody in the organization, and not in the project. */
  readonly newcomer: () => Promise<TestUser>;
  /** Somebody in the project. */
  readonly member: (role: TestProjectRole, period?: Period) => Promise<ProjectUser>;
  /** The same, with a privilege of these rules. */
  readonly privileged: (role: TestProjectRole, permissions: readonly Rule[]) => Promise<ProjectUser>;
  readonly call: (id: OperationId, options: CallOptions) => ReturnType<World['call']>;
  /** Who is in the project as what: `user id role`, built-in or custom, as it is stored. */
  readonly stored: () => Promise<string[]>;
  /** What is in the audit log of the project, oldest first. */
  readonly entries: () => Promise<
    { eventType: string; eventMetadata: unknown; actorId: string | null; operation: string }[]
  >;
}

/** A project with an administrator, who calls unless somebody else is named. */
export const newProjectSetting = async (world: World): Promise<ProjectSetting> => {
  const setting = await newProjectWithAdmin(world);
  const { organization, project, admin } = setting;
  const { database, ids } = world.server.parts;
  const newcomer = () => world.newUser(organization, 'member');
  const member = async (role: TestProjectRole, period?: Period): Promise<ProjectUser> => {
    const user = await newcomer();
    const { id, roleId } = await addToProject(world, project, user, role, period);
    return { ...user, membershipId: id, roleId };
  };
  return {
    ...setting,
    newcomer,
    member,
    privileged: async (role, permissions) => {
      const user = await member(role);
      await database.transaction(({ db }) =>
        db('project_privileges').insert({
          id: ids.uuid(),
          projectMembershipId: user.membershipId,
          slug: 'extra',
          permissions: JSON.stringify(permissions),
          isTemporary: false,
          createdAt: at,
          updatedAt: at,
        }),
      );
      return user;
    },
    call: (id, { params, ...options }) =>
      world.call(id, { as: admin, params: { projectId: project.id, ...params }, ...options }),
    stored: async () => {
      const rows = await database
        .read('project_memberships as pm')
        .join('organization_memberships as m', 'm.id', 'pm.membershipId')
        .join('project_membership_roles as r', 'r.projectMembershipId', 'pm.id')
        .where({ 'pm.projectId': project.id })
        .whereNotNull('m.userId')
        .select<{ userId: string; role: string }[]>('m.userId', 'r.role');
      return rows.map(({ userId, role }) => `${userId} ${role}`);
    },
    entries: async () =>
      (await changesWhere(world, { projectId: project.id })).map(
        ({ eventType, eventMetadata, actorId, operation }) => ({ eventType, eventMetadata, actorId, operation }),
      ),
  };
};

/** A rule about users of the project; perhaps only those whose e-mail address fits. */
export const onMembers = (action: string | readonly string[], userEmail?: string): Rule => ({
  subject: 'member',
  action,
  ...(userEmail !== undefined && { conditions: { userEmail: { $glob: userEmail } } }),
});
