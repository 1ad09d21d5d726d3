import { RevisionCache } from '../../../access/cache.ts';
import type { ProjectWithRevision } from '../../../access/project.ts';
import type { Stores } from '../../../stores.ts';
import type { DeletedEnvironmentRow, EnvironmentRow } from './store.ts';

export interface ProjectEnvironments {
  readonly active: readonly EnvironmentRow[];
  readonly deleted: readonly DeletedEnvironmentRow[];
}

/** In environments; a project without any counts as one. */
const limit = 100_000;

/** Caches the environments of projects by data revision, so that no node returns outdated ones. */
export class EnvironmentCache {
  readonly #projects = new RevisionCache<ProjectEnvironments>(
    limit,
    ({ active, deleted }) => 1 + active.length + deleted.length,
  );

  async find(
    { environments }: Pick<Stores, 'environments'>,
    project: ProjectWithRevision,
  ): Promise<ProjectEnvironments> {
    const { id, dataRevision } = project;
    const found = this.#projects.get(id, `${dataRevision}`, async () => {
      const [active, deleted] = await Promise.all([environments.listActive([id]), environments.listDeleted([id])]);
      return { active, deleted };
    });
    if (found instanceof Promise || found.deleted.length === 0) return found;
    // Deleted ones have the name of who deleted them, which can change without the data of the project.
    return { active: found.active, deleted: await environments.listDeleted([id]) };
  }
}
