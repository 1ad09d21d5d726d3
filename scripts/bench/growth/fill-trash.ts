import { timestamp } from '../../../src/platform/clock.ts';
import { unwrapDataKey } from '../../../src/platform/crypto/sealing.ts';
import { encryptContent } from '../../../src/resources/secrets/secrets/encryption.ts';
import { secretName } from '../seed.ts';
import { each, idOf, type Fill } from './fill.ts';

const nameOf = (index: number): string => `DELETED_${index}`;

/** Secrets that were deleted one by one from the folder that requests read. */
export const fillTrash: Fill = async (rows, keyring, { projectId, caller }, size) => {
  const [secret] = await rows.find('secrets', { projectId, key: secretName(0) });
  const [version] = await rows.find('secret_versions', { secretId: secret.id as string });
  const [folder] = await rows.find('secret_folders', { id: secret.folderId as string });
  const [{ id, wrapped }] = await rows.find('project_data_keys', { projectId });
  const key = unwrapDataKey(keyring, id as string, wrapped as string);
  const deletedAt = timestamp(new Date());
  const expiresAt = timestamp(new Date(Date.now() + 30 * 86_400_000));
  const idOfSecret = (index: number): string => idOf('deleted secret', index);
  await rows.insert(
    'trash_items',
    each(0, size, (index) => ({
      id: idOfSecret(index),
      projectId,
      environmentId: folder.environmentId,
      kind: 'secret',
      folderId: folder.id,
      path: folder.path,
      name: nameOf(index),
      ownerId: '',
      numberOfSecrets: 1,
      actorType: 'identity',
      actorId: caller.id,
      actorName: 'Caller',
      deletedAt,
      expiresAt,
    })),
  );
  await rows.insert(
    'trashed_secrets',
    each(0, size, (index) => ({ ...secret, id: idOfSecret(index), itemId: idOfSecret(index), key: nameOf(index) })),
  );
  await rows.insert(
    'secret_versions',
    each(0, size, (index) => {
      const secretId = idOfSecret(index);
      const content = { value: `a value of some length, number ${index}`, comment: '', metadata: [] };
      const sealed = encryptContent(key, { secretId, version: 1 }, content);
      return { ...version, ...sealed, id: idOf('deleted version', index), secretId, key: nameOf(index) };
    }),
  );
};
