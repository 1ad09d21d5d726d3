import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { EnvironmentRow } from './store.ts';

export const environmentNotFound = () => notFound('There is no such environment.');

/** A deleted environment is out of sight until it is restored. */
export const requireActiveEnvironment = (environment: EnvironmentRow | undefined): EnvironmentRow => {
  if (environment?.softDeletedAt !== null) throw environmentNotFound();
  return environment;
};

/** 400 for a project of a type that has no environments. */
export const requireEnvironments = ({ project: { type } }: ProjectAccess): void => {
  if (type !== 'secret-manager')
    throw badRequest(`Only projects of the type secret-manager have environments; this one is of the type ${type}.`);
};
