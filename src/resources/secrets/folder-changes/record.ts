import { actorName, type Actor } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { changeIdOf } from './change-ids.ts';
import type { ChangeFacts, FolderChangeKind, SecretChangeKind } from './store.ts';

/** Returns the columns that name the author of a change. */
export const actorColumns = (actor: Actor) => ({
  actorType: actor.type,
  actorId: actor.id,
  actorName: actorName(actor),
});

type Other = Partial<Pick<ChangeFacts, 'otherFolderId' | 'otherName'>>;

const factsOf = (tx: Scope, folderId: string, { otherFolderId = null, otherName = null }: Other): ChangeFacts => ({
  changeId: changeIdOf(tx, folderId),
  otherFolderId,
  otherName,
  ...actorColumns(tx.actor),
  createdAt: timestamp(tx.clock.now()),
});

/** Records a change of shared secrets; call it while they are in the folder. */
export const recordSecretChange = (
  tx: Scope,
  folderId: string,
  kind: SecretChangeKind,
  ids: readonly string[],
  other: Other = {},
): Promise<void> => tx.stores.folderChanges.recordSecrets(kind, ids, factsOf(tx, folderId, other));

/** Records a change of a folder; call it while the folder is in that parent folder. */
export const recordFolderChange = (
  tx: Scope,
  parentId: string,
  kind: FolderChangeKind,
  ids: readonly string[],
  other: Other = {},
): Promise<void> => {
  tx.changeControl.noteOther();
  return tx.stores.folderChanges.recordFolders(kind, ids, factsOf(tx, parentId, other));
};

/** Records that a shared secret or a folder is removed from the trash; call it while it is there. */
export const recordRemoval = (
  tx: Scope,
  { id, kind, folderId }: { readonly id: string; readonly kind: 'secret' | 'folder'; readonly folderId: string },
): void => tx.stores.folderChanges.recordRemoval(id, `${kind}-removed`, factsOf(tx, folderId, {}));
