import type { ProjectAccess } from '../../../access/project-access.ts';
import type { AuditEvent } from '../../../audit/audit.ts';
import type { Request } from '../../../contract.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { changeIdOf } from '../folder-changes/change-ids.ts';
import { requireFolderAt } from '../folders/guard.ts';
import { inBody, readPathFor, type FolderRef } from '../folders/rules.ts';
import { addFolder, changeFolder, removeFolder } from '../folders/service.ts';
import { auditMany } from '../secrets/effects.ts';
import type { SecretKind } from '../secrets/writing/find.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { readChanges, readNewSecrets, readSecretsToDelete } from '../secrets/writing/batch-input.ts';
import { changeSecrets } from '../secrets/writing/change.ts';
import { addSecrets } from '../secrets/writing/create.ts';
import { removeSecrets } from '../secrets/writing/remove.ts';
import { collectEvents } from './events.ts';
import { expectationsOf, requireExpectedVersions } from './precondition.ts';
import { ofProject } from '../../../transaction-keys.ts';

type Changes = Request<'commitBatch'>['body']['changes'];

const at = (...path: string[]): string[] => ['changes', ...path];

type SecretLists = Changes['secrets'] & NonNullable<Changes['personalSecrets']>;

/** Reads the changes of secrets; an update without a comment removes it. */
const readSecrets = (
  { create = [], update = [], delete: remove = [] }: SecretLists,
  folderRef: FolderRef,
  kind: SecretKind,
) => {
  const list = kind === 'shared' ? 'secrets' : 'personalSecrets';
  return {
    create: readNewSecrets(create, at(list, 'create')),
    update: readChanges(
      update.map((item) => ({ ...item, secretComment: item.secretComment ?? '', secretPath: undefined })),
      folderRef,
      at(list, 'update'),
    ),
    remove: readSecretsToDelete(
      remove.map(({ secretKey }) => ({ secretKey, type: kind })),
      at(list, 'delete'),
    ),
  };
};

/** 422 without any change. */
const refuseEmpty = ({ secrets, personalSecrets = {}, folders }: Changes): void => {
  const lists = [secrets, personalSecrets, folders].flatMap((part) => Object.values(part) as readonly unknown[][]);
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

/** The changes of secrets in a folder, in the order in which they are made. */
const changesOf = (
  scope: Scope,
  project: ProjectAccess,
  target: { folderRef: FolderRef; kind: SecretKind },
  { create, update, remove }: ReturnType<typeof readSecrets>,
) => ({
  removeAndUpdate: async (): Promise<void> => {
    if (remove.length > 0) await removeSecrets(scope, project, target.folderRef, remove, auditMany);
    if (update.length > 0) await changeSecrets(scope, project, { ...target, ifMissing: 'fail' }, update, auditMany);
  },
  create: async (): Promise<void> => {
    if (create.length > 0) await addSecrets(scope, project, target, create, auditMany);
  },
});

/** Makes all changes in one transaction, with one audit log entry and at most one event of each kind. */
export const makeBatch = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  changes: Changes,
  message: string | undefined,
): Promise<void> => {
  refuseEmpty(changes);
  const { personalSecrets = {} } = changes;
  const secrets = readSecrets(changes.secrets, folderRef, 'shared');
  const personal = readSecrets(personalSecrets, folderRef, 'personal');
  const expectations = [...expectationsOf(changes.secrets, 'shared'), ...expectationsOf(personalSecrets, 'personal')];
  for (const [index, { folderName }] of (changes.folders.create ?? []).entries())
    readPathFor(folderRef.path, folderName, inBody(...at('folders', 'create'), index, 'folderName'));
  return scope.transaction(ofProject(project.row), async (tx) => {
    const entries: AuditEvent[] = [];
    const collected = collectEvents(tx.events, project.row.id);
    const joined = tx.joined({
      audit: { ...tx.audit, record: async (event) => void entries.push(event) },
      events: collected.events,
    });
    await requireExpectedVersions(tx, project, folderRef, expectations);
    const ofPersonal = changesOf(joined, project, { folderRef, kind: 'personal' }, personal);
    const ofShared = changesOf(joined, project, { folderRef, kind: 'shared' }, secrets);
    await ofPersonal.removeAndUpdate();
    const entriesBefore = entries.length;
    await ofShared.removeAndUpdate();
    await ofShared.create();
    await changeFolders(joined, project, folderRef, changes.folders);
    const isCommit = entries.length > entriesBefore;
    await ofPersonal.create();

    if (entries.length === 0) return;
    tx.changeControl.describe(message);
    const folder = await requireFolderAt(tx.stores, project.row.id, folderRef);
    if (message && isCommit) tx.stores.pointInTime.addMessage(project.row.id, changeIdOf(tx, folder.id), message);
    await tx.audit.record({
      type: 'pit-process-new-commit-raw',
      metadata: {
        ...folderSubjectFields(folderRef),
        changes: entries.map(({ type, metadata }) => ({ change: type, ...metadata })),
      },
      project: project.row,
    });
    await collected.flush();
  });
};
