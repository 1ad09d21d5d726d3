import type { ProjectAccess } from '../../../access/project-access.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { RoleToAssign } from '../../project/project-memberships/assign.ts';
import { rolesOnJoining } from '../../project/project-memberships/service.ts';
import { joinAll, requireJoinable, type Person } from '../../project/project-users/join.ts';

/** A project to add the invited users to; `access` is undefined if it does not exist or the caller may not enter it. */
export interface RequestedProject {
  readonly id: string;
  readonly access: ProjectAccess | undefined;
}

/** Returns undefined for a 403 or 404. */
const undefinedIfRefused = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
};

/** Finds the distinct projects, ordered by id. */
export const findProjects = async ({ access }: Scope, projectIds: readonly string[]): Promise<RequestedProject[]> => {
  const projects = [];
  for (const id of [...new Set(projectIds)].sort())
    projects.push({ id, access: await undefinedIfRefused(access.inProject(id)) });
  return projects;
};

const memberRole = rolesOnJoining({ role: 'member' });

/** Returns the role for all of these users; undefined if the caller may not add them. */
const findRole = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
): Promise<RoleToAssign[] | undefined> => {
  const { id, organizationId } = project.row;
  if (!(await tx.stores.projects.findById(organizationId, id))) return undefined;
  return undefinedIfRefused(requireJoinable(tx, project, people, memberRole));
};

/** Adds the users to each project unless they are members; returns the ids of projects to which the caller may not. */
export const joinProjects = async (
  tx: Scope,
  projects: readonly RequestedProject[],
  emails: readonly string[],
): Promise<string[]> => {
  if (projects.length === 0) return [];
  const people = await tx.stores.users.findByUsernames(
    tx.access.organization.id,
    emails.map((email) => email.toLowerCase()),
  );
  const refused = [];
  for (const { id, access: project } of projects) {
    const roles = project && (await findRole(tx, project, people));
    if (!roles) {
      refused.push(id);
      continue;
    }
    const present = new Set(
      (
        await tx.stores.projectUsers.findByUsernames(
          id,
          people.map(({ username }) => username),
        )
      ).map(({ userId }) => userId),
    );
    const newcomers = people.filter(({ userId }) => !present.has(userId));
    if (newcomers.length > 0) await joinAll(tx, project, newcomers, memberRole, roles);
  }
  return refused;
};
