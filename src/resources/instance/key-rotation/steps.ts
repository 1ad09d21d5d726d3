import { keyRotationFinished } from '../../../audit/events.ts';
import { newEntry } from '../../../audit/audit.ts';
import { timestamp } from '../../../platform/clock.ts';
import { createDataKey, SealError, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/sealing.ts';
import { openPrivateKey, sealPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { DataKeyRow } from '../../project/data-keys/store.ts';
import type { Resealed, SecretVersionRow } from '../../secrets/secret-versions/store.ts';
import { openContent, sealContent } from '../../secrets/secrets/sealing.ts';
import { keepHashingKeys } from './root-keys.ts';
import type { RotatingProject } from './store.ts';

/** Small enough that nobody notices it: a few milliseconds, and a few megabytes. */
const batch = { count: 200, characters: 4_000_000 };

/** What keeps a rotation from going on, in words for whoever administers the instance. */
export class RotationProblem extends Error {
  override readonly name = 'RotationProblem';
}

/** The same content under another key. What was redacted stays empty. */
const sealedAnew = (from: DataKey, to: DataKey, version: SecretVersionRow): Resealed => {
  const sealed = sealContent(to, version, openContent(from, version, version));
  return version.sealedValue === '' ? { ...sealed, sealedValue: '' } : sealed;
};

/** The project's next key. From here on everything is sealed with it, or has been by whoever began before. */
const giveNewKey = async ({ stores, keyring, clock }: Scope, { projectId }: RotatingProject): Promise<void> => {
  const newest = await stores.dataKeys.lockSealing(projectId);
  if (!newest) return stores.keyRotation.finishProject(projectId);
  const { dataKey, wrapped } = createDataKey(keyring);
  const isNext = await stores.dataKeys.insert({
    id: dataKey.id,
    projectId,
    generation: newest.generation + 1,
    wrapped,
    createdAt: timestamp(clock.now()),
  });
  if (isNext) await stores.keyRotation.setDataKey(projectId, dataKey.id);
};

/** What the work gives; what cannot be opened is told by its name. */
const opened = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw new RotationProblem(`${name} cannot be sealed anew: ${cause.message}.`, { cause });
  }
};

const reseal = async (tx: Scope, newKey: DataKeyRow, version: SecretVersionRow): Promise<void> => {
  const name = `Version ${version.version} of the secret ${version.secretId} in the project ${version.projectId}`;
  const sealed = await opened(name, async () =>
    sealedAnew(await keyOf(tx, version.dataKeyId), tx.dataKeys.unwrap(newKey), version),
  );
  await tx.stores.secretVersions.reseal(version.id, sealed);
};

/** Where private keys are, and whose they are. */
const keyTables = [
  { kind: 'authority', store: 'authorityKeys', called: 'the certificate authority' },
  { kind: 'certificate', store: 'certificateKeys', called: 'the certificate' },
] as const;

/** Seals some private keys anew; tells how many. */
const resealPrivateKeys = async (tx: Scope, newKey: DataKeyRow, old: readonly string[]): Promise<number> => {
  let count = 0;
  for (const { kind, store, called } of keyTables) {
    for (const row of await tx.stores[store].lockSealedWith(old, batch.count)) {
      const privateKey = await opened(`The key of ${called} ${row.id} in the project ${row.projectId}`, async () =>
        openPrivateKey(await keyOf(tx, row.dataKeyId), { kind, id: row.id }, row),
      );
      await tx.stores[store].reseal(
        row.id,
        sealPrivateKey(tx.dataKeys.unwrap(newKey), { kind, id: row.id }, privateKey),
      );
      count += 1;
    }
  }
  return count;
};

/** Deletes the keys before that one, unless something was sealed with one of them in the meantime. */
const deleteOldKeys = async ({ stores }: Scope, newKey: DataKeyRow): Promise<void> => {
  const old = await stores.dataKeys.lockBefore(newKey);
  // Looked at while nobody can seal with them any more: a key that something needs is never deleted.
  const { secretVersions, authorityKeys, certificateKeys } = stores;
  for (const store of [secretVersions, authorityKeys, certificateKeys]) if (await store.isAnySealedWith(old)) return;
  await stores.dataKeys.delete(old);
  await stores.keyRotation.finishProject(newKey.projectId);
};

const goOn = async (tx: Scope, project: RotatingProject): Promise<void> => {
  const newKey = project.dataKeyId === null ? undefined : await tx.stores.dataKeys.find(project.dataKeyId);
  if (!newKey) return giveNewKey(tx, project);
  const old = await tx.stores.dataKeys.listBefore(newKey);
  const versions = await tx.stores.secretVersions.lockSealedWith(old, batch);
  if (versions.length === 0)
    return (await resealPrivateKeys(tx, newKey, old)) === 0 ? deleteOldKeys(tx, newKey) : undefined;
  for (const version of versions) await reseal(tx, newKey, version);
  await tx.stores.keyRotation.countVersions(project, versions.length);
};

/** What the audit log says of a request that nobody made. */
const noRequest = { requestId: '', operation: 'key-rotation', ip: '', userAgent: '' };

const finish = async (tx: Scope, runnerId: string): Promise<void> => {
  const { stores, keyring, clock, ids, config, actor } = tx;
  const { rotationId, projectsDone, versionsDone } = (await stores.keyRotation.find())!;
  await keepHashingKeys(tx);
  await stores.instance.setRootKeyId(keyring.current.id);
  await stores.keyRotation.change(runnerId, { finishedAt: timestamp(clock.now()), runnerId: null });
  const means = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor };
  const metadata = {
    keyRotationId: rotationId,
    rootKeyId: keyring.current.id,
    projects: projectsDone,
    versions: versionsDone,
  };
  await stores.auditLogs.insert(newEntry(means, { type: keyRotationFinished, metadata, actor: { type: 'platform' } }));
};

/**
 * One transaction's worth of the rotation; what comes next is only in the database, so that anybody can go on at any
 * moment. `lost` when somebody else has taken it over.
 */
export const step = async (tx: Scope, runnerId: string): Promise<'more' | 'finished' | 'lost'> => {
  const isOurs = await tx.stores.keyRotation.change(runnerId, { renewedAt: timestamp(tx.clock.now()) });
  if (!isOurs) return 'lost';
  const project = await tx.stores.keyRotation.next();
  if (project) {
    await goOn(tx, project);
    return 'more';
  }
  // Keys that were made under another root key in the meantime, by a node that has yet to learn of the new one.
  if ((await tx.stores.keyRotation.enqueueForeign(tx.keyring.current.id)) > 0) return 'more';
  await finish(tx, runnerId);
  return 'finished';
};
