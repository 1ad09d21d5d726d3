import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { ProjectUserRow } from './store.ts';

export const projectUserNotFound = () => notFound('User not found in this project.');

/** 403 unless the caller may do the action with each of these people, whether or not they are members. */
export const requireEach = (
  project: ProjectAccess,
  action: 'create' | 'read' | 'delete',
  usernames: readonly string[],
): void => {
  for (const userEmail of usernames) project.require(action, 'member', { userEmail });
};

/** Finds the user; 403 unless the caller may do the action with some members, and with this one. */
export const findUser = async (
  project: ProjectAccess,
  action: 'read' | 'edit' | 'delete',
  find: () => Promise<ProjectUserRow | undefined>,
): Promise<ProjectUserRow> => {
  project.requireSome(action, 'member');
  const user = await find();
  if (!user) throw projectUserNotFound();
  project.require(action, 'member', { userEmail: user.username });
  return user;
};
