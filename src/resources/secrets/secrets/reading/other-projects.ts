import type { ProjectRow } from '../../../../access/project.ts';
import type { Access } from '../../../../access/access.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { badRequest, ServiceError } from '../../../../platform/errors.ts';
import { eachInSlices, filterInSlices } from '../../../../platform/slices.ts';
import type { Stores } from '../../../../stores.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { FolderLookup } from './folder-lookup.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { folderSubjectFields } from '../subject-fields.ts';

/** A folder of another project, as a value names it. */
export interface FolderInProject {
  /** The slug of the project. */
  readonly project: string;
  readonly place: FolderRef;
}

/** How many secrets of a folder in another project are part of an answer. */
export interface ReadElsewhere {
  readonly project: ProjectRow;
  readonly place: FolderRef;
  readonly count: number;
}

/** Each costs a few statements, whether or not it exists. */
const maxProjects = 100;

const hidden: readonly number[] = [403, 404];

/** A project that does not exist, is of another organization, or is closed to the caller is one and the same. */
export const orUndefined = async (project: Promise<ProjectAccess>): Promise<ProjectAccess | undefined> => {
  try {
    return await project;
  } catch (error) {
    if (error instanceof ServiceError && hidden.includes(error.status)) return undefined;
    throw error;
  }
};

/** Whether there may be a secret in that folder whose value the caller may read. */
export const mayReadIn = (project: ProjectAccess, place: FolderRef): boolean =>
  ['describeSecret', 'readValue'].every(
    (action) => project.narrow(action, 'secrets', folderSubjectFields(place)).mayAllow,
  );

interface Means {
  readonly stores: Pick<Stores, 'environments' | 'folders'>;
  readonly access: Pick<Access, 'inProject' | 'inProjectBySlug'>;
  /** The project that is read, and its folders. */
  readonly own: { readonly id: string; readonly folders: FolderLookup };
}

/** What one request reads of other projects than the one that it names: only what the reader may read there. */
export class OtherProjects {
  readonly #means: Means;
  /** By slug, after an @, and by id. */
  readonly #projects = new Map<string, ProjectAccess | undefined>();
  readonly #lookups = new Map<string, FolderLookup>();
  /** The reader's access to the projects of these folders. */
  readonly #accessOf = new Map<string, ProjectAccess>();

  constructor(means: Means) {
    this.#means = means;
  }

  /** The reader's access to the project of a folder; undefined for a folder of the project that is read. */
  accessOf({ id }: FolderWithId): ProjectAccess | undefined {
    return this.#accessOf.get(id);
  }

  /**
   * Those of these folders in which the reader may be able to read something: all others look as if they did not exist.
   */
  async folders(wanted: readonly FolderInProject[]): Promise<(one: FolderInProject) => FolderWithId | undefined> {
    const places = new Map<string, Map<string, FolderRef>>();
    await eachInSlices(wanted, ({ project, place }) => {
      const ofProject = places.get(project) ?? new Map<string, FolderRef>();
      places.set(project, ofProject.set(`${place.environment}:${place.path}`, place));
    });
    const found = new Map<string, (place: FolderRef) => FolderWithId | undefined>();
    for (const [slug, ofProject] of places) {
      const access = await this.#project(`@${slug}`, () => this.#means.access.inProjectBySlug(slug));
      if (access) found.set(slug, await this.#foldersIn(access, [...ofProject.values()]));
    }
    return ({ project, place }) => found.get(project)?.(place);
  }

  /** Which of these are of other projects, by folder. */
  readsAmong(secrets: Iterable<FoundSecret>): ReadElsewhere[] {
    const counts = new Map<FolderWithId, number>();
    for (const { folder } of new Set(secrets))
      if (this.#accessOf.has(folder.id)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    return [...counts].map(([folder, count]) => ({
      project: this.#accessOf.get(folder.id)!.project,
      place: folder.place,
      count,
    }));
  }

  /**
   * Whether the reader may be able to read something in that folder; from then on, what is in it is judged by the
   * reader's permission there.
   */
  async admit(folder: FolderWithId, projectId: string): Promise<boolean> {
    const access = await this.#project(projectId, () => this.#means.access.inProject(projectId));
    if (!access || !mayReadIn(access, folder.place)) return false;
    this.#accessOf.set(folder.id, access);
    return true;
  }

  async #project(name: string, find: () => Promise<ProjectAccess>): Promise<ProjectAccess | undefined> {
    if (this.#projects.has(name)) return this.#projects.get(name);
    if (this.#projects.size >= maxProjects)
      throw badRequest(
        `There are references to more than ${maxProjects} other projects, or imports from them. Ask for less at once, or without them.`,
      );
    const project = await orUndefined(find());
    this.#projects.set(name, project);
    return project;
  }

  async #foldersIn(
    access: ProjectAccess,
    places: readonly FolderRef[],
  ): Promise<(place: FolderRef) => FolderWithId | undefined> {
    const { stores, own } = this.#means;
    const { id } = access.project;
    if (id === own.id) return own.folders.find(places);
    let lookup = this.#lookups.get(id);
    if (!lookup) this.#lookups.set(id, (lookup = new FolderLookup(stores, id)));
    const readable = await filterInSlices(places, (place) => mayReadIn(access, place));
    const folderAt = await lookup.find(readable);
    for (const place of readable) {
      const folder = folderAt(place);
      if (folder) this.#accessOf.set(folder.id, access);
    }
    return folderAt;
  }
}
