import type { Rule } from '../../src/access/rule.ts';
import type { Response } from 'supertest';
import type { TestUser } from './members.ts';
import { permanentType, readDev } from './privileges.ts';
import { addToProject, newProjectWithAdmin, type TestProject, type TestProjectRole } from './projects.ts';
import type { World } from './world.ts';

export interface UserPrivilegeSetting extends TestProject {
  /** A member of the project without access, who gets the privileges. */
  readonly user: TestUser;
  readonly projectMembershipId: string;
  /** Creates a privilege, by default as the project's administrator. */
  readonly create: (body?: object, as?: { token: string }) => Promise<Response>;
  /** The privilege that was created. */
  readonly created: (body?: object) => Promise<any>;
  /** Calls an operation on a privilege. */
  readonly call: (
    id: 'getUserPrivilege' | 'updateUserPrivilege' | 'deleteUserPrivilege',
    privilegeId: string,
    body?: object,
    as?: { token: string },
  ) => Promise<Response>;
  /** Everything that is stored of the user's privileges. */
  readonly stored: () => Promise<any[]>;
  /** Whether the user may do that in the project, as the server judges it now. */
  readonly mayDo: (action: string, subject: string, object?: object) => Promise<boolean>;
  /** Somebody with these rules in the project, or a built-in role. */
  readonly newMember: (role: TestProjectRole) => Promise<TestUser>;
}

/** May edit members and give privileges; whatever else is held comes from `rules`. */
export const memberGranter = (...rules: Rule[]): Rule[] => [
  { subject: 'member', action: ['read', 'edit', 'assign-additional-privileges'] },
  ...rules,
];

export const userPrivilegeSetting = async (world: World): Promise<UserPrivilegeSetting> => {
  const base = await newProjectWithAdmin(world);
  const { organization, project, admin } = base;
  const newMember = async (role: TestProjectRole) => {
    const user = await world.newUser(organization, 'no-access');
    return { user, ...(await addToProject(world, project, user, role)) };
  };
  const { user, id: projectMembershipId } = await newMember('no-access');
  const create = (body: object = {}, as: { token: string } = admin) =>
    world.call('createUserPrivilege', {
      as,
      body: { projectMembershipId, permissions: [readDev], type: permanentType, ...body },
    });
  return {
    ...base,
    user,
    projectMembershipId,
    create,
    created: async (body) => {
      const response = await create(body);
      if (response.status !== 200) throw new Error(JSON.stringify(response.body));
      return response.body.privilege;
    },
    call: (id, privilegeId, body, as = admin) => world.call(id, { as, params: { privilegeId }, body }),
    stored: () =>
      world.server.parts.database
        .read('project_privileges')
        .where({ projectMembershipId })
        .orderBy(['createdAt', 'id']),
    mayDo: async (action, subject, object = {}) => {
      const { body } = await world.call('explainAccess', {
        as: admin,
        params: { projectId: project.id },
        body: { actorType: 'user', actorId: user.id, action, subject, object },
      });
      return body.isAllowed;
    },
    newMember: async (role) => (await newMember(role)).user,
  };
};
