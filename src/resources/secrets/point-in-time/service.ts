import type { ProjectAccess } from '../../../access/project-access.ts';
import type { AuditEvent } from '../../../audit/audit.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey, findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { changeIdOf } from '../folder-changes/change-ids.ts';
import type { FolderRef } from '../folders/rules.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { applySecrets, auditedSecrets, changedFolders } from './apply.ts';
import { collectEvents } from './events.ts';
import { applyFolders } from './folders.ts';
import { inExistingFolders, planChanges, type Plan, type Wanted } from './plan.ts';
import { ContentPreparation } from './prepare.ts';
import type { RollbackResult } from './result.ts';
import type { FindWanted } from './wanted.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** A requested return to an earlier state. */
export interface Rollback {
  readonly folderId: string;
  readonly folderRef: FolderRef;
  readonly find: FindWanted;
  readonly message: string | undefined;
  readonly type: 'pit-rollback-commit' | 'pit-revert-commit';
  /** What the audit log records besides the changes. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

const nothing = { secrets: 0, folders: 0, commitId: undefined };

/** All folders whose changes matter to the plan: those of both states, and those that secrets were moved to. */
const watchedFolders = ({ current, target }: Wanted): string[] => [
  ...new Set([
    ...current.folders.keys(),
    ...target.folders.keys(),
    ...[...target.secrets.values()].flatMap(({ row }) => row?.folderId ?? []),
  ]),
];

/** A plan that was made before the transaction. */
interface Preparation {
  readonly plan: Plan;
  readonly watched: readonly string[];
  readonly latest: ReadonlySet<string>;
  readonly contents: ContentPreparation;
}

/**
 * Returns the newest change in each folder and the number of its versions, to find out whether anything has changed since.
 * Both, because the ids have the times of the nodes, whose clocks differ.
 */
const latestState = async ({ stores }: Scope, folderIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set([
    ...(await stores.pointInTime.newestChanges(folderIds)),
    ...(await stores.secrets.countVersions(folderIds)).map(({ folderId, versions }) => `${folderId} ${versions}`),
  ]);

const onlyChanging = async (scope: Scope, contents: ContentPreparation, plan: Plan): Promise<Plan> => ({
  ...plan,
  writes: await contents.onlyChanging(scope, plan.writes),
});

const prepare = async (scope: Scope, project: ProjectAccess, { find, folderRef }: Rollback): Promise<Preparation> => {
  const watched = watchedFolders(await find(scope));
  const latest = await latestState(scope, watched);
  const wanted = await find(scope);
  const contents = new ContentPreparation(project.row);
  const plan = await onlyChanging(scope, contents, await planChanges(scope, project, wanted, folderRef.environment));
  const [first] = plan.writes;
  // Usually the current key; otherwise the contents are encrypted again in the transaction.
  if (first) await contents.prepare(scope, plan.writes, await findDataKey(scope, first.now.facts.dataKeyId));
  return { plan, watched, latest, contents };
};

/** Whether nothing that the plan depends on has changed since. */
const isCurrent = async (tx: Scope, projectId: string, { plan, watched, latest }: Preparation): Promise<boolean> => {
  const { stores } = tx;
  const now = await latestState(tx, watched);
  if (now.size !== latest.size || [...now].some((id) => !latest.has(id))) return false;
  const redacted = await stores.pointInTime.redactedAmong(plan.writes.map(({ facts }) => facts.id));
  if (redacted.length > 0) return false;
  const trashed = plan.writes.filter((write) => write.now.row.isTrashed).map((write) => write.now.row.id);
  if ((await stores.pointInTime.trashedAmong(trashed)).length < trashed.length) return false;
  const tags = [...plan.writes.flatMap((write) => [...write.tags, ...write.now.tags])];
  const slugs = new Map(
    (await stores.tags.findMany(projectId, [...new Set(tags.map(({ id }) => id))])).map(({ id, slug }) => [id, slug]),
  );
  return tags.every(({ id, slug }) => slugs.get(id) === slug);
};

/** Makes the changes in one transaction, and records them as one. */
const makeChanges = (
  scope: Scope,
  project: ProjectAccess,
  rollback: Rollback,
  prepared: Preparation,
): Promise<RollbackResult> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const projectId = project.row.id;
    const { environment } = rollback.folderRef;
    const entries: AuditEvent[] = [];
    const collected = collectEvents(tx.events, projectId);
    const joined = tx.joined({
      audit: { ...tx.audit, record: async (event) => void entries.push(event) },
      events: collected.events,
    });
    const key = await findEncryptionKey(tx, projectId);
    let { plan } = prepared;
    let folders: Awaited<ReturnType<typeof applyFolders>> = { changed: 0, notRestored: [] };
    const isStale = !(await isCurrent(tx, projectId, prepared));
    const planAgain = async (): Promise<Plan> =>
      onlyChanging(tx, prepared.contents, await planChanges(tx, project, await rollback.find(tx), environment));
    if (isStale) plan = await planAgain();
    if (plan.folders.length > 0) {
      folders = await applyFolders(joined, project, environment, await rollback.find(tx), plan.folders);
      plan = await inExistingFolders(tx, await planAgain());
    }
    await prepared.contents.prepare(tx, plan.writes, key);
    await applySecrets(joined, project.row, plan, prepared.contents, key);
    const secrets = plan.writes.length + plan.deletions.length;
    const notRestored = [...plan.notRestored, ...folders.notRestored];
    if (secrets + folders.changed === 0) return { ...nothing, notRestored };

    const changed = new Set([...(folders.changed > 0 ? [rollback.folderId] : []), ...changedFolders(plan)]);
    if (rollback.message)
      for (const id of changed) tx.stores.pointInTime.addMessage(projectId, changeIdOf(tx, id), rollback.message);
    await tx.audit.record({
      type: rollback.type,
      metadata: {
        ...folderSubjectFields(rollback.folderRef),
        ...rollback.metadata,
        secrets: auditedSecrets(plan),
        ...(entries.length > 0 && { folders: entries.map(({ type, metadata }) => ({ change: type, ...metadata })) }),
      },
      project: project.row,
    });
    await collected.flush();
    const commitId = changed.has(rollback.folderId) ? changeIdOf(tx, rollback.folderId) : undefined;
    return { secrets, folders: folders.changed, notRestored, commitId };
  });

/** Brings a folder back to an earlier state: all of it or, if the caller may not do a part of it, nothing. */
export const rollBack = async (scope: Scope, project: ProjectAccess, rollback: Rollback): Promise<RollbackResult> => {
  const prepared = await prepare(scope, project, rollback);
  const { writes, deletions, folders, notRestored } = prepared.plan;
  if (writes.length + deletions.length + folders.length === 0) return { ...nothing, notRestored };
  return makeChanges(scope, project, rollback, prepared);
};
