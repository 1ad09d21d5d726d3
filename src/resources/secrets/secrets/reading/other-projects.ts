import type { ProjectRow } from '../../../../access/project.ts';
import type { Access } from '../../../../access/access.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { badRequest, ServiceError } from '../../../../platform/errors.ts';
import { eachYielding, filterYielding } from '../../../../platform/yielding.ts';
import type { Stores } from '../../../../stores.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { Reference } from '../columns.ts';
import { FolderLookup } from './folder-lookup.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { folderSubjectFields } from '../../../../access/secret-fields.ts';

/** A folder of another project, as a reference names it. */
export interface FolderInProject {
  /** The slug of the project. */
  readonly project: string;
  /** The project that the reference was written for; another one that has the slug now does not count. */
  readonly projectId: Reference['projectId'];
  readonly folderRef: FolderRef;
}

/** How many secrets of a folder in another project are part of a response. */
export interface OtherProjectReads {
  readonly project: ProjectRow;
  readonly folderRef: FolderRef;
  readonly count: number;
}

/** Each costs a few statements, whether or not it exists. */
const maxProjects = 100;

const hidden: readonly number[] = [403, 404];

/**
 * Returns undefined for a project that the caller may not access, in the same way as for one that does not exist or
 * belongs to another organization.
 */
export const orUndefined = async (project: Promise<ProjectAccess>): Promise<ProjectAccess | undefined> => {
  try {
    return await project;
  } catch (error) {
    if (error instanceof ServiceError && hidden.includes(error.status)) return undefined;
    throw error;
  }
};

/** Whether the caller may be able to read the value of some secret in the folder. */
export const mayReadIn = (project: ProjectAccess, folderRef: FolderRef): boolean =>
  ['describeSecret', 'readValue'].every(
    (action) => project.narrow(action, 'secrets', folderSubjectFields(folderRef)).mayAllow,
  );

interface Deps {
  readonly stores: Pick<Stores, 'environments' | 'folders'>;
  readonly access: Pick<Access, 'inProject' | 'inProjectBySlug'>;
  /** The project that the request names, and its folders. */
  readonly requestedProject: { readonly id: string; readonly folders: FolderLookup };
}

/** Reads from projects other than the one that the request names, as far as the reader is allowed to there. */
export class OtherProjects {
  readonly #deps: Deps;
  /** Keyed by `@<slug>` and by id. */
  readonly #projects = new Map<string, ProjectAccess | undefined>();
  readonly #lookups = new Map<string, FolderLookup>();
  /** The reader's access to the project of each folder, by the folder's id. */
  readonly #accessOf = new Map<string, ProjectAccess>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** The reader's access to the project of a folder; undefined for a folder of the requested project. */
  accessOf({ id }: FolderWithId): ProjectAccess | undefined {
    return this.#accessOf.get(id);
  }

  /**
   * Finds the folders in which the reader may be able to read something; the others look as if they did not exist.
   */
  async folders(targets: readonly FolderInProject[]): Promise<(target: FolderInProject) => FolderWithId | undefined> {
    const targetsBySlug = new Map<string, Map<string, FolderInProject>>();
    await eachYielding(targets, (target) => {
      const { project, projectId, folderRef } = target;
      const ofSlug = targetsBySlug.get(project) ?? new Map<string, FolderInProject>();
      targetsBySlug.set(project, ofSlug.set(`${projectId}:${folderRef.environment}:${folderRef.path}`, target));
    });
    const lookups = new Map<string, { id: string; folderAt: (folderRef: FolderRef) => FolderWithId | undefined }>();
    for (const [slug, ofSlug] of targetsBySlug) {
      const access = await this.#project(`@${slug}`, () => this.#deps.access.inProjectBySlug(slug));
      if (!access) continue;
      const { id } = access.row;
      const folderRefs = [...ofSlug.values()].filter(({ projectId }) => projectId === id).map((one) => one.folderRef);
      lookups.set(slug, { id, folderAt: await this.#foldersIn(access, folderRefs) });
    }
    return ({ project, projectId, folderRef }) => {
      const lookup = lookups.get(project);
      return lookup && lookup.id === projectId ? lookup.folderAt(folderRef) : undefined;
    };
  }

  /** Counts, by folder, the secrets that belong to other projects. */
  countReads(secrets: Iterable<FoundSecret>): OtherProjectReads[] {
    const counts = new Map<FolderWithId, number>();
    for (const { folder } of new Set(secrets))
      if (this.#accessOf.has(folder.id)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
    return [...counts].map(([folder, count]) => ({
      project: this.#accessOf.get(folder.id)!.row,
      folderRef: folder.folderRef,
      count,
    }));
  }

  /**
   * Whether the reader may be able to read something in the folder. If so, its secrets are authorized from then on by
   * the reader's permissions in that project.
   */
  async admit(folder: FolderWithId, projectId: string): Promise<boolean> {
    const access = await this.#project(projectId, () => this.#deps.access.inProject(projectId));
    if (!access || !mayReadIn(access, folder.folderRef)) return false;
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
    folderRefs: readonly FolderRef[],
  ): Promise<(folderRef: FolderRef) => FolderWithId | undefined> {
    const { stores, requestedProject } = this.#deps;
    const { id } = access.row;
    if (id === requestedProject.id) return requestedProject.folders.find(folderRefs);
    let lookup = this.#lookups.get(id);
    if (!lookup) this.#lookups.set(id, (lookup = new FolderLookup(stores, id)));
    const readable = await filterYielding(folderRefs, (folderRef) => mayReadIn(access, folderRef));
    const folderAt = await lookup.find(readable);
    for (const folderRef of readable) {
      const folder = folderAt(folderRef);
      if (folder) this.#accessOf.set(folder.id, access);
    }
    return folderAt;
  }
}
