import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';

export const environmentNotFound = () => notFound('Environment not found.');

/** 404 unless the environment exists and is not deleted. */
export const requireActiveEnvironment = (environment: EnvironmentRow | undefined): EnvironmentRow => {
  if (environment?.softDeletedAt !== null) throw environmentNotFound();
  return environment;
};

/** 400 if projects of this type have no environments. */
export const requireEnvironments = ({ row: { type } }: ProjectAccess): void => {
  if (type !== 'secret-manager')
    throw badRequest(`Only projects of the type secret-manager have environments; this one is of the type ${type}.`);
};
