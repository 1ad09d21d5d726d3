import type { ProjectAccess } from '../../../access/project-access.ts';
import type { AuditEvent } from '../../../audit/audit.ts';
import type { Request } from '../../../contract.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { changeIdOf } from '../folder-changes/change-ids.ts';
import { requireFolderAt } from '../folders/guard.ts';
import { inBody, readPathFor, type FolderRef } from '../folders/rules.ts';
import { addFolder, changeFolder, removeFolder } from '../folders/service.ts';
import { auditMany } from '../secrets/record.ts';
import { folderSubjectFields } from '../secrets/subject-fields.ts';
import { readChanges, readNewSecrets, readSecretsToDelete } from '../secrets/writing/batch-input.ts';
import { changeSecrets } from '../secrets/writing/change.ts';
import { addSecrets } from '../secrets/writing/create.ts';
import { removeSecrets } from '../secrets/writing/remove.ts';
import { collectEvents } from './events.ts';

type Changes = Request<'commitBatch'>['body']['changes'];

const at = (...path: string[]): string[] => ['changes', ...path];

/** Reads the changes of secrets; an update without a comment removes it. */
const readSecrets = ({ create = [], update = [], delete: remove = [] }: Changes['secrets'], folderRef: FolderRef) => ({
  create: readNewSecrets(create, at('secrets', 'create')),
  update: readChanges(
    update.map((item) => ({ ...item, secretComment: item.secretComment ?? '', secretPath: undefined })),
    folderRef,
    at('secrets', 'update'),
  ),
  remove: readSecretsToDelete(
    remove.map(({ secretKey }) => ({ secretKey })),
    at('secrets', 'delete'),
  ),
});

/** 422 without any change. */
const refuseEmpty = ({ secrets, folders }: Changes): void => {
  const lists = [secrets, folders].flatMap((part) => Object.values(part) as readonly unknown[][]);
  const isEmpty = lists.every((list) => list.length === 0);
  const message = 'must have at least one change';
  refuseIssues(isEmpty ? [{ code: 'too_small', in: 'body', path: ['changes'], message }] : []);
};

/** Makes the changes of folders; each needs the permissions of the same change by itself. */
const changeFolders = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  { create = [], update = [], delete: remove = [] }: Changes['folders'],
): Promise<void> => {
  for (const { id } of remove) await removeFolder(scope, project, folderRef, id, { isForced: true });
  for (const { id, folderName: name, description } of update)
    await changeFolder(scope, project, { id, folderRef, name, description });
  for (const { folderName: name, description } of create)
    await addFolder(scope, project, folderRef, { name, description });
};

/** Makes all changes in one transaction, with one audit log entry and at most one event of each kind. */
export const makeBatch = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  changes: Changes,
  message: string | undefined,
): Promise<void> => {
  refuseEmpty(changes);
  const secrets = readSecrets(changes.secrets, folderRef);
  for (const [index, { folderName }] of (changes.folders.create ?? []).entries())
    readPathFor(folderRef.path, folderName, inBody(...at('folders', 'create'), index, 'folderName'));
  return scope.transaction(async (tx) => {
    const entries: AuditEvent[] = [];
    const collected = collectEvents(tx.events, project.project.id);
    const joined = tx.joined({
      audit: { ...tx.audit, record: async (event) => void entries.push(event) },
      events: collected.events,
    });
    const target = { folderRef, kind: 'shared' as const };
    if (secrets.remove.length > 0) await removeSecrets(joined, project, folderRef, secrets.remove, auditMany);
    if (secrets.update.length > 0)
      await changeSecrets(joined, project, { ...target, ifMissing: 'fail' }, secrets.update, auditMany);
    if (secrets.create.length > 0) await addSecrets(joined, project, target, secrets.create, auditMany);
    await changeFolders(joined, project, folderRef, changes.folders);

    if (entries.length === 0) return;
    const folder = await requireFolderAt(tx.stores, project.project.id, folderRef);
    if (message) tx.stores.pointInTime.addMessage(project.project.id, changeIdOf(tx, folder.id), message);
    await tx.audit.record({
      type: 'pit-process-new-commit-raw',
      metadata: {
        ...folderSubjectFields(folderRef),
        changes: entries.map(({ type, metadata }) => ({ change: type, ...metadata })),
      },
      project: project.project,
    });
    await collected.flush();
  });
};
