import type { NarrowedQuestion } from '../../../../access/ability.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import { badRequest } from '../../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../../platform/event-loop.ts';
import { mapInSlices } from '../../../../platform/slices.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { ImportWithSource } from '../../secret-imports/store.ts';
import { FolderLookup } from './folder-lookup.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { OtherProjects, type FolderInProject, type ReadElsewhere } from './other-projects.ts';
import type { Extent } from '../store.ts';
import { folderSubjectFields, secretSubjectFields } from '../subject-fields.ts';

export const isPersonal = ({ row }: FoundSecret): boolean => row.ownerId !== '';

/** A folder whose secrets another one shows. */
export interface ImportedFolder {
  readonly importId: string;
  readonly folder: FolderWithId;
  readonly environment: { readonly id: string; readonly name: string; readonly slug: string };
}

const importedFolder = (row: ImportWithSource): ImportedFolder => ({
  importId: row.id,
  folder: { id: row.sourceFolderId, place: { environment: row.sourceEnvironmentSlug, path: row.sourcePath } },
  environment: { id: row.sourceEnvironmentId, name: row.sourceEnvironmentName, slug: row.sourceEnvironmentSlug },
});

const isFromElsewhere = ({ projectId, sourceProjectId }: ImportWithSource): boolean => sourceProjectId !== projectId;

type Means = Pick<Scope, 'stores' | 'actor' | 'access'>;

/** As much as the tag of an answer needs, or as much as the answer itself. */
export type ReadExtent = Exclude<Extent, 'open'>;

interface Judges {
  readonly describe: NarrowedQuestion;
  readonly readValue: NarrowedQuestion;
}

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};

/**
 * How many folders a request reads because others import them, and how many imports it follows to know in which order.
 */
const maxImportedFolders = 1000;
const maxImportSteps = 100_000;

/**
 * What one request reads of a project's secrets, each folder and each secret once, and judged by the reader's
 * permission where it is. What it reads of other projects is judged by the reader's permission there.
 */
export class SecretReader {
  readonly project: ProjectAccess;
  readonly #stores: Means['stores'];
  readonly #owner: string;
  readonly #extent: ReadExtent;
  readonly #judges = new Map<string, Judges>();
  readonly #contents = new Map<string, readonly FoundSecret[]>();
  readonly #byKey = new Map<string, Map<string, FoundSecret | undefined>>();
  readonly #imports = new Map<string, readonly ImportedFolder[]>();
  readonly #imported = new Set<string>();
  readonly #precedences = new Map<string, readonly FolderWithId[]>();
  #importSteps = 0;
  readonly #access: Means['access'];
  #folders: FolderLookup | undefined;
  #others: OtherProjects | undefined;

  constructor({ stores, actor, access }: Means, project: ProjectAccess, extent: ReadExtent) {
    this.project = project;
    this.#stores = stores;
    this.#access = access;
    this.#owner = actor.type === 'user' ? actor.id : '';
    this.#extent = extent;
  }

  judges(folder: FolderWithId): Judges {
    const { id, place } = folder;
    let judges = this.#judges.get(id);
    if (!judges) {
      const known = folderSubjectFields(place);
      const project = this.#others?.accessOf(folder) ?? this.project;
      judges = {
        describe: project.narrow('describeSecret', 'secrets', known),
        readValue: project.narrow('readValue', 'secrets', known),
      };
      this.#judges.set(id, judges);
    }
    return judges;
  }

  /** Whether the folder is in another project. */
  isElsewhere(folder: FolderWithId): boolean {
    return this.#others?.accessOf(folder) !== undefined;
  }

  /** Which of these are of other projects; undefined if nothing of other projects was asked for. */
  readsElsewhere(secrets: Iterable<FoundSecret>): ReadElsewhere[] | undefined {
    return this.#others?.readsAmong(secrets);
  }

  /** Everything in these folders: what is shared, and what is the reader's own. */
  async contents(folders: readonly FolderWithId[]): Promise<readonly FoundSecret[]> {
    const unknown = folders.filter(({ id }) => !this.#contents.has(id));
    if (unknown.length > 0) {
      const rows = await this.#stores.secrets.listIn(
        unknown.map(({ id }) => id),
        this.#owner,
        this.#extent,
      );
      const byFolder = grouped(rows, ({ folderId }) => folderId);
      const found = await this.#judged(
        unknown.flatMap((folder) => (byFolder.get(folder.id) ?? []).map((row) => ({ row, folder }))),
      );
      const foundByFolder = grouped(found, ({ folder }) => folder.id);
      for (const { id } of unknown) this.#contents.set(id, foundByFolder.get(id) ?? []);
    }
    return folders.flatMap(({ id }) => this.#contents.get(id)!);
  }

  /** Those of these names that are shared in that folder. */
  async find(folder: FolderWithId, keys: readonly string[]): Promise<ReadonlyMap<string, FoundSecret | undefined>> {
    let known = this.#byKey.get(folder.id);
    if (!known)
      this.#byKey.set(
        folder.id,
        (known = new Map(
          this.#contents.get(folder.id)?.flatMap((found) => (found.row.ownerId === '' ? [[found.row.key, found]] : [])),
        )),
      );
    const unknown = this.#contents.has(folder.id) ? [] : keys.filter((key) => !known.has(key));
    if (unknown.length > 0) {
      for (const key of unknown) known.set(key, undefined);
      const rows = await this.#stores.secrets.findByKeys(folder.id, unknown, this.#extent);
      for (const found of await this.#judged(rows.map((row) => ({ row, folder })))) known.set(found.row.key, found);
    }
    return known;
  }

  /** The reader's own, or the one that is shared. */
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
      return (await this.#judged(rows.map((row) => ({ row, folder }))))[0];
    }
    const row = await this.#stores.secrets.findVersion(folder.id, owner, key, version);
    return row && (await this.#judged([{ row, folder, nameNow: row.nameNow }]))[0];
  }

  /**
   * The folders that a folder imports, in their order. One of another project shows only what is in it, not what it
   * imports.
   */
  async imports(into: FolderWithId): Promise<readonly ImportedFolder[]> {
    if (this.isElsewhere(into)) return [];
    const { id } = into;
    let imports = this.#imports.get(id);
    if (!imports) {
      const rows = await this.#stores.secretImports.listIn(id);
      imports = rows.some(isFromElsewhere) ? await this.#seenOf(rows) : rows.map(importedFolder);
      this.#imports.set(id, imports);
      for (const { folder } of imports) this.#imported.add(folder.id);
      if (this.#imported.size > maxImportedFolders)
        throw badRequest(
          `More than ${maxImportedFolders} folders are imported here, directly or through others. Ask for less at once, or without imports.`,
        );
    }
    return imports;
  }

  /**
   * Without those from other projects of which the reader may read nothing: they look as if their source did not exist.
   */
  async #seenOf(rows: readonly ImportWithSource[]): Promise<ImportedFolder[]> {
    const seen: ImportedFolder[] = [];
    for (const row of rows) {
      const one = importedFolder(row);
      if (!isFromElsewhere(row) || (await this.#otherProjects.admit(one.folder, row.sourceProjectId))) seen.push(one);
    }
    return seen;
  }

  /**
   * The folder, and all that it imports, directly or through others, each once; of two that have the same name, the
   * earlier one counts.
   */
  async precedence(folder: FolderWithId): Promise<readonly FolderWithId[]> {
    const known = this.#precedences.get(folder.id);
    if (known) return known;
    const ordered = new Map<string, FolderWithId>();
    const waiting = [folder];
    while (waiting.length > 0) {
      const next = waiting.pop()!;
      if (ordered.has(next.id)) continue;
      ordered.set(next.id, next);
      // The last one counts, and it is the last one that is taken next.
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

  /** Those of these folders of the project that there are, by place. */
  foldersAt(places: readonly FolderRef[]): Promise<(place: FolderRef) => FolderWithId | undefined> {
    return this.#ownFolders.find(places);
  }

  /** The same of other projects, as far as the reader may read there. */
  async foldersElsewhere(
    wanted: readonly FolderInProject[],
  ): Promise<(one: FolderInProject) => FolderWithId | undefined> {
    return wanted.length === 0 ? () => undefined : this.#otherProjects.folders(wanted);
  }

  get #ownFolders(): FolderLookup {
    return (this.#folders ??= new FolderLookup(this.#stores, this.project.project.id));
  }

  get #otherProjects(): OtherProjects {
    return (this.#others ??= new OtherProjects({
      stores: this.#stores,
      access: this.#access,
      own: { id: this.project.project.id, folders: this.#ownFolders },
    }));
  }

  /** By the tags and the name of today, which an old version may not have had, and by the name that it had. */
  async #judged(secrets: readonly Pick<FoundSecret, 'row' | 'folder' | 'nameNow'>[]): Promise<FoundSecret[]> {
    const tagged = secrets
      .filter(({ row, nameNow }) => nameNow !== undefined || row.tagIds.length > 0)
      .map(({ row }) => row.id);
    const tags =
      tagged.length > 0 ? grouped(await this.#stores.secrets.tagsOf(tagged), ({ secretId }) => secretId) : undefined;
    const judged = mapInSlices(secrets, ({ row, folder, nameNow }) => {
      const own = tags?.get(row.id) ?? [];
      const { describe, readValue } = this.judges(folder);
      if (describe.allowsAll && readValue.allowsAll)
        return { row, folder, tags: own, nameNow, isVisible: true, isReadable: true };
      const thing = secretSubjectFields(folder.place, row.key, own);
      const allows = (question: NarrowedQuestion): boolean =>
        question.allows(thing) && (nameNow === undefined || question.allows({ ...thing, secretName: nameNow }));
      return { row, folder, tags: own, nameNow, isVisible: allows(describe), isReadable: allows(readValue) };
    });
    // What the reader may not read in another project does not exist for it.
    return this.#others
      ? (await judged).filter(
          ({ folder, isVisible, isReadable }) => (isVisible && isReadable) || !this.isElsewhere(folder),
        )
      : judged;
  }
}
