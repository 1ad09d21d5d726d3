import type { FolderWithPath, DependentFolder } from '../resources/secrets/folders/store.ts';
import type { Stores } from '../stores.ts';

/** A folder of another project that shows something of a changed one. */
export interface ExternalDependent {
  readonly projectId: string;
  readonly folder: FolderWithPath;
  /** The changed folder. */
  readonly origin: FolderWithPath;
}

/** The folders that show anything of some folders of a project. */
export interface Dependents {
  readonly inProject: readonly FolderWithPath[];
  readonly inOtherProjects: readonly ExternalDependent[];
}

type Deps = Pick<Stores, 'folders'>;

/** The most folders of other projects that one change notifies, so that others cannot make changes expensive. */
export const maxExternalDependents = 500;

const nameOf = ({ environment, path }: FolderWithPath): string => `${environment}:${path}`;

/** Follows imports and references within the project; calls `meet` for folders of other projects that show `shown`. */
const follow = async (
  { folders }: Deps,
  projectId: string,
  shown: readonly FolderWithPath[],
  { limit = Infinity, meet }: { limit?: number; meet?: (showing: DependentFolder) => void },
): Promise<FolderWithPath[]> => {
  const shownIds = new Set(shown.map(({ id }) => id));
  const dependents = new Map<string, FolderWithPath>();
  let level: readonly FolderWithPath[] = shown;
  while (level.length > 0 && dependents.size < limit) {
    const before = dependents.size;
    for (const one of await folders.listDependents(projectId, level)) {
      const { id, environment, path } = one;
      if (one.projectId !== projectId) {
        if (level === shown) meet?.(one);
      } else if (!shownIds.has(id) && !dependents.has(id)) dependents.set(id, { id, environment, path });
    }
    level = [...dependents.values()].slice(before);
  }
  return [...dependents.values()];
};

/**
 * Groups folders by project and changed folder; importing folders first, because their author could read the origin.
 */
const byProjectAndOrigin = (
  met: readonly DependentFolder[],
  shown: readonly FolderWithPath[],
): { projectId: string; origin: FolderWithPath; folders: FolderWithPath[] }[] => {
  const ids = new Map(shown.map((folder) => [folder.id, folder]));
  const names = new Map(shown.map((folder) => [nameOf(folder), folder]));
  const groups = new Map<string, { projectId: string; origin: FolderWithPath; folders: FolderWithPath[] }>();
  for (const origins of [ids, names]) {
    for (const { projectId, id, environment, path, shows } of met) {
      const origin = origins.get(shows);
      if (!origin) continue;
      const key = `${projectId} ${origin.id}`;
      const group = groups.get(key) ?? { projectId, origin, folders: [] };
      groups.set(key, group);
      if (!group.folders.some((folder) => folder.id === id)) group.folders.push({ id, environment, path });
    }
  }
  return [...groups.values()];
};

const findExternalDependents = async (
  stores: Deps,
  met: readonly DependentFolder[],
  shown: readonly FolderWithPath[],
): Promise<ExternalDependent[]> => {
  const inOtherProjects: ExternalDependent[] = [];
  for (const { projectId, origin, folders } of byProjectAndOrigin(met, shown)) {
    const limit = maxExternalDependents - inOtherProjects.length;
    if (limit <= 0) break;
    const all = [...folders, ...(await follow(stores, projectId, folders, { limit }))].slice(0, limit);
    inOtherProjects.push(...all.map((folder) => ({ projectId, folder, origin })));
  }
  return inOtherProjects;
};

/**
 * Returns every folder that shows anything of the given ones, through any number of imports and references, once and
 * without the given ones. Folders in deleted environments are skipped. Folders of other projects show the secrets of
 * the given folders, not what these import or reference; from there, imports are followed within that project.
 */
export const dependentsOf = async (
  stores: Deps,
  projectId: string,
  shown: readonly FolderWithPath[],
): Promise<Dependents> => {
  const met: DependentFolder[] = [];
  const inProject = await follow(stores, projectId, shown, { meet: (showing) => void met.push(showing) });
  return { inProject, inOtherProjects: met.length === 0 ? [] : await findExternalDependents(stores, met, shown) };
};

/** Returns the dependents of each folder separately, so that a given folder that shows another one is included. */
export const dependentsOfEach = async (
  stores: Deps,
  projectId: string,
  shown: readonly FolderWithPath[],
): Promise<Dependents> => {
  const inProject = new Map<string, FolderWithPath>();
  const inOtherProjects: ExternalDependent[] = [];
  for (const folder of shown) {
    const dependents = await dependentsOf(stores, projectId, [folder]);
    for (const one of dependents.inProject) inProject.set(one.id, one);
    inOtherProjects.push(...dependents.inOtherProjects);
  }
  return { inProject: [...inProject.values()], inOtherProjects };
};
