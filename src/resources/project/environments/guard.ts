import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, mayBeSlug, notFound, slugInsteadOfId, type ServiceError } from '../../../platform/errors.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import type { Stores } from '../../../stores.ts';

export const environmentNotFound = () => notFound('Environment not found.');

/** The 404 for an unknown id; it names the right one if this is the slug of an environment, which all members may see. */
export const unknownEnvironment = async (
  { environments }: Pick<Stores, 'environments'>,
  projectId: string,
  id: string,
): Promise<ServiceError> => {
  const named = mayBeSlug(id) ? await environments.findBySlug(projectId, id) : undefined;
  return named?.softDeletedAt === null ? slugInsteadOfId('environment', id, named.id) : environmentNotFound();
};

/** Finds an environment that is not deleted by its id. */
export const findActiveEnvironment = async (
  stores: Pick<Stores, 'environments'>,
  projectId: string,
  id: string,
): Promise<EnvironmentRow> => {
  const environment = await stores.environments.findById(projectId, id);
  if (environment?.softDeletedAt !== null) throw await unknownEnvironment(stores, projectId, id);
  return environment;
};

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
