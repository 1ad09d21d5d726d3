import type { ProjectAccess } from '../../../access/project-access.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { wantedOnJoining } from '../../project/project-memberships/service.ts';
import { joinAll, requireJoinable, type Person } from '../../project/project-users/join.ts';

/** A project that people are invited to as well; without access, the caller is not even told whether it exists. */
export interface AskedProject {
  readonly id: string;
  readonly access: ProjectAccess | undefined;
}

/** Undefined for what is not there or not allowed. */
const unlessRefused = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ServiceError && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
};

/**
 * Each once, and in one order, so that two invitations to the same projects wait for each other instead of locking up.
 */
export const findProjects = async ({ access }: Scope, projectIds: readonly string[]): Promise<AskedProject[]> => {
  const found = [];
  for (const id of [...new Set(projectIds)].sort())
    found.push({ id, access: await unlessRefused(access.inProject(id)) });
  return found;
};

const wanted = wantedOnJoining({ role: 'member' });

const isOpen = async (tx: Scope, project: ProjectAccess, people: readonly Person[]): Promise<boolean> =>
  (await tx.stores.projectUsers.lockProject(project.project.id)) &&
  (await unlessRefused(requireJoinable(tx, project, people, wanted).then(() => true))) === true;

/**
 * Makes the people members of each project, except those who are; answers with the ids of the projects to which the
 * caller may not add them all.
 */
export const joinProjects = async (
  tx: Scope,
  projects: readonly AskedProject[],
  emails: readonly string[],
): Promise<string[]> => {
  if (projects.length === 0) return [];
  const people = await tx.stores.users.lockByUsernames(
    tx.access.organization.id,
    emails.map((email) => email.toLowerCase()),
  );
  const refused = [];
  for (const { id, access: project } of projects) {
    if (!project || !(await isOpen(tx, project, people))) {
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
    if (newcomers.length > 0) await joinAll(tx, project, newcomers, wanted);
  }
  return refused;
};
