import type { ProjectAccess } from '../../../access/project-access.ts';
import type { ProjectEnvironments, Scope } from '../../../scope.ts';

/** Finds the environments of a project, cached by data revision, so that no node returns outdated ones. */
export const findAllEnvironments = async (
  { environments, stores }: Pick<Scope, 'environments' | 'stores'>,
  { row: { id }, dataRevision }: ProjectAccess,
): Promise<ProjectEnvironments> => {
  const found = environments.get(id, `${dataRevision}`, async () => {
    const [active, deleted] = await Promise.all([
      stores.environments.listActive([id]),
      stores.environments.listDeleted([id]),
    ]);
    return { active, deleted };
  });
  if (found instanceof Promise || found.deleted.length === 0) return found;
  // Deleted ones have the name of who deleted them, which can change without the data of the project.
  return { active: found.active, deleted: await stores.environments.listDeleted([id]) };
};
