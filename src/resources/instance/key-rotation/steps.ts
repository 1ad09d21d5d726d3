import { newEntry } from '../../../audit/audit.ts';
import { keyRotationFinished } from '../../../audit/events.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { ofInstance, ofTask } from '../../../transaction-keys.ts';
import { rotateProject } from './project-data.ts';
import { reencryptRootData } from './root-data.ts';
import { storeHashingKeys } from './root-keys.ts';

/** The state of the rotation, which only its steps change. */
export const rotationTask = ofTask('key rotation');

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
  if (await reencryptRootData(tx)) return true;
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
