import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Parts, Scope } from '../../../scope.ts';
import { createStores } from '../../../stores.ts';
import { findDataKey, findEncryptionKey } from '../data-keys/encryption.ts';
import { decryptIgnoreValues, encryptIgnoreValues } from './encryption.ts';
import type { ProjectWithIgnoreValues, SealedIgnoreValues } from './store.ts';
import { ofInstance } from '../../../transaction-keys.ts';

export const readIgnoreValues = async (
  deps: Pick<Scope, 'stores' | 'dataKeys'>,
  project: ProjectWithIgnoreValues,
): Promise<readonly string[]> => {
  const { ignoreValuesKeyId: keyId } = project;
  return keyId === null ? [] : decryptIgnoreValues(await findDataKey(deps, keyId), project);
};

/** Returns the values of the project for callers who may change them, and none for others: they may be secrets. */
export const visibleIgnoreValues = async (
  deps: Pick<Scope, 'stores' | 'dataKeys'>,
  access: ProjectAccess,
  project: ProjectWithIgnoreValues = access.row,
): Promise<readonly string[]> => (access.allows('edit', 'settings') ? readIgnoreValues(deps, project) : []);

/** Returns the values as they are stored. */
export const sealIgnoreValues = async (
  tx: Parameters<typeof findEncryptionKey>[0],
  projectId: string,
  values: readonly string[],
): Promise<SealedIgnoreValues> =>
  values.length === 0
    ? { ignoreValuesKeyId: null, sealedIgnoreValues: null }
    : encryptIgnoreValues(await findEncryptionKey(tx, projectId), projectId, values);

const batch = 100;

/** Encrypts the values that an earlier version stored as they are. */
export const encryptPlainIgnoreValues = async (
  database: Pick<Database, 'transaction'>,
  deps: Pick<Parts, 'clock' | 'keyring' | 'dataKeys'>,
): Promise<void> => {
  const encryptBatch = (): Promise<number> =>
    database.transaction(ofInstance, async ({ db }) => {
      const stores = createStores(db);
      const projects = await stores.ignoreValues.listPlain(batch);
      for (const { id, secretDetectionIgnoreValues: values } of projects)
        await stores.ignoreValues.replacePlain(id, await sealIgnoreValues({ ...deps, stores }, id, values));
      return projects.length;
    });
  while ((await encryptBatch()) === batch);
};
