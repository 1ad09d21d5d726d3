import type { PartialDecision } from '../../../../access/ability.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import { groupBy } from '../../../../platform/group-by.ts';
import { mapYielding } from '../../../../platform/yielding.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { ImportWithSource } from '../../secret-imports/store.ts';
import { FolderLookup } from './folder-lookup.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { OtherProjects, type FolderInProject, type OtherProjectReads } from './other-projects.ts';
import type { Extent } from '../columns.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../../access/secret-fields.ts';

export const isPersonal = ({ row }: FoundSecret): boolean => row.ownerId !== '';

/** A folder that another one imports. */
export interface ImportedFolder {
  readonly importId: string;
  readonly folder: FolderWithId;
  readonly environment: { readonly id: string; readonly name: string; readonly slug: string };
}

const importedFolder = (row: ImportWithSource): ImportedFolder => ({
  importId: row.id,
  folder: { id: row.sourceFolderId, folderRef: { environment: row.sourceEnvironmentSlug, path: row.sourcePath } },
  environment: { id: row.sourceEnvironmentId, name: row.sourceEnvironmentName, slug: row.sourceEnvironmentSlug },
});

const isFromOtherProject = ({ projectId, sourceProjectId }: ImportWithSource): boolean => sourceProjectId !== projectId;

type Deps = Pick<Scope, 'stores' | 'actor' | 'access'>;

/** Reads what the ETag of a response needs, or everything. */
export type ReadExtent = Exclude<Extent, 'unencrypted'>;

/** What the reader may do with the secrets of a folder. */
interface FolderDecisions {
  readonly describe: PartialDecision;
  readonly readValue: PartialDecision;
}

/**
 * The most imported folders that a request reads, and the most imports that it follows to find their order.
 */
const maxImportedFolders = 1000;
const maxImportSteps = 100_000;

/**
 * Reads and authorizes the secrets that one request needs, each folder and each secret once. Secrets of other projects
 * are authorized by the reader's permissions there.
 */
export class SecretReader {
  readonly project: ProjectAccess;
  readonly #stores: Deps['stores'];
  readonly #owner: string;
  readonly #extent: ReadExtent;
  readonly #decisions = new Map<string, FolderDecisions>();
  readonly #contents = new Map<string, readonly FoundSecret[]>();
  readonly #byKey = new Map<string, Map<string, FoundSecret | undefined>>();
  readonly #imports = new Map<string, readonly ImportedFolder[]>();
  readonly #imported = new Set<string>();
  readonly #precedences = new Map<string, readonly FolderWithId[]>();
  #importSteps = 0;
  readonly #access: Deps['access'];
  #folders: FolderLookup | undefined;
  #others: OtherProjects | undefined;

  constructor({ stores, actor, access }: Deps, project: ProjectAccess, extent: ReadExtent) {
    this.project = project;
    this.#stores = stores;
    this.#access = access;
    this.#owner = actor.type === 'user' ? actor.id : '';
    this.#extent = extent;
  }

  decisionsIn(folder: FolderWithId): FolderDecisions {
    const { id, folderRef } = folder;
    let decisions = this.#decisions.get(id);
    if (!decisions) {
      const fields = folderSubjectFields(folderRef);
      const project = this.#others?.accessOf(folder) ?? this.project;
      decisions = {
        describe: project.narrow('describeSecret', 'secrets', fields),
        readValue: project.narrow('readValue', 'secrets', fields),
      };
      this.#decisions.set(id, decisions);
    }
    return decisions;
  }

  /** Whether the folder is in another project. */
  isInOtherProject(folder: FolderWithId): boolean {
    return this.#others?.accessOf(folder) !== undefined;
  }

  /** Counts the secrets that belong to other projects; undefined if the request refers to no other project. */
  otherProjectReads(secrets: Iterable<FoundSecret>): OtherProjectReads[] | undefined {
    return this.#others?.countReads(secrets);
  }

  /** Lists the shared secrets in these folders, and the reader's personal ones. */
  async contents(folders: readonly FolderWithId[]): Promise<readonly FoundSecret[]> {
    const missing = folders.filter(({ id }) => !this.#contents.has(id));
    if (missing.length > 0) {
      const rows = await this.#stores.secrets.listIn(
        missing.map(({ id }) => id),
        this.#owner,
        this.#extent,
      );
      const rowsByFolder = groupBy(rows, ({ folderId }) => folderId);
      const secrets = await this.#authorize(
        missing.flatMap((folder) => (rowsByFolder.get(folder.id) ?? []).map((row) => ({ row, folder }))),
      );
      const secretsByFolder = groupBy(secrets, ({ folder }) => folder.id);
      for (const { id } of missing) this.#contents.set(id, secretsByFolder.get(id) ?? []);
    }
    return folders.flatMap(({ id }) => this.#contents.get(id)!);
  }

  /** Finds shared secrets of the folder by name. The map may also hold other names that were looked up before. */
  async find(folder: FolderWithId, keys: readonly string[]): Promise<ReadonlyMap<string, FoundSecret | undefined>> {
    let secrets = this.#byKey.get(folder.id);
    if (!secrets)
      this.#byKey.set(
        folder.id,
        (secrets = new Map(
          this.#contents
            .get(folder.id)
            ?.flatMap((secret) => (secret.row.ownerId === '' ? [[secret.row.key, secret]] : [])),
        )),
      );
    const missing = this.#contents.has(folder.id) ? [] : keys.filter((key) => !secrets.has(key));
    if (missing.length > 0) {
      for (const key of missing) secrets.set(key, undefined);
      const rows = await this.#stores.secrets.findByKeys(folder.id, missing, this.#extent);
      for (const secret of await this.#authorize(rows.map((row) => ({ row, folder }))))
        secrets.set(secret.row.key, secret);
    }
    return secrets;
  }

  /** Finds a shared secret or one of the reader's personal secrets by name, as it is now or in a version. */
  async findOne(
    folder: FolderWithId,
    type: 'shared' | 'personal',
    key: string,
    version?: number,
  ): Promise<FoundSecret | undefined> {
    if (type === 'personal' && this.#owner === '') return undefined;
    const owner = type === 'personal' ? this.#owner : '';
    if (version === undefined) {
      const rows = await this.#stores.secrets.findByKeys(folder.id, [key], this.#extent, owner);
      return (await this.#authorize(rows.map((row) => ({ row, folder }))))[0];
    }
    const row = await this.#stores.secrets.findVersion(folder.id, owner, key, version);
    return row && (await this.#authorize([{ row, folder, nameNow: row.nameNow }]))[0];
  }

  /**
   * Lists the folders that a folder imports, in order. For a folder of another project the list is empty: its imports
   * are not followed.
   */
  async imports(into: FolderWithId): Promise<readonly ImportedFolder[]> {
    if (this.isInOtherProject(into)) return [];
    const { id } = into;
    return this.#imports.get(id) ?? this.#takeImports(id, await this.#stores.secretImports.listIn(id));
  }

  /** Reads all that these folders import, directly or through others, with one statement for each level. */
  async readImports(folders: readonly FolderWithId[]): Promise<void> {
    let level = [...folders];
    while (level.length > 0) {
      const rows = groupBy(
        await this.#stores.secretImports.listInEach(level.map(({ id }) => id)),
        ({ folderId }) => folderId,
      );
      const sources = new Map<string, FolderWithId>();
      for (const { id } of level)
        for (const { folder } of await this.#takeImports(id, rows.get(id) ?? [])) sources.set(folder.id, folder);
      level = [...sources.values()].filter((one) => !this.#imports.has(one.id) && !this.isInOtherProject(one));
    }
  }

  async #takeImports(id: string, rows: readonly ImportWithSource[]): Promise<readonly ImportedFolder[]> {
    const imports = rows.some(isFromOtherProject) ? await this.#visibleImports(rows) : rows.map(importedFolder);
    this.#imports.set(id, imports);
    for (const { folder } of imports) this.#imported.add(folder.id);
    if (this.#imported.size > maxImportedFolders)
      throw badRequest(
        `More than ${maxImportedFolders} folders are imported here, directly or through others. Ask for less at once, or without imports.`,
      );
    return imports;
  }

  /**
   * Leaves out imports from other projects in which the reader may read nothing: they look as if their source did not
   * exist.
   */
  async #visibleImports(rows: readonly ImportWithSource[]): Promise<ImportedFolder[]> {
    const visible: ImportedFolder[] = [];
    for (const row of rows) {
      const one = importedFolder(row);
      if (!isFromOtherProject(row) || (await this.#otherProjects.admit(one.folder, row.sourceProjectId)))
        visible.push(one);
    }
    return visible;
  }

  /**
   * Lists the folder and all that it imports, directly or through others, each once. If several have a secret of the
   * same name, the first one counts.
   */
  async precedence(folder: FolderWithId): Promise<readonly FolderWithId[]> {
    const cached = this.#precedences.get(folder.id);
    if (cached) return cached;
    const ordered = new Map<string, FolderWithId>();
    const waiting = [folder];
    while (waiting.length > 0) {
      const next = waiting.pop()!;
      if (ordered.has(next.id)) continue;
      ordered.set(next.id, next);
      // The last import takes precedence; `pop` takes it next.
      const imports = await this.imports(next);
      for (const one of imports) waiting.push(one.folder);
      this.#countImports(imports.length);
      if (isTimeUp()) await yieldToEventLoop();
    }
    const precedence = [...ordered.values()];
    this.#precedences.set(folder.id, precedence);
    return precedence;
  }

  #countImports(count: number): void {
    this.#importSteps += count;
    if (this.#importSteps > maxImportSteps)
      throw badRequest(
        `There are more than ${maxImportSteps} imports to follow. Ask for less at once, or without imports.`,
      );
  }

  /** Finds those folders of the project that exist. */
  foldersAt(folderRefs: readonly FolderRef[]): Promise<(folderRef: FolderRef) => FolderWithId | undefined> {
    return this.#folderLookup.find(folderRefs);
  }

  /** Finds folders of other projects in which the reader may be able to read something. */
  async foldersInOtherProjects(
    targets: readonly FolderInProject[],
  ): Promise<(target: FolderInProject) => FolderWithId | undefined> {
    return targets.length === 0 ? () => undefined : this.#otherProjects.folders(targets);
  }

  get #folderLookup(): FolderLookup {
    return (this.#folders ??= new FolderLookup(this.#stores, this.project.row.id));
  }

  get #otherProjects(): OtherProjects {
    return (this.#others ??= new OtherProjects({
      stores: this.#stores,
      access: this.#access,
      requestedProject: { id: this.project.row.id, folders: this.#folderLookup },
    }));
  }

  /**
   * Authorizes secrets by their current tags and name; an old version, which may have had another name, also by that
   * name.
   */
  async #authorize(secrets: readonly Pick<FoundSecret, 'row' | 'folder' | 'nameNow'>[]): Promise<FoundSecret[]> {
    const taggedIds = secrets
      .filter(({ row, nameNow }) => nameNow !== undefined || row.tagIds.length > 0)
      .map(({ row }) => row.id);
    const tagsById =
      taggedIds.length > 0
        ? groupBy(await this.#stores.secrets.tagsOf(taggedIds), ({ secretId }) => secretId)
        : undefined;
    const authorized = mapYielding(secrets, ({ row, folder, nameNow }) => {
      const tags = tagsById?.get(row.id) ?? [];
      const { describe, readValue } = this.decisionsIn(folder);
      if (describe.allowsAll && readValue.allowsAll)
        return { row, folder, tags, nameNow, isVisible: true, isReadable: true };
      const fields = secretSubjectFields(folder.folderRef, row.key, tags);
      const allows = (decision: PartialDecision): boolean =>
        decision.allows(fields) && (nameNow === undefined || decision.allows({ ...fields, secretName: nameNow }));
      return { row, folder, tags, nameNow, isVisible: allows(describe), isReadable: allows(readValue) };
    });
    // Secrets of other projects that the reader may not read look as if they did not exist.
    return this.#others
      ? (await authorized).filter(
          ({ folder, isVisible, isReadable }) => (isVisible && isReadable) || !this.isInOtherProject(folder),
        )
      : authorized;
  }
}
