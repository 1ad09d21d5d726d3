import type { ProjectAccess } from '../../../access/project-access.ts';
import type { FolderChange } from '../../../events/recorder.ts';
import type { AuditEvent } from '../../../audit/audit.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { addImport } from '../secret-imports/service.ts';
import type { FolderWithPath } from '../folders/store.ts';
import { auditMany, recordEffects } from '../secrets/effects.ts';
import { findByNames, findFolder, type StoredSecret } from '../secrets/writing/find.ts';
import { refuseDisclosure } from '../secrets/reading/disclosure.ts';
import { tagsAfter } from '../secrets/state.ts';
import { insertSecrets, replaceSecrets, type SecretWithState } from '../secrets/writing/write.ts';
import { addEnvironments, addFolders, addTags } from './containers.ts';
import { contentOf, isAsPlanned, planSecret, type Happening, type KnownTags, type PlannedSecret } from './plan.ts';
import {
  atOnce,
  missingImports,
  planImport,
  relabellings,
  requireSomeInEach,
  type ImportPlan,
  type PlannedFolder,
} from './prepare.ts';
import { folderKey, type ImportDocument } from './rules.ts';
import { tracked, untracked, type ImportProgress } from './run.ts';
import { resultOf, type FolderResult, type ImportOutcome } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** The most secrets that one audit entry or one event lists. */
const maxListed = 1000;

/** From this many secrets on, imports wait for each other, which bounds their memory. */
const manySecrets = 500;

const largeImports = new ConcurrencyLimit({
  atOnce: 1,
  mayWait: 10,
  refusal: 'Too many large imports at once. Try again shortly.',
});

/** Finds the secrets that are to be written; only those that have changed since with their values. */
const findNow = async (
  tx: Scope,
  folder: FolderWithPath,
  part: readonly PlannedSecret[],
): Promise<Map<string, StoredSecret>> => {
  const keysOf = (secrets: readonly PlannedSecret[]): string[] => secrets.map(({ entry }) => entry.key);
  const stored = await findByNames(tx, folder, '', keysOf(part), 'unencrypted');
  const changed = part.filter((one) => !isAsPlanned(one, stored.get(one.entry.key)));
  for (const [key, secret] of await findByNames(tx, folder, '', keysOf(changed))) stored.set(key, secret);
  return stored;
};

/** Returns the planned secret with the tags that it gets, of which new ones have their ids only now. */
const withTagsNow = (planned: PlannedSecret, before: StoredSecret | undefined, tags: KnownTags): PlannedSecret =>
  planned.entry.tagSlugs
    ? {
        ...planned,
        after: { ...planned.after, tags: tagsAfter(before?.tags ?? [], contentOf(planned.entry, tags), tags.byId) },
      }
    : planned;

/** A planned secret, and what is stored now. */
interface SecretNow {
  readonly planned: PlannedSecret;
  readonly before: StoredSecret | undefined;
}

/** Plans the secrets of a folder with what is stored now. */
const planAllNow = async (
  tx: Scope,
  project: ProjectAccess,
  folder: FolderWithPath,
  planned: PlannedFolder,
  tags: KnownTags,
): Promise<SecretNow[]> => {
  // A secret that was equal needs no change: whoever has changed it since did so after the import.
  const toWrite = planned.secrets.filter(({ happens }) => happens !== 'unchanged');
  const secrets: SecretNow[] = [];
  for (let from = 0; from < toWrite.length; from += atOnce) {
    if (isTimeUp()) await yieldToEventLoop();
    const part = toWrite.slice(from, from + atOnce);
    const stored = await findNow(tx, folder, part);
    const here: PlannedSecret[] = [];
    for (const one of part) {
      const before = stored.get(one.entry.key);
      here.push(
        isAsPlanned(one, before)
          ? withTagsNow(one, before, tags)
          : await planSecret(tx, planned.permissions, one.entry, before, tags),
      );
    }
    await refuseDisclosure(tx, project, folder, relabellings(here, stored));
    for (const one of here) secrets.push({ planned: one, before: stored.get(one.entry.key) });
  }
  return secrets;
};

const draftOf = ({ entry, after, prepared }: PlannedSecret) => ({
  key: entry.key,
  state: after,
  id: prepared?.id,
  sealed: prepared?.sealed,
});

const auditEntries = (folder: FolderWithPath, secrets: readonly SecretWithState[]): AuditEvent[] =>
  Array.from({ length: Math.ceil(secrets.length / maxListed) }, (_, part) => ({
    ...auditMany('update', folder, secrets.slice(part * maxListed, (part + 1) * maxListed)),
    type: 'import-secrets',
  }));

/** Applies the secrets of one folder, all at once so that they are inserted in order, and records them. */
const applySecrets = async (
  tx: Scope,
  project: ProjectAccess,
  folder: FolderWithPath,
  planned: PlannedFolder,
  tags: KnownTags,
): Promise<{ created: string[]; changed: string[]; entries: AuditEvent[] }> => {
  const projectId = project.row.id;
  const secrets = await planAllNow(tx, project, folder, planned, tags);
  const key = await findEncryptionKey(tx, projectId);
  const happening = (what: Happening): SecretNow[] => secrets.filter((one) => one.planned.happens === what);
  const created = await insertSecrets(
    tx,
    projectId,
    folder,
    '',
    happening('created').map((one) => draftOf(one.planned)),
    key,
  );
  const changed = await replaceSecrets(
    tx,
    projectId,
    folder,
    happening('changed').map(({ planned: one, before }) => ({ ...draftOf(one), before: before!.row })),
    key,
  );
  const namesOf = (done: readonly SecretWithState[]): string[] => done.map(({ row }) => row.key);
  const entries = auditEntries(folder, [...created, ...changed]);
  return { created: namesOf(created), changed: namesOf(changed), entries };
};

/** Returns events with as many names as other changes of many secrets have at most. */
const eventsOf = (
  folder: FolderWithPath,
  { created, changed }: { created: readonly string[]; changed: readonly string[] },
): FolderChange[] => {
  const eventsFor = (kind: FolderChange['kind'], keys: readonly string[]): FolderChange[] =>
    Array.from({ length: Math.ceil(keys.length / maxListed) }, (_, part) => ({
      kind,
      folder,
      keys: keys.slice(part * maxListed, (part + 1) * maxListed),
    }));
  return [...eventsFor('secret:create', created), ...eventsFor('secret:update', changed)];
};

const addImports = async (
  tx: Scope,
  project: ProjectAccess,
  folder: FolderWithPath,
  { entry }: PlannedFolder,
): Promise<FolderResult['imports']> => {
  const missing = await missingImports(tx, project.row.id, folder, entry);
  for (const source of missing) await addImport(tx, project, folder, source, {});
  return missing;
};

/** Applies the plan in one transaction, which checks again whatever may have changed since. */
const applyPlan = async (
  tx: Scope,
  project: ProjectAccess,
  document: ImportDocument,
  plan: ImportPlan,
  progress: ImportProgress,
): Promise<ImportOutcome> => {
  progress.beginWriting();
  const projectId = project.row.id;
  const environments = await addEnvironments(tx, project, document);
  const { added, known } = await addTags(tx, project, document);
  const newFolders = await addFolders(tx, project, plan);
  const folders: FolderWithPath[] = [];
  for (const { entry } of plan.folders) folders.push(await findFolder(tx, projectId, entry.folderRef));
  const results: FolderResult[] = [];
  const changes: FolderChange[] = [];
  const entries: AuditEvent[] = [];
  for (const [index, planned] of plan.folders.entries()) {
    const folder = folders[index]!;
    const { created, changed, ...recorded } = await applySecrets(tx, project, folder, planned, known);
    progress.addWritten(planned.secrets.length);
    changes.push(...eventsOf(folder, { created, changed }));
    entries.push(...recorded.entries);
    const done = new Set([...created, ...changed]);
    results.push({
      environment: folder.environment,
      path: folder.path,
      isNew: newFolders.has(folderKey(folder)) || environments.includes(folder.environment),
      created,
      changed,
      unchanged: planned.secrets.map(({ entry }) => entry.key).filter((key) => !done.has(key)),
      imports: [],
    });
  }
  await recordEffects(tx, project.row, changes, { entries });
  for (const [index, planned] of plan.folders.entries())
    results[index] = { ...results[index]!, imports: await addImports(tx, project, folders[index]!, planned) };
  await progress.finish(tx);
  return { environments, tags: added, folders: results };
};

/** Whether there is nothing to change. */
const isEmpty = ({ environments, tags, folders }: ImportPlan): boolean =>
  environments.length + tags.length === 0 &&
  folders.every(
    ({ isNew, imports, secrets }) =>
      !isNew && imports.length === 0 && secrets.every(({ happens }) => happens === 'unchanged'),
  );

/** Imports everything in the document, or nothing; with `isDryRun` it only returns the plan. */
export const importInto = async (
  scope: Scope,
  project: ProjectAccess,
  document: ImportDocument,
  isDryRun: boolean,
): Promise<ImportOutcome> => {
  requireSomeInEach(project, document);
  const work = async (progress: ImportProgress): Promise<ImportOutcome> => {
    const plan = await planImport(scope, project, document, isDryRun, progress);
    return isDryRun || isEmpty(plan)
      ? resultOf(plan)
      : scope.jointly(ofProject(project.row), (tx) => applyPlan(tx, project, document, plan, progress));
  };
  const secrets = document.folders.reduce((sum, folder) => sum + folder.secrets.length, 0);
  if (secrets < manySecrets) return work(untracked);
  return largeImports.take(() => (isDryRun ? work(untracked) : tracked(scope, project, secrets, work)), scope.actor.id);
};
