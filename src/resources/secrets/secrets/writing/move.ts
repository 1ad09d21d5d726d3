import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { Scope } from '../../../../scope.ts';
import { recordSecretChange } from '../../folder-changes/record.ts';
import { deleteSecrets } from './delete.ts';
import { requireFormerNames } from '../../folders/contents.ts';
import { findEncryptionKey } from '../../../project/data-keys/encryption.ts';
import { auditedSecret, recordEffects } from '../effects.ts';
import { requireSecretAction } from '../guard.ts';
import { decryptState } from '../state.ts';
import type { SecretRow } from '../store.ts';
import {
  checkTransfer,
  findTransfer,
  auditedTransfer,
  type FoundTransfer,
  type Pair,
  type Transfer,
} from './transfer.ts';
import { replaceSecrets } from './write.ts';
import { ofProject } from '../../../../transaction-keys.ts';

/** Moves secrets without a counterpart in the destination, with their versions and personal overrides. */
export const relocate = async (
  tx: Scope,
  projectId: string,
  { source, destination: { id: folderId } }: Pick<FoundTransfer, 'source' | 'destination'>,
  pairs: readonly Pair[],
): Promise<SecretRow[]> => {
  for (const { source: secret } of pairs) {
    const { id: secretId, key, version } = secret.row;
    tx.changeControl.note(
      { op: 'delete', folder: source, key, secretId, version },
      { op: 'create', folder: { id: folderId }, key, content: { secretId, version } },
    );
  }
  const updatedAt = timestamp(tx.clock.now());
  const rows = pairs.map(({ source: { row } }) => ({ ...row, folderId, updatedAt }));
  const ids = rows.map(({ id }) => id);
  await recordSecretChange(tx, source.id, 'secret-moved-away', ids, { otherFolderId: folderId });
  await tx.stores.secrets.change(rows, 'name');
  await tx.stores.secrets.updatePersonal(projectId, ids);
  await recordSecretChange(tx, folderId, 'secret-moved-here', ids, { otherFolderId: source.id });
  return rows;
};

/** Stores each secret as a new version of its counterpart in the destination, and deletes it. */
const replace = async (
  tx: Scope,
  projectId: string,
  { source: { id: sourceId }, destination }: Pick<FoundTransfer, 'source' | 'destination'>,
  pairs: readonly Pair[],
): Promise<SecretRow[]> => {
  if (pairs.length === 0) return [];
  const changes = [];
  for (const { source, target } of pairs)
    changes.push({ before: target!.row, key: source.row.key, state: await decryptState(tx, source.row, source.tags) });
  const encryptionKey = await findEncryptionKey(tx, projectId);
  const replaced = await replaceSecrets(tx, projectId, destination, changes, encryptionKey);
  await deleteSecrets(
    tx,
    projectId,
    sourceId,
    pairs.map(({ source }) => source.row),
  );
  return replaced.map(({ row }) => row);
};

/** Moves shared secrets into another folder of the project: all of them, or none. */
export const moveSecretsTo = (scope: Scope, project: ProjectAccess, transfer: Transfer): Promise<void> => {
  const sourceActions = ['readValue', 'delete'];
  checkTransfer(project, transfer, sourceActions);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { source, destination, pairs } = await findTransfer(tx, project, transfer, {
      requireDeparture: ({ row, tags }) =>
        sourceActions.forEach((action) => requireSecretAction(project, action, transfer.source, row.key, tags)),
      tagsThere: (pair) => pair.source.tags,
      verb: 'move',
    });
    await requireFormerNames(
      tx,
      project,
      source,
      pairs.filter(({ target }) => target === undefined).map(({ source: { row, tags } }) => ({ id: row.id, tags })),
    );
    const moved = await relocate(
      tx,
      project.row.id,
      { source, destination },
      pairs.filter(({ target }) => target === undefined),
    );
    const replaced = await replace(
      tx,
      project.row.id,
      { source, destination },
      pairs.filter(({ target }) => target !== undefined),
    );

    const metadata = { ...auditedTransfer(transfer), secrets: [...moved, ...replaced].map(auditedSecret) };
    await recordEffects(
      tx,
      project.row,
      [
        { kind: 'secret:delete', folder: source, keys: pairs.map((pair) => pair.source.row.key) },
        { kind: 'secret:create', folder: destination, keys: moved.map(({ key }) => key) },
        { kind: 'secret:update', folder: destination, keys: replaced.map(({ key }) => key) },
      ],
      { entries: [{ type: 'move-secrets', metadata }] },
    );
  });
};
