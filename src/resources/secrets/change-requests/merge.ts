import type { AuditEvent } from '../../../audit/audit.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { userOf } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, ServiceError } from '../../../platform/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { changeIdOf } from '../folder-changes/change-ids.ts';
import type { FolderWithPath } from '../folders/store.ts';
import { collectEvents } from '../point-in-time/events.ts';
import { auditMany } from '../secrets/effects.ts';
import { addSecrets } from '../secrets/writing/create.ts';
import { changeSecrets } from '../secrets/writing/change.ts';
import { removeSecrets } from '../secrets/writing/remove.ts';
import { accessOfUser, isApproved } from './approvals.ts';
import { readChanges, type RequestedChange } from './changes.ts';
import { compareCommits, refuseConflicts } from './compare.ts';
import type { RequestedContent } from './content.ts';
import { callerMayBypass, findForDecision, requireOpen, type FoundChangeRequest } from './find.ts';
import { announceBypass, announceEnd } from './mail.ts';
import type { ChangeRequestRow, CommitRow } from './store.ts';

const committerNotAllowed = (error?: ServiceError): ServiceError =>
  new ServiceError(
    403,
    'CommitterNotAllowed',
    'Whoever asked for this change may not make it any more. Close the request, or let somebody else ask for it.',
    { cause: error },
  );

/** Leaves out tags that are gone. */
const contentOf = ({ content, tagsAfter }: RequestedChange): RequestedContent => ({
  ...content,
  ...(content.tagIds && { tagIds: tagsAfter.map(({ id }) => id) }),
});

/** The changes of one kind, by folder. */
const ofKind = (changes: readonly RequestedChange[], op: CommitRow['op']) => [
  ...groupBy(
    changes.filter(({ commit }) => commit.op === op),
    ({ commit }) => commit.folderId,
  ).values(),
];

/** Makes the changes like requests of whoever asked for them: deletions first, then updates, then new secrets. */
const apply = async (tx: Scope, committer: ProjectAccess, changes: readonly RequestedChange[]): Promise<void> => {
  const kind = 'shared' as const;
  for (const group of ofKind(changes, 'delete')) {
    const toDelete = group.map(({ commit: { key } }) => ({ key, kind }));
    await removeSecrets(tx, committer, group[0]!.folder!, toDelete, auditMany);
  }
  for (const group of ofKind(changes, 'update')) {
    const folderRef = group[0]!.folder!;
    const updates = group.map((change) => {
      const { key, keyBefore } = change.commit;
      return {
        folderRef,
        key: keyBefore!,
        newKey: key === keyBefore ? undefined : key,
        content: contentOf(change),
      };
    });
    await changeSecrets(tx, committer, { folderRef, kind, ifMissing: 'fail' }, updates, auditMany);
  }
  for (const group of ofKind(changes, 'create')) {
    const created = group.map((change) => ({ key: change.commit.key, content: contentOf(change) }));
    await addSecrets(tx, committer, { folderRef: group[0]!.folder!, kind }, created, auditMany);
  }
};

/** Makes the changes in the name of the caller, with the rights of whoever asked for them; returns their audit entries. */
const makeChanges = async (
  tx: Scope,
  { project, request, policy }: FoundChangeRequest,
  changes: readonly RequestedChange[],
): Promise<AuditEvent[]> => {
  const committer = await accessOfUser(tx, project, request.committerUserId);
  if (!committer) throw committerNotAllowed();
  const entries: AuditEvent[] = [];
  tx.changeControl.release(policy.id);
  const collected = collectEvents(tx.events, project.row.id);
  const joined = tx.joined({
    audit: { ...tx.audit, record: async (event) => void entries.push(event) },
    events: collected.events,
  });
  try {
    await apply(joined, committer, changes);
  } catch (error) {
    throw error instanceof ServiceError && error.status === 403 ? committerNotAllowed(error) : error;
  }
  await collected.flush();
  return entries;
};

const foldersOf = (changes: readonly RequestedChange[]): FolderWithPath[] => [
  ...new Map(changes.flatMap(({ folder }) => (folder ? [[folder.id, folder] as const] : []))).values(),
];

/** Makes the changes of a request, if it is approved or the caller bypasses that. */
export const mergeChangeRequest = async (
  scope: Scope,
  id: string,
  bypassReason: string | undefined,
): Promise<ChangeRequestRow> => {
  const { project } = await findForDecision(scope, id);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const found = await findForDecision(tx, id);
    requireOpen(found);
    const { request, policy } = found;
    const commits = await tx.stores.changeRequests.listCommits([id]);
    const compared = await compareCommits(tx, project.row.id, commits);
    const changes = await readChanges(tx, project.row.id, compared);
    const isBypass = !(await isApproved(tx, found, changes));
    if (isBypass && !callerMayBypass(tx, found))
      throw badRequest(`This request needs more approvals under the policy "${policy.name}".`);
    if (isBypass && bypassReason === undefined)
      throw badRequest('This request needs more approvals. Say in bypassReason why it cannot wait for them.');
    refuseConflicts(compared);

    const entries = await makeChanges(tx, found, changes);
    const folders = foldersOf(changes);
    if (request.commitMessage)
      for (const folder of folders)
        tx.stores.pointInTime.addMessage(project.row.id, changeIdOf(tx, folder.id), request.commitMessage);
    const merged = {
      status: 'close' as const,
      hasMerged: true,
      statusChangedByUserId: userOf(tx).id,
      bypassReason: isBypass ? bypassReason! : null,
      updatedAt: timestamp(tx.clock.now()),
    };
    tx.stores.changeRequests.update(id, merged);
    const after = { ...request, ...merged };
    await tx.audit.record({
      type: 'secret-approval-merged',
      metadata: {
        ...folderSubjectFields({ environment: request.environment, path: request.secretPath }),
        mergedBy: after.statusChangedByUserId,
        committedBy: request.committerUserId,
        secretApprovalRequestId: id,
        secretApprovalRequestSlug: request.slug,
        isMergedViaBypass: isBypass,
        ...(isBypass && { bypassReason: bypassReason! }),
        changes: entries.map(({ type, metadata }) => ({ change: type, ...metadata })),
      },
      project: project.row,
    });
    if (isBypass) await announceBypass(tx, found, after);
    await announceEnd(tx, found, after);
    return after;
  });
};
