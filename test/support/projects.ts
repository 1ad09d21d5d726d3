import type { Period } from '../../src/access/granted.ts';
import type { ProjectRow } from '../../src/access/project.ts';
import type { Rule } from '../../src/access/rule.ts';
import { timestamp } from '../../src/platform/clock.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { createStores } from '../../src/stores.ts';
import type { TestIdentity, TestUser } from './members.ts';
import type { World } from './world.ts';

export const permanent: Period = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

/** A project without environments or members, stored as the server itself stores it. */
export const newProject = async (
  { server: { parts } }: World,
  organization: OrganizationRow,
  changes: Partial<ProjectRow> = {},
): Promise<ProjectRow> => {
  const now = timestamp(parts.clock.now());
  const id = parts.ids.uuid();
  const project: ProjectRow = {
    id,
    organizationId: organization.id,
    name: 'Test project',
    slug: `project-${id}`,
    description: null,
    type: 'secret-manager',
    defaultProduct: null,
    autoCapitalization: false,
    hasDeleteProtection: false,
    secretSharing: true,
    showSnapshotsLegacy: false,
    enforceEncryptedSecretManagerSecretMetadata: false,
    pitVersionLimit: 10,
    auditLogsRetentionDays: null,
    secretDetectionIgnoreValues: [],
    accessRevision: 0,
    createdAt: now,
    updatedAt: now,
    ...changes,
  };
  await parts.database.transaction(({ db }) => createStores(db).projects.insert(project));
  return project;
};

/** The slug of a built-in role of projects, or the rules of a custom one that is made for this. */
export type TestProjectRole = string | readonly Rule[];

export interface TestProjectMembership {
  readonly id: string;
  readonly roleId: string | null;
}

/** Makes a member of the organization, or a group, a member of the project. */
export const addToProject = async (
  { server: { parts } }: World,
  project: ProjectRow,
  member: { id: string } | { groupId: string },
  role: TestProjectRole,
  period: Period = permanent,
): Promise<TestProjectMembership> => {
  const { ids, clock, database } = parts;
  const now = timestamp(clock.now());
  const times = { createdAt: now, updatedAt: now };
  const id = ids.uuid();
  const roleId = typeof role === 'string' ? null : ids.uuid();
  await database.transaction(async ({ db }) => {
    const membershipId =
      'id' in member
        ? await db('organization_memberships')
            .where({ organizationId: project.organizationId })
            .where((query) => void query.where({ userId: member.id }).orWhere({ identityId: member.id }))
            .pluck<string[]>('id')
        : [null];
    if (roleId) {
      await db('project_roles').insert({
        id: roleId,
        projectId: project.id,
        slug: `role-${roleId}`,
        name: 'Test role',
        description: null,
        permissions: JSON.stringify(role),
        ...times,
      });
    }
    await db('project_memberships').insert({
      id,
      projectId: project.id,
      membershipId: membershipId[0],
      groupId: 'groupId' in member ? member.groupId : null,
      ...times,
    });
    await db('project_membership_roles').insert({
      id: ids.uuid(),
      projectMembershipId: id,
      role: roleId ? 'custom' : role,
      customRoleId: roleId,
      position: 0,
      ...period,
      ...times,
    });
    await createStores(db).projects.bumpAccess(project.id);
  });
  return { id, roleId };
};

export interface TestProject {
  readonly organization: OrganizationRow;
  readonly project: ProjectRow;
  /** Has the role `admin` in the project, and `member` in the organization. */
  readonly admin: TestUser;
}

/** A project in that organization, or in a new one, and somebody who administers it. */
export const newProjectWithAdmin = async (
  world: World,
  changes: Partial<ProjectRow> = {},
  given?: OrganizationRow,
): Promise<TestProject> => {
  const organization = given ?? (await world.newOrganization());
  const project = await newProject(world, organization, changes);
  const admin = await world.newUser(organization, 'member');
  await addToProject(world, project, admin, 'admin');
  return { organization, project, admin };
};

/** A machine identity with the role in the project, and none in the organization. */
export const newProjectIdentity = async (
  world: World,
  { organization, project }: Pick<TestProject, 'organization' | 'project'>,
  role: TestProjectRole,
): Promise<TestIdentity> => {
  const identity = await world.newIdentity(organization, 'no-access');
  await addToProject(world, project, identity, role);
  return identity;
};
