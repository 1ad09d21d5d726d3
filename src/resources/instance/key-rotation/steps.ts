import { keyRotationFinished } from '../../../audit/events.ts';
import { newEntry } from '../../../audit/audit.ts';
import { timestamp } from '../../../platform/clock.ts';
import {
  createDataKey,
  decryptForSignOn,
  decryptLoginSecret,
  decryptMail,
  decryptTotpSecret,
  encryptForSignOn,
  encryptLoginSecret,
  encryptMail,
  encryptTotpSecret,
  SealError,
  type DataKey,
} from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { decryptIgnoreValues, encryptIgnoreValues } from '../../project/ignore-values/encryption.ts';
import { decryptPrivateKey, encryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { DataKeyRow } from '../../project/data-keys/store.ts';
import type { SecretVersionRow } from '../../secrets/secrets/columns.ts';
import type { ReencryptedColumns } from '../../secrets/secret-versions/store.ts';
import { decryptContent, encryptContent } from '../../secrets/secrets/encryption.ts';
import { openInputs, sealInputs } from '../../secrets/dynamic-secrets/encryption.ts';
import { reseal } from '../../secrets/app-connections/encryption.ts';
import { keyOf } from '../../secrets/app-connections/record.ts';
import { openPasswords, sealPasswords } from '../../secrets/secret-rotations/encryption.ts';
import { decryptTarget, encryptTarget } from '../../secrets/webhooks/encryption.ts';
import { clientSecretContext } from '../../identity/single-sign-on/client-secret.ts';
import { storeHashingKeys } from './root-keys.ts';
import type { RotatingProject } from './store.ts';
import { ofAccount, ofIdentity, ofInstance, ofOrganization, ofProject, ofTask } from '../../../transaction-keys.ts';

/** The state of the rotation, which only its steps change. */
export const rotationTask = ofTask('key rotation');

/** Bounds one transaction to a few milliseconds and a few megabytes, and to the owners that cannot change meanwhile. */
const batch = { count: 200, characters: 4_000_000, owners: 20 };

/** An error that stops a rotation, with a message for administrators of the instance. */
export class RotationProblem extends Error {
  override readonly name = 'RotationProblem';
}

/** Encrypts the content with another key. A redacted value stays empty. */
const reencryptColumns = (from: DataKey, to: DataKey, version: SecretVersionRow): ReencryptedColumns => {
  const sealed = encryptContent(to, version, decryptContent(from, version, version));
  return version.sealedValue === '' ? { ...sealed, sealedValue: '' } : sealed;
};

/** Creates the project's next key, which later transactions encrypt with. */
const createNextKey = async ({ stores, keyring, clock }: Scope, { projectId }: RotatingProject): Promise<void> => {
  const newest = await stores.dataKeys.findSealing(projectId);
  if (!newest) return stores.keyRotation.finishProject(projectId);
  const { dataKey, wrapped } = createDataKey(keyring);
  stores.dataKeys.insert({
    id: dataKey.id,
    projectId,
    generation: newest.generation + 1,
    wrapped,
    createdAt: timestamp(clock.now()),
  });
  await stores.keyRotation.setDataKey(projectId, dataKey.id);
};

/** Runs the work; an error of decryption becomes a problem that names the record. */
const withRecordName = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new RotationProblem(`${name} cannot be re-encrypted: ${cause.message}.`, { cause });
  }
};

const reencryptVersion = async (tx: Scope, newKey: DataKeyRow, version: SecretVersionRow): Promise<void> => {
  const name = `Version ${version.version} of the secret ${version.secretId} in the project ${version.projectId}`;
  const sealed = await withRecordName(name, async () =>
    reencryptColumns(await findDataKey(tx, version.dataKeyId), tx.dataKeys.unwrap(newKey), version),
  );
  tx.stores.secretVersions.reseal(version, sealed);
};

/** The stores of private keys, with the kind of their owners. */
const keyTables = [
  { kind: 'authority', store: 'authorityKeys', called: 'the certificate authority' },
  { kind: 'certificate', store: 'certificateKeys', called: 'the certificate' },
] as const;

/** Re-encrypts a batch of private keys, and returns how many. */
const reencryptPrivateKeys = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  let count = 0;
  for (const { kind, store, called } of keyTables) {
    for (const row of await tx.stores[store].listSealedWith(old, batch.count)) {
      const privateKey = await withRecordName(
        `The key of ${called} ${row.id} in the project ${row.projectId}`,
        async () => decryptPrivateKey(await findDataKey(tx, row.dataKeyId), { kind, id: row.id }, row),
      );
      tx.stores[store].reseal(row.id, encryptPrivateKey(tx.dataKeys.unwrap(newKey), { kind, id: row.id }, privateKey));
      count += 1;
    }
  }
  return count;
};

/** Re-encrypts a batch of the URLs and signing keys of webhooks, and returns how many. */
const reencryptWebhooks = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  const webhooks = await tx.stores.webhooks.listSealedWith(old, batch.count);
  for (const webhook of webhooks) {
    const name = `The webhook ${webhook.id} in the project ${webhook.projectId}`;
    const sealed = await withRecordName(name, async () => {
      const target = decryptTarget(await findDataKey(tx, webhook.dataKeyId), webhook);
      return encryptTarget(tx.dataKeys.unwrap(newKey), webhook.id, target);
    });
    tx.stores.webhooks.reseal(webhook.id, sealed);
  }
  return webhooks.length;
};

/** Re-encrypts the values that secret detection ignores, and returns of how many projects. */
const reencryptIgnoreValues = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  const rows = await tx.stores.ignoreValues.listSealedWith(old, batch.count);
  for (const row of rows) {
    const name = `The values that secret detection ignores in the project ${row.id}`;
    const sealed = await withRecordName(name, async () => {
      const values = decryptIgnoreValues(await findDataKey(tx, row.ignoreValuesKeyId!), row);
      return encryptIgnoreValues(tx.dataKeys.unwrap(newKey), row.id, values);
    });
    tx.stores.ignoreValues.reseal(row.id, sealed);
  }
  return rows.length;
};

/** Re-encrypts a batch of the passwords that rotations have set, and returns how many. */
const reencryptRotations = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  const rotations = await tx.stores.secretRotations.listSealedWith(old, batch.count);
  for (const row of rotations) {
    const sealed = await withRecordName(`The rotation ${row.id} in the project ${row.projectId}`, async () => {
      const passwords = openPasswords(await findDataKey(tx, row.dataKeyId), row);
      return sealPasswords(tx.dataKeys.unwrap(newKey), row.id, passwords);
    });
    await tx.stores.secretRotations.update(row.id, sealed);
  }
  return rotations.length;
};

/** Deletes the keys before that one, unless data was encrypted with one of them meanwhile. */
const deleteOldKeys = async ({ stores }: Scope, newKey: DataKeyRow): Promise<void> => {
  const old = await stores.dataKeys.listBefore(newKey);
  // Nobody can encrypt with them now: a key that is still needed is never deleted.
  const { secretVersions, authorityKeys, certificateKeys, webhooks, ignoreValues, secretRotations } = stores;
  for (const store of [secretVersions, authorityKeys, certificateKeys, webhooks, ignoreValues, secretRotations])
    if (await store.isAnySealedWith(old)) return;
  await stores.dataKeys.delete(old);
  await stores.keyRotation.finishProject(newKey.projectId);
};

const rotateProject = async (tx: Scope, project: RotatingProject): Promise<void> => {
  tx.addKeys(ofProject({ id: project.projectId, organizationId: project.organizationId }));
  const newKey = project.dataKeyId === null ? undefined : await tx.stores.dataKeys.find(project.dataKeyId);
  if (!newKey) return createNextKey(tx, project);
  const old = await tx.stores.dataKeys.listBefore(newKey);
  const versions = await tx.stores.secretVersions.listSealedWith(old, batch);
  if (versions.length === 0) {
    const others =
      (await reencryptPrivateKeys(tx, newKey, old)) +
      (await reencryptWebhooks(tx, newKey, old)) +
      (await reencryptIgnoreValues(tx, newKey, old)) +
      (await reencryptRotations(tx, newKey, old));
    return others === 0 ? deleteOldKeys(tx, newKey) : undefined;
  }
  for (const version of versions) await reencryptVersion(tx, newKey, version);
  await tx.stores.keyRotation.countVersions(project, versions.length);
};

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

/** The request fields of an audit entry that no request caused. */
const noRequest = { requestId: '', operation: 'key-rotation', ip: '', userAgent: '' };

const finish = async (tx: Scope, runnerId: string): Promise<void> => {
  const { stores, keyring, clock, ids, config, actor } = tx;
  const { rotationId, projectsDone, versionsDone } = (await stores.keyRotation.find())!;
  await storeHashingKeys(tx);
  await stores.instance.setRootKeyId(keyring.current.id);
  await stores.keyRotation.change(runnerId, { finishedAt: timestamp(clock.now()), runnerId: null });
  const deps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor };
  const metadata = {
    keyRotationId: rotationId,
    rootKeyId: keyring.current.id,
    projects: projectsDone,
    versions: versionsDone,
  };
  await stores.auditLogs.insert(newEntry(deps, { type: keyRotationFinished, metadata, actor: { type: 'platform' } }));
};

/** Rewrites a batch of what is left; false if nothing is, and then nothing can change until the commit. */
const rewriteBatch = async (tx: Scope): Promise<boolean> => {
  const project = await tx.stores.keyRotation.next();
  if (project) {
    await rotateProject(tx, project);
    return true;
  }
  const kinds = [
    reencryptMails,
    reencryptTotpSecrets,
    reencryptClientSecrets,
    reencryptLoginSecrets,
    reencryptInputs,
    reencryptConnections,
  ];
  for (const reencrypt of kinds) if ((await reencrypt(tx)) > 0) return true;
  tx.addKeys(ofInstance);
  // Another node that does not have the new root key yet may have created keys meanwhile.
  return (await tx.stores.keyRotation.enqueueForeign(tx.keyring.current.id)) > 0;
};

/**
 * Runs one transaction of the rotation. Its progress is only in the database, so that any node can continue it at any
 * time. Returns `lost` if another node has taken it over.
 */
export const step = async (tx: Scope, runnerId: string): Promise<'more' | 'finished' | 'lost'> => {
  const { keyRotation } = tx.stores;
  if ((await keyRotation.find())?.runnerId !== runnerId) return 'lost';
  if (await rewriteBatch(tx)) {
    await keyRotation.change(runnerId, { renewedAt: timestamp(tx.clock.now()) });
    return 'more';
  }
  await finish(tx, runnerId);
  return 'finished';
};
