import { timestamp } from '../../../platform/clock.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { decryptHashingKey, encryptHashingKey } from '../../../platform/crypto/sealing.ts';
import { StartError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';

type Deps = Pick<Scope, 'stores' | 'keyring' | 'clock'>;

/** Loads the stored hashing keys of root keys that ROOT_KEY no longer lists, so that their hashes still match. */
export const loadRetiredKeys = async (
  { retiredKeys }: Pick<Stores, 'retiredKeys'>,
  keyring: Keyring,
): Promise<void> => {
  for (const { id, sealedHashingKey } of await retiredKeys.list()) {
    try {
      keyring.addHashingKey(id, decryptHashingKey(keyring, id, sealedHashingKey));
    } catch (cause) {
      throw new StartError(
        `The stored hashing key of the earlier root key ${id} cannot be decrypted. Is a root key missing in ROOT_KEY?`,
        { cause },
      );
    }
  }
};

/** Returns the ids of the root keys of all hashes that are still in use. */
const hashKeyIds = async ({ stores, clock }: Deps): Promise<Set<string>> =>
  new Set([
    ...(await stores.clientSecrets.hashKeyIds()),
    ...(await stores.serviceTokens.hashKeyIds()),
    ...(await stores.invitations.hashKeyIds(timestamp(clock.now()))),
    ...(await stores.recoveryCodes.hashKeyIds()),
    ...(await stores.passwordResets.hashKeyIds(timestamp(clock.now()))),
  ]);

/** Encrypts the hashing keys that hashes still need with the current root key, and deletes the others. */
export const storeHashingKeys = async (tx: Deps): Promise<void> => {
  const { stores, keyring, clock } = tx;
  const stored = new Map((await stores.retiredKeys.list()).map((row) => [row.id, row]));
  const hashingKeyOf = (id: string) => {
    const row = stored.get(id);
    return keyring.hashingKey(id) ?? (row && decryptHashingKey(keyring, id, row.sealedHashingKey));
  };
  const neededIds = [...(await hashKeyIds(tx))].filter((id) => id !== keyring.current.id);
  const rows = neededIds.flatMap((id) => {
    const key = hashingKeyOf(id);
    // The key is lost, so its hashes cannot match in any case.
    return key
      ? [
          {
            id,
            sealedHashingKey: encryptHashingKey(keyring, id, key),
            createdAt: stored.get(id)?.createdAt ?? timestamp(clock.now()),
          },
        ]
      : [];
  });
  await stores.retiredKeys.replace(rows);
};

/** Returns the ids of earlier root keys that ROOT_KEY still has to list, because stored data or hashes need them. */
export const neededRootKeyIds = async (scope: Deps): Promise<string[]> => {
  const { stores, keyring } = scope;
  const stored = new Set((await stores.retiredKeys.list()).map(({ id }) => id));
  const hashes = [...(await hashKeyIds(scope))].filter((id) => !stored.has(id));
  const all = new Set([
    await stores.instance.rootKeyId(),
    ...(await stores.dataKeys.rootKeyIds()),
    ...(await stores.retiredKeys.rootKeyIds()),
    ...(await stores.mails.rootKeyIds()),
    ...(await stores.secondFactors.rootKeyIds()),
    ...(await stores.signOnProviders.rootKeyIds()),
    ...(await stores.loginSecrets.rootKeyIds()),
    ...(await stores.dynamicSecretInputs.rootKeyIds()),
    ...(await stores.dynamicSecretLeaseInputs.rootKeyIds()),
    ...(await stores.appConnections.rootKeyIds()),
    ...hashes,
  ]);
  return [...all].filter((id) => id !== keyring.current.id).sort();
};
