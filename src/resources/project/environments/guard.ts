import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { EnvironmentRow } from './store.ts';

export const unknownEnvironment = () => notFound('There is no such environment.');

/** A deleted environment is out of sight until it is restored. */
export const inSight = (environment: EnvironmentRow | undefined): EnvironmentRow => {
  if (environment?.softDeletedAt !== null) throw unknownEnvironment();
  return environment;
};

export const requireReading = async ({ access }: Pick<Scope, 'access'>, projectId: string): Promise<void> =>
  (await access.inProject(projectId)).require('read', 'environments');

/** The project, if the caller may do that with its environments, and it is of the type that has some. */
export const requireWriting = async (
  { access }: Pick<Scope, 'access'>,
  projectId: string,
  action: 'create' | 'edit' | 'delete',
): Promise<ProjectAccess> => {
  const project = await access.inProject(projectId);
  project.require(action, 'environments');
  const { type } = project.project;
  if (type !== 'secret-manager')
    throw badRequest(`Only projects of the type secret-manager have environments; this one is of the type ${type}.`);
  return project;
};
