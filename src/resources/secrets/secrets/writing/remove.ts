import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { deleteSecrets } from '../../trash/delete.ts';
import {
  findByNames,
  lockFolders,
  findOwner,
  folderWithPath,
  refuseMissing,
  requireSecretAction,
  requireSomeOfEach,
  type LockedFolder,
  type SecretKind,
} from '../guard.ts';
import type { AuditEntryBuilder } from '../record.ts';
import { decryptState } from '../state.ts';
import { withReadableValue, type SecretWithState } from './version.ts';
import type { DecryptedSecret } from '../view.ts';
import { ofInstance } from '../../../../transaction-keys.ts';

/** A secret to delete. */
export interface SecretToDelete {
  readonly key: string;
  readonly kind: SecretKind;
}

/** Finds the secrets of one kind; 403 if the caller may not delete one, and only then 404 for missing ones. */
const findAll = async (
  tx: Scope,
  project: ProjectAccess,
  folder: LockedFolder,
  kind: SecretKind,
  keys: readonly string[],
): Promise<SecretWithState[]> => {
  if (keys.length === 0) return [];
  const { folderRef } = folder;
  const found = await findByNames(tx, folder, findOwner(tx, kind), keys);
  for (const key of keys) requireSecretAction(project, 'delete', folderRef, key, found.get(key)?.tags ?? []);
  refuseMissing(
    keys.filter((key) => !found.has(key)),
    folderRef,
  );
  const secrets = [];
  for (const { row, tags } of found.values())
    secrets.push({ row, state: await decryptState(tx, row, tags), folderRef });
  return secrets;
};

/** Deletes these secrets of a folder: all of them, or none. A shared secret is deleted with its personal overrides. */
export const removeSecrets = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  toDelete: readonly SecretToDelete[],
  entry: AuditEntryBuilder,
): Promise<DecryptedSecret[]> => {
  requireSomeOfEach(
    project,
    'delete',
    folderRef,
    toDelete.map(({ key }) => key),
  );
  for (const { kind } of toDelete) findOwner(scope, kind);
  return scope.transaction(ofInstance, async (tx) => {
    const [folder] = (await lockFolders(tx, project.row.id, [folderRef])) as [LockedFolder];
    const keysOf = (kind: SecretKind): string[] => toDelete.filter((one) => one.kind === kind).map(({ key }) => key);
    const shared = await findAll(tx, project, folder, 'shared', keysOf('shared'));
    const personal = await findAll(tx, project, folder, 'personal', keysOf('personal'));
    const byName = {
      shared: new Map(shared.map((one) => [one.row.key, one])),
      personal: new Map(personal.map((one) => [one.row.key, one])),
    };
    const deleted = toDelete.map(({ key, kind }) => byName[kind].get(key)!);

    await deleteSecrets(
      tx,
      project.row.id,
      folder.id,
      deleted.map(({ row }) => row),
    );
    if (shared.length > 0) await tx.stores.folders.touch(project.row.id, [folder.id], timestamp(tx.clock.now()));
    await tx.audit.record({ project: project.row, ...entry('delete', folderRef, deleted) });
    await tx.events.record(project.row.id, [
      { kind: 'secret:delete', folder: folderWithPath(folder), keys: keysOf('shared') },
    ]);
    return deleted.map((secret) => withReadableValue(project, secret));
  });
};
