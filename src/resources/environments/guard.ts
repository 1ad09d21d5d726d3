import { badRequest, notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import type { ProjectRow } from '../projects/store.ts';
import type { EnvironmentRow } from './store.ts';

export const unknownEnvironment = () => notFound('There is no such environment.');

/** A deleted environment is out of sight until it is restored. */
export const inSight = (environment: EnvironmentRow | undefined): EnvironmentRow => {
  if (environment?.softDeletedAt !== null) throw unknownEnvironment();
  return environment;
};

export const requireReading = async ({ access }: Pick<Scope, 'access'>, projectId: string): Promise<void> => (await access.inProject(projectId)).require('read', 'environments');

/** The project, if the caller may do that with its environments, and it is of the type that has some. */
export const requireWriting = async ({ access }: Pick<Scope, 'access'>, projectId: string, action: 'create' | 'edit' | 'delete'): Promise<ProjectRow> => {
  const inProject = await access.inProject(projectId);
  inProject.require(action, 'environments');
  const { project } = inProject;
  if (project.type !== 'secret-manager') throw badRequest(`Only projects of the type secret-manager have environments; this one is of the type ${project.type}.`);
  return project;
};
