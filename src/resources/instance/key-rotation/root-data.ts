import {
  decryptForSignOn,
  decryptLoginSecret,
  decryptMail,
  decryptTotpSecret,
  encryptForSignOn,
  encryptLoginSecret,
  encryptMail,
  encryptTotpSecret,
} from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';
import { ofAccount, ofIdentity, ofOrganization } from '../../../transaction-keys.ts';
import { clientSecretContext } from '../../identity/single-sign-on/client-secret.ts';
import { reseal } from '../../secrets/app-connections/encryption.ts';
import { keyOf } from '../../secrets/app-connections/record.ts';
import { openInputs, sealInputs } from '../../secrets/dynamic-secrets/encryption.ts';
import { batch, withRecordName } from './batch.ts';

/** Re-encrypts a batch of the mails that wait to be sent, whose content nobody else changes; returns how many. */
const reencryptMails = async ({ stores: { mails }, keyring }: Scope): Promise<number> => {
  const foreign = await mails.listForeign(keyring.current.id, batch.count);
  for (const { id, sealedContent } of foreign) {
    const content = await withRecordName(`The mail ${id}`, () =>
      Promise.resolve(decryptMail(keyring, id, sealedContent)),
    );
    mails.reseal(id, encryptMail(keyring, id, content));
  }
  return foreign.length;
};

/** Re-encrypts a batch of the keys of authenticator apps, and returns how many. */
const reencryptTotpSecrets = async (tx: Scope): Promise<number> => {
  const {
    stores: { secondFactors },
    keyring,
  } = tx;
  const foreign = await secondFactors.listForeign(keyring.current.id, batch.owners);
  tx.addKeys(...foreign.map(({ userId }) => ofAccount(userId)));
  for (const { userId, providerId, sealedTotpSecret } of foreign) {
    const secret = await withRecordName(`The authenticator app of the user ${userId}`, () =>
      Promise.resolve(decryptTotpSecret(keyring, userId, sealedTotpSecret)),
    );
    secondFactors.reseal({ userId, providerId }, encryptTotpSecret(keyring, userId, secret));
  }
  return foreign.length;
};

/** Re-encrypts a batch of the client secrets of single sign-on, and returns how many. */
const reencryptClientSecrets = async (tx: Scope): Promise<number> => {
  const {
    stores: { signOnProviders },
    keyring,
  } = tx;
  const foreign = await signOnProviders.listForeign(keyring.current.id, batch.owners);
  tx.addKeys(...foreign.map(({ organizationId }) => ofOrganization(organizationId)));
  for (const { id, sealedClientSecret } of foreign) {
    const secret = await withRecordName(`The client secret of the provider ${id}`, () =>
      Promise.resolve(decryptForSignOn(keyring, clientSecretContext(id), sealedClientSecret)),
    );
    signOnProviders.reseal(id, encryptForSignOn(keyring, clientSecretContext(id), secret));
  }
  return foreign.length;
};

/** Re-encrypts a batch of the secrets of login methods, and returns how many. */
const reencryptLoginSecrets = async (tx: Scope): Promise<number> => {
  const {
    stores: { loginSecrets },
    keyring,
  } = tx;
  const foreign = await loginSecrets.listForeign(keyring.current.id, batch.owners);
  tx.addKeys(...foreign.map(({ identityId, organizationId }) => ofIdentity({ id: identityId, organizationId })));
  for (const { id, identityId, sealedSecret } of foreign) {
    const secret = await withRecordName(`The secret of a login method of the machine identity ${identityId}`, () =>
      Promise.resolve(decryptLoginSecret(keyring, id, sealedSecret)),
    );
    loginSecrets.reseal(id, encryptLoginSecret(keyring, id, secret));
  }
  return foreign.length;
};

/** Re-encrypts a batch of the inputs of dynamic secrets and of leases, and returns how many. */
const reencryptInputs = async ({ stores, keyring }: Scope): Promise<number> => {
  const tables = [
    { store: stores.dynamicSecretInputs, kind: 'dynamic-secret', called: 'dynamic secret' },
    { store: stores.dynamicSecretLeaseInputs, kind: 'dynamic-secret-lease', called: 'lease' },
  ] as const;
  let count = 0;
  for (const { store, kind, called } of tables)
    for (const row of await store.listForeign(keyring.current.id, batch.owners)) {
      const owner = { kind, id: row.id };
      const inputs = await withRecordName(`The inputs of the ${called} ${row.id}`, () =>
        Promise.resolve(openInputs(keyring, owner, row.sealedInputs)),
      );
      store.reseal(row, sealInputs(keyring, owner, inputs));
      count += 1;
    }
  return count;
};

/** Re-encrypts a batch of the passwords of connections to outside systems, and returns of how many. */
const reencryptConnections = async (tx: Scope): Promise<number> => {
  const { stores, keyring } = tx;
  const foreign = await stores.appConnections.listForeign(keyring.current.id, batch.owners);
  tx.addKeys(...foreign.map(keyOf));
  for (const row of foreign) {
    const sealed = await withRecordName(`The password of the app connection ${row.id}`, () =>
      Promise.resolve(reseal(keyring, row)),
    );
    await stores.appConnections.update(row.id, sealed);
  }
  return foreign.length;
};

const kinds = [
  reencryptMails,
  reencryptTotpSecrets,
  reencryptClientSecrets,
  reencryptLoginSecrets,
  reencryptInputs,
  reencryptConnections,
];

/** Re-encrypts a batch of what the root key encrypts, besides the data keys of projects; false if nothing is left. */
export const reencryptRootData = async (tx: Scope): Promise<boolean> => {
  for (const reencrypt of kinds) if ((await reencrypt(tx)) > 0) return true;
  return false;
};
