import { timestamp } from '../../../platform/clock.ts';
import { createDataKey, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';

/** Returns the project's current encryption key, and creates the first one when it is needed. */
export const findEncryptionKey = async (
  tx: Pick<Scope, 'stores' | 'clock' | 'keyring' | 'dataKeys'>,
  projectId: string,
): Promise<DataKey> => {
  const current = await tx.stores.dataKeys.findSealing(projectId);
  if (current) return tx.dataKeys.unwrap(current);
  const { dataKey, wrapped } = createDataKey(tx.keyring);
  tx.stores.dataKeys.insert({
    id: dataKey.id,
    projectId,
    generation: 1,
    wrapped,
    createdAt: timestamp(tx.clock.now()),
  });
  return dataKey;
};

/** Finds the data key with which a value was encrypted. */
export const findDataKey = ({ stores, dataKeys }: Pick<Scope, 'stores' | 'dataKeys'>, id: string): Promise<DataKey> =>
  dataKeys.get(id, (id) => stores.dataKeys.find(id));
