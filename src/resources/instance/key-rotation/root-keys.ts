import { timestamp } from '../../../platform/clock.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { openHashingKey, sealHashingKey } from '../../../platform/crypto/sealing.ts';
import { StartError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';

type Means = Pick<Scope, 'stores' | 'keyring' | 'clock'>;

/** So that what was hashed under root keys which are not listed any more is recognized. */
export const loadRetiredKeys = async (
  { retiredKeys }: Pick<Stores, 'retiredKeys'>,
  keyring: Keyring,
): Promise<void> => {
  for (const { id, sealedHashingKey } of await retiredKeys.list()) {
    try {
      keyring.keepForHashing(id, openHashingKey(keyring, id, sealedHashingKey));
    } catch (cause) {
      throw new StartError(
        `What is kept of the earlier root key ${id} cannot be opened. Is a root key missing in ROOT_KEY?`,
        { cause },
      );
    }
  }
};

/** The root keys that hashes which may still be shown to us were made under. */
const hashKeyIds = async ({ stores, clock }: Means): Promise<Set<string>> =>
  new Set([
    ...(await stores.clientSecrets.hashKeyIds()),
    ...(await stores.serviceTokens.hashKeyIds()),
    ...(await stores.invitations.hashKeyIds(timestamp(clock.now()))),
  ]);

/** Keeps the hashing key of every earlier root key that a hash still needs, under the current one; the others go. */
export const keepHashingKeys = async (tx: Means): Promise<void> => {
  const { stores, keyring, clock } = tx;
  const kept = new Map((await stores.retiredKeys.list()).map((row) => [row.id, row]));
  const hashingKeyOf = (id: string) => {
    const row = kept.get(id);
    return keyring.hashingKey(id) ?? (row && openHashingKey(keyring, id, row.sealedHashingKey));
  };
  const needed = [...(await hashKeyIds(tx))].filter((id) => id !== keyring.current.id);
  const rows = needed.flatMap((id) => {
    const key = hashingKeyOf(id);
    // Nobody has it: what was hashed under it was lost before.
    return key
      ? [
          {
            id,
            sealedHashingKey: sealHashingKey(keyring, id, key),
            createdAt: kept.get(id)?.createdAt ?? timestamp(clock.now()),
          },
        ]
      : [];
  });
  await stores.retiredKeys.replace(rows);
};

/**
 * The earlier root keys that have to stay listed, because something stored could not be read or recognized without
 * them.
 */
export const neededRootKeyIds = async (scope: Means): Promise<string[]> => {
  const { stores, keyring } = scope;
  const kept = new Set((await stores.retiredKeys.list()).map(({ id }) => id));
  const hashes = [...(await hashKeyIds(scope))].filter((id) => !kept.has(id));
  const all = new Set([
    await stores.instance.rootKeyId(),
    ...(await stores.dataKeys.rootKeyIds()),
    ...(await stores.retiredKeys.rootKeyIds()),
    ...hashes,
  ]);
  return [...all].filter((id) => id !== keyring.current.id).sort();
};
