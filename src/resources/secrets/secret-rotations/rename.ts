import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { recordEffects } from '../secrets/effects.ts';
import { refuseTaken, requireSecretAction } from '../secrets/guard.ts';
import { refuseDisclosure } from '../secrets/reading/disclosure.ts';
import { decryptState } from '../secrets/state.ts';
import { findByIdsInFolder, findByNames } from '../secrets/writing/find.ts';
import { replaceSecrets } from '../secrets/writing/write.ts';
import { placeOf } from './guard.ts';
import type { SecretRotation, SecretsMapping } from './store.ts';

/** Gives the two secrets the names of the mapping, as who renames them by hand has to be allowed to. */
export const renameSecrets = async (
  tx: Scope,
  project: ProjectAccess,
  rotation: SecretRotation,
  mapping: SecretsMapping,
): Promise<void> => {
  const folder = { id: rotation.folderId, ...placeOf(rotation) };
  const wanted = new Map([
    [rotation.usernameSecretId!, mapping.username],
    [rotation.passwordSecretId!, mapping.password],
  ]);
  const found = await findByIdsInFolder(tx, folder, [...wanted.keys()]);
  const renamed = [...found.values()].filter(({ row }) => row.key !== wanted.get(row.id));
  if (renamed.length === 0) return;
  for (const { row, tags } of renamed)
    for (const key of [row.key, wanted.get(row.id)!]) requireSecretAction(project, 'edit', folder, key, tags);
  const changed = renamed.map((before) => ({
    before,
    keyAfter: wanted.get(before.row.id)!,
    tagsAfter: before.tags,
  }));
  await refuseDisclosure(tx, project, folder, changed);
  const taken = await findByNames(
    tx,
    folder,
    '',
    changed.map(({ keyAfter }) => keyAfter),
    'unencrypted',
  );
  refuseTaken([...taken.keys()], folder);
  const key = await findEncryptionKey(tx, project.row.id);
  const replacements = [];
  for (const { before, keyAfter } of changed)
    replacements.push({ before: before.row, key: keyAfter, state: await decryptState(tx, before.row, before.tags) });
  await replaceSecrets(tx, project.row.id, folder, replacements, key);
  const keys = changed.flatMap(({ before, keyAfter }) => [before.row.key, keyAfter]);
  await recordEffects(tx, project.row, [{ kind: 'secret:update', folder, keys }]);
};
