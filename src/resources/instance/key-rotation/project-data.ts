import { timestamp } from '../../../platform/clock.ts';
import { createDataKey, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { decryptPrivateKey, encryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { DataKeyRow } from '../../project/data-keys/store.ts';
import { decryptIgnoreValues, encryptIgnoreValues } from '../../project/ignore-values/encryption.ts';
import { openRequestedContent, sealRequestedContent } from '../../secrets/change-requests/content.ts';
import { openPasswords, sealPasswords } from '../../secrets/secret-rotations/encryption.ts';
import type { ReencryptedColumns } from '../../secrets/secret-versions/store.ts';
import type { SecretVersionRow } from '../../secrets/secrets/columns.ts';
import { decryptContent, encryptContent } from '../../secrets/secrets/encryption.ts';
import { decryptTarget, encryptTarget } from '../../secrets/webhooks/encryption.ts';
import { batch, withRecordName } from './batch.ts';
import type { RotatingProject } from './store.ts';

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

/** Re-encrypts a batch of what change requests set, and returns how many. */
const reencryptChangeRequests = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  const commits = await tx.stores.changeRequests.listSealedWith(old, batch.count);
  for (const row of commits) {
    const sealed = await withRecordName(`The requested change ${row.id} in the project ${row.projectId}`, async () => {
      const content = openRequestedContent(await findDataKey(tx, row.dataKeyId), row);
      return sealRequestedContent(tx.dataKeys.unwrap(newKey), row.id, content);
    });
    tx.stores.changeRequests.updateCommit(row.id, sealed);
  }
  return commits.length;
};

/** Deletes the keys before that one, unless data was encrypted with one of them meanwhile. */
const deleteOldKeys = async ({ stores }: Scope, newKey: DataKeyRow): Promise<void> => {
  const old = await stores.dataKeys.listBefore(newKey);
  // Nobody can encrypt with them now: a key that is still needed is never deleted.
  const { secretVersions, authorityKeys, certificateKeys, webhooks, ignoreValues, secretRotations } = stores;
  const others = [authorityKeys, certificateKeys, webhooks, ignoreValues, secretRotations, stores.changeRequests];
  for (const store of [secretVersions, ...others]) if (await store.isAnySealedWith(old)) return;
  await stores.dataKeys.delete(old);
  await stores.keyRotation.finishProject(newKey.projectId);
};

/** Re-encrypts a batch of what the data keys of the project encrypt. */
export const rotateProject = async (tx: Scope, project: RotatingProject): Promise<void> => {
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
      (await reencryptRotations(tx, newKey, old)) +
      (await reencryptChangeRequests(tx, newKey, old));
    return others === 0 ? deleteOldKeys(tx, newKey) : undefined;
  }
  for (const version of versions) await reencryptVersion(tx, newKey, version);
  await tx.stores.keyRotation.countVersions(project, versions.length);
};
