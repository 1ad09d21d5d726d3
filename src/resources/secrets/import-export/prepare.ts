import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { ascending } from '../../../platform/ids.ts';
import type { Scope } from '../../../scope.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { requireEnvironments } from '../../project/environments/guard.ts';
import { requireCreationOfEach, requireEnvironment } from '../folders/guard.ts';
import { pathsTo } from '../folders/path.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import { encryptContent } from '../secrets/encryption.ts';
import type { StoredSecret } from '../secrets/writing/find.ts';
import { refuseDisclosure } from '../secrets/reading/disclosure.ts';
import { checkMetadata, type Tag } from '../secrets/state.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { FolderPermissions, knownTags, planSecret, type KnownTags, type PlannedSecret } from './plan.ts';
import { folderKey, type FolderEntry, type ImportDocument, type SecretEntry } from './rules.ts';
import type { ImportProgress } from './run.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** How many secrets are read and decrypted at once. */
export const atOnce = 200;

/** What the import does to one folder. */
export interface PlannedFolder {
  readonly entry: FolderEntry;
  readonly permissions: FolderPermissions;
  readonly isNew: boolean;
  readonly secrets: readonly PlannedSecret[];
  /** The secret imports that the folder does not have yet. */
  readonly imports: readonly FolderRef[];
}

/** What the import does. */
export interface ImportPlan {
  readonly environments: readonly string[];
  readonly tags: readonly string[];
  readonly folders: readonly PlannedFolder[];
}

const quote = (names: readonly string[]): string =>
  names
    .slice(0, 20)
    .map((name) => `'${name}'`)
    .join(', ');

/** Finds the environments that have to be created; 400 if a deleted one still holds the slug. */
const missingEnvironments = async (
  { stores }: Scope,
  project: ProjectAccess,
  { environments }: ImportDocument,
): Promise<string[]> => {
  const missing: string[] = [];
  for (const { slug } of environments) {
    const row = await stores.environments.findBySlug(project.row.id, slug);
    if (row?.softDeletedAt)
      throw badRequest(`A deleted environment still holds the slug "${slug}". Restore it, or delete it for good.`);
    if (!row) missing.push(slug);
  }
  if (missing.length > 0) {
    project.require('create', 'environments');
    requireEnvironments(project);
  }
  return missing;
};

/** 404 for tags that neither the project nor the request has. */
const planTags = async ({ stores }: Scope, project: ProjectAccess, { tags, folders }: ImportDocument) => {
  const used = new Set(folders.flatMap(({ secrets }) => secrets.flatMap(({ tagSlugs = [] }) => tagSlugs)));
  const existing = used.size + tags.length === 0 ? [] : await stores.tags.list(project.row.id);
  const there = new Set(existing.map(({ slug }) => slug));
  const missing = tags.filter(({ slug }) => !there.has(slug));
  if (missing.length > 0) project.require('create', 'tags');
  // They have no ids yet.
  const planned: Tag[] = missing.map(({ slug, color = null }) => ({ id: `new ${slug}`, slug, color }));
  const known = knownTags([...existing, ...planned]);
  const unknown = [...used].filter((slug) => !known.bySlug.has(slug));
  if (unknown.length > 0) throw notFound(`Tag not found in this project: ${quote(unknown)}.`);
  return { missing: missing.map(({ slug }) => slug), known };
};

/** Finds the existing folders of the request and of the ways to them, by environment and path. */
const findFolders = async (
  { stores }: Scope,
  project: ProjectAccess,
  { folders }: ImportDocument,
  newEnvironments: readonly string[],
): Promise<Map<string, FolderRow>> => {
  const found = new Map<string, FolderRow>();
  for (const slug of new Set(folders.map(({ folderRef }) => folderRef.environment))) {
    if (newEnvironments.includes(slug)) continue;
    const environment = await requireEnvironment(stores, project.row.id, { environment: slug, path: '/' });
    const paths = folders
      .filter(({ folderRef }) => folderRef.environment === slug)
      .flatMap(({ folderRef }) => pathsTo(folderRef.path));
    for (const row of await stores.folders.listByPaths(environment.id, [...new Set(paths)]))
      found.set(folderKey({ environment: slug, path: row.path }), row);
  }
  return found;
};

const findStored = async (
  { stores }: Scope,
  folder: FolderRow | undefined,
  entries: readonly SecretEntry[],
): Promise<Map<string, StoredSecret>> => {
  if (!folder) return new Map();
  const rows = await stores.secrets.findByKeys(
    folder.id,
    entries.map(({ key }) => key),
    'all',
  );
  const tags = new Map<string, Tag[]>(rows.map(({ id }) => [id, []]));
  const tagged = rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => id);
  for (const { secretId, id, slug, color } of await stores.secrets.tagsOf(tagged))
    tags.get(secretId)!.push({ id, slug, color });
  return new Map(rows.map((row) => [row.key, { row, tags: tags.get(row.id)! }]));
};

/** Encrypts the content before the transaction, which then takes less time. */
const withSealed = (key: DataKey, newId: string, planned: PlannedSecret): PlannedSecret => {
  if (planned.happens === 'unchanged') return planned;
  const { id, version } = planned.before ?? { id: newId, version: 0 };
  const sealed = encryptContent(key, { secretId: id, version: version + 1 }, planned.after);
  return { ...planned, prepared: { id, sealed } };
};

/** What the plans of all folders share. */
interface Planning {
  readonly tags: KnownTags;
  /** Undefined if nothing is encrypted yet. */
  readonly key: DataKey | undefined;
  readonly progress: ImportProgress;
}

const planSecrets = async (
  scope: Scope,
  project: ProjectAccess,
  permissions: FolderPermissions,
  folder: FolderRow | undefined,
  entries: readonly SecretEntry[],
  { tags, key, progress }: Planning,
): Promise<PlannedSecret[]> => {
  const planned: PlannedSecret[] = [];
  const newIds = key ? ascending(entries.length, () => scope.ids.uuid()) : [];
  for (let from = 0; from < entries.length; from += atOnce) {
    const part = entries.slice(from, from + atOnce);
    const stored = await findStored(scope, folder, part);
    const here: PlannedSecret[] = [];
    for (const [index, entry] of part.entries()) {
      if (isTimeUp()) await yieldToEventLoop();
      const secret = await planSecret(scope, permissions, entry, stored.get(entry.key), tags);
      here.push(key ? withSealed(key, newIds[from + index]!, secret) : secret);
    }
    await refuseDisclosure(scope, project, permissions.folderRef, relabellings(here, stored));
    for (const secret of here) planned.push(secret);
    progress.addPrepared(here.length);
  }
  return planned;
};

/** Returns the changes of tags, which could let others read a secret. */
export const relabellings = (planned: readonly PlannedSecret[], stored: ReadonlyMap<string, StoredSecret>) =>
  planned.flatMap(({ entry: { key }, after: { tags } }) => {
    const before = stored.get(key);
    return before ? [{ before, keyAfter: key, tagsAfter: tags }] : [];
  });

/** Returns those sources that the folder does not import yet. */
export const missingImports = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  folder: Pick<FolderRow, 'id'> | undefined,
  { imports }: FolderEntry,
): Promise<FolderRef[]> => {
  if (imports.length === 0) return [];
  const existing = new Set(
    (folder ? await stores.secretImports.listIn(folder.id) : [])
      .filter(({ sourceProjectId }) => sourceProjectId === projectId)
      .map(({ sourceEnvironmentSlug: environment, sourcePath: path }) => folderKey({ environment, path })),
  );
  return imports.filter((source) => !existing.has(folderKey(source)));
};

const planFolder = async (
  scope: Scope,
  project: ProjectAccess,
  entry: FolderEntry,
  found: ReadonlyMap<string, FolderRow>,
  planning: Planning,
): Promise<PlannedFolder> => {
  const { folderRef, secrets, imports } = entry;
  const { environment, path } = folderRef;
  const folder = found.get(folderKey(folderRef));
  const missing = pathsTo(path).filter((one) => one !== '/' && !found.has(folderKey({ environment, path: one })));
  requireCreationOfEach(project, environment, missing);
  if (imports.length > 0) project.require('create', 'secret-imports', folderSubjectFields(folderRef));
  const permissions = new FolderPermissions(project, folderRef);
  checkMetadata(
    project.row,
    secrets.map(({ content }) => content),
  );
  return {
    entry,
    permissions,
    isNew: folder === undefined,
    secrets: await planSecrets(scope, project, permissions, folder, secrets, planning),
    imports: await missingImports(scope, project.row.id, folder, entry),
  };
};

/** From this many secrets on, they are encrypted before the transaction. */
const manySecrets = 50;

/** 403 if the caller may change no secret in one of the folders; before any lookup, whose errors reveal what is there. */
export const requireSomeInEach = (project: ProjectAccess, { folders }: ImportDocument): void => {
  for (const { folderRef } of folders) new FolderPermissions(project, folderRef).requireSome();
};

/** Plans the import, and checks every permission; encrypts the new versions unless it is a dry run. */
export const planImport = async (
  scope: Scope,
  project: ProjectAccess,
  document: ImportDocument,
  isDryRun: boolean,
  progress: ImportProgress,
): Promise<ImportPlan> => {
  const environments = await missingEnvironments(scope, project, document);
  const { missing: tags, known } = await planTags(scope, project, document);
  const found = await findFolders(scope, project, document, environments);
  const count = document.folders.reduce((sum, { secrets }) => sum + secrets.length, 0);
  const key =
    isDryRun || count < manySecrets
      ? undefined
      : await scope.transaction(ofProject(project.row), (tx) => findEncryptionKey(tx, project.row.id));
  const folders: PlannedFolder[] = [];
  for (const entry of document.folders)
    folders.push(await planFolder(scope, project, entry, found, { tags: known, key, progress }));
  return { environments, tags, folders };
};
