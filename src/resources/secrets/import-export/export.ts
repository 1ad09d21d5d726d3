import { setImmediate } from 'node:timers/promises';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply } from '../../../contract.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { sortYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolder } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderRow } from '../folders/store.ts';
import { recordOtherProjectReads, recordRead } from '../secrets/reading/response.ts';
import { decryptAll } from '../secrets/reading/decryption.ts';
import { ReferenceGraph, secretsOf } from '../secrets/reading/graph.ts';
import { compare } from '../secrets/reading/imported.ts';
import { eventOf, requireReading } from '../secrets/reading/list.ts';
import { otherFoldersOf } from '../secrets/reading/other-folders.ts';
import type { FolderWithId, FoundSecret } from '../secrets/reading/readable-secret.ts';
import { isPersonal, SecretReader } from '../secrets/reading/reader.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { DecryptedSecret } from '../secrets/view.ts';
import { exportedFolderView, exportedSecretView } from './view.ts';

export interface ExportQuery {
  readonly folderRef: FolderRef;
  /** Includes all folders below. */
  readonly isRecursive: boolean;
  readonly isExpanded: boolean;
}

const exportLimit = new ConcurrencyLimit({
  atOnce: 2,
  mayWait: 20,
  refusal: 'Too many exports at once. Try again shortly.',
});

/** Reads and decrypts the readable secrets of these folders, and records that they were read. */
const readSecrets = async (
  scope: Scope,
  project: ProjectAccess,
  folders: readonly FolderWithId[],
  { folderRef, isExpanded }: ExportQuery,
): Promise<{ visible: readonly FoundSecret[]; secrets: readonly DecryptedSecret[] }> => {
  const reader = new SecretReader(scope, project, 'all');
  const mayShow = folders.filter((one) => {
    const { describe, readValue } = reader.decisionsIn(one);
    return describe.mayAllow && readValue.mayAllow;
  });
  const found = (await reader.contents(mayShow)).filter((one) => one.isVisible && !isPersonal(one));
  const visible = await sortYielding(found, (one, other) => compare(one.row.key, other.row.key));
  const toShow = visible.filter(({ isReadable }) => isReadable).map((secret) => ({ secret, context: secret.folder }));
  const graph = isExpanded ? await ReferenceGraph.from(reader, toShow, 'with-imports') : undefined;
  const secrets = await decryptAll(scope, { toShow, graph, showsValues: true });
  const otherFolders = otherFoldersOf(reader, folderRef, secretsOf(toShow, graph));
  recordRead(scope, project, eventOf(folderRef, secrets, otherFolders));
  recordOtherProjectReads(scope, {
    showsValues: true,
    otherProjectReads: reader.otherProjectReads(secretsOf(toShow, graph)),
  });
  return { visible, secrets };
};

const showFolders = async (
  { stores }: Scope,
  project: ProjectAccess,
  environment: string,
  rows: readonly FolderRow[],
  { visible, secrets }: Awaited<ReturnType<typeof readSecrets>>,
): Promise<Reply<'exportSecrets'>['folders']> => {
  const secretsOfFolder = groupBy(secrets, ({ row }) => row.folderId);
  const unreadable = groupBy(
    visible.filter(({ isReadable }) => !isReadable),
    ({ folder }) => folder.id,
  );
  const importing = new Set(await stores.secretImports.listImporting(rows.map(({ id }) => id)));
  const folders: Reply<'exportSecrets'>['folders'] = [];
  for (const folder of rows) {
    if (isTimeUp()) await yieldToEventLoop();
    const mayReadImports =
      importing.has(folder.id) &&
      project.allows('read', 'secret-imports', folderSubjectFields({ environment, path: folder.path }));
    const facts = {
      environment,
      folder,
      unreadable: (unreadable.get(folder.id) ?? []).map(({ row }) => row.key),
      imports: mayReadImports ? await stores.secretImports.listIn(folder.id) : [],
    };
    folders.push(exportedFolderView(facts, (secretsOfFolder.get(folder.id) ?? []).map(exportedSecretView)));
  }
  return folders;
};

const usedTags = (secrets: readonly DecryptedSecret[]) => {
  const tags = new Map(secrets.flatMap((secret) => secret.tags.map(({ slug, color }) => [slug, { slug, color }])));
  return [...tags.values()].sort((one, other) => compare(one.slug, other.slug));
};

const read = async (scope: Scope, project: ProjectAccess, query: ExportQuery): Promise<Reply<'exportSecrets'>> => {
  const { folderRef, isRecursive } = query;
  const { environment, folder } = await requireFolder(scope.stores, project.row.id, folderRef);
  const below = isRecursive ? await scope.stores.folders.listBelow(folder) : [];
  const rows = [folder, ...below.sort((one, other) => compare(one.path, other.path))];
  const folders = rows.map(({ id, path }) => ({ id, folderRef: { ...folderRef, path } }));
  const found = await readSecrets(scope, project, folders, query);
  return {
    environment: { slug: environment.slug, name: environment.name },
    tags: usedTags(found.secrets),
    folders: await showFolders(scope, project, environment.slug, rows, found),
  };
};

/** Exports a folder, with those below if the query asks for them; a few exports are made at once. */
export const exportFrom = (
  scope: Scope,
  project: ProjectAccess,
  query: ExportQuery,
): Promise<Reply<'exportSecrets'>> => {
  requireReading(project, query.folderRef, true);
  return exportLimit.take(async () => {
    // Lets other requests run between exports that were requested at the same moment.
    await setImmediate();
    return read(scope, project, query);
  }, scope.actor.id);
};
