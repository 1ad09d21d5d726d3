import { timestamp } from '../../../platform/clock.ts';
import { createDataKey, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';

/** The key that seals what the project keeps from now on; its first one is made when it is first needed. */
export const sealingKey = async (
  tx: Pick<Scope, 'stores' | 'clock' | 'keyring' | 'dataKeys'>,
  projectId: string,
): Promise<DataKey> => {
  // Asked twice: a key that goes while we wait for it may leave nothing to see, though there is a newer one by then.
  const known = (await tx.stores.dataKeys.lockSealing(projectId)) ?? (await tx.stores.dataKeys.lockSealing(projectId));
  if (known) return tx.dataKeys.unwrap(known);
  const { dataKey, wrapped } = createDataKey(tx.keyring);
  // Somebody else may have made it at this moment.
  const isFirst = await tx.stores.dataKeys.insert({
    id: dataKey.id,
    projectId,
    generation: 1,
    wrapped,
    createdAt: timestamp(tx.clock.now()),
  });
  return isFirst ? dataKey : sealingKey(tx, projectId);
};

/** The key that something was sealed with. */
export const keyOf = ({ stores, dataKeys }: Pick<Scope, 'stores' | 'dataKeys'>, id: string): Promise<DataKey> =>
  dataKeys.get(id, (wanted) => stores.dataKeys.find(wanted));
