import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { deleteSecrets } from './delete.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { type AuditEntryBuilder, recordEffects } from '../effects.ts';
import { refuseMissing, requireSecretAction, requireSomeOfEach } from '../guard.ts';
import { decryptState } from '../state.ts';
import { withReadableValue, type DecryptedSecret } from '../view.ts';
import { ofProject } from '../../../../transaction-keys.ts';
import { findByNames, findFolder, findOwner, type SecretKind } from './find.ts';
import { refuseRotated } from './rotated.ts';
import type { SecretWithState } from './write.ts';

/** A secret to delete. */
export interface SecretToDelete {
  readonly key: string;
  readonly kind: SecretKind;
}

/** Finds the secrets of one kind; 403 if the caller may not delete one, and only then 404 for missing ones. */
const findAll = async (
  tx: Scope,
  project: ProjectAccess,
  folder: FolderWithPath,
  kind: SecretKind,
  keys: readonly string[],
): Promise<SecretWithState[]> => {
  if (keys.length === 0) return [];
  const found = await findByNames(tx, folder, findOwner(tx, kind), keys);
  for (const key of keys) requireSecretAction(project, 'delete', folder, key, found.get(key)?.tags ?? []);
  refuseMissing(
    keys.filter((key) => !found.has(key)),
    folder,
  );
  await refuseRotated(
    tx,
    [...found.values()].map(({ row }) => row),
    'delete',
  );
  const secrets = [];
  for (const { row, tags } of found.values())
    secrets.push({ row, state: await decryptState(tx, row, tags), folderRef: folder });
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
  return scope.transaction(ofProject(project.row), async (tx) => {
    const folder = await findFolder(tx, project.row.id, folderRef);
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
    const changes = [{ kind: 'secret:delete' as const, folder, keys: keysOf('shared') }];
    await recordEffects(tx, project.row, changes, { entries: [entry('delete', folderRef, deleted)] });
    return deleted.map((secret) => withReadableValue(project, secret));
  });
};
