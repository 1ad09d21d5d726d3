import { memberOf } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findSecretAgain, findSecretById, type SecretInProject } from '../secrets/reading/find-by-id.ts';
import { refuseRotated } from '../secrets/writing/rotated.ts';
import { replaceSecrets } from '../secrets/writing/write.ts';
import { refuseDisclosure } from '../secrets/reading/disclosure.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { auditedSecret, recordEffects } from '../secrets/effects.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import { decryptState, type SecretState } from '../secrets/state.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { withReadableValue, type DecryptedSecret } from '../secrets/view.ts';
import { versionNotFound, auditedVersionSecret, versionFields, type VersionedSecret } from './find.ts';
import type { SecretVersionRow } from '../secrets/columns.ts';
import { redactedVersionView, secretAsOf } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

const edit = ['edit'];
const versionIdNotFound = () => notFound('Secret version not found.');

/** Finds a secret of the trash; undefined if it is not there. */
const findTrashed = async (tx: Scope, secretId: string): Promise<VersionedSecret | undefined> => {
  const now = timestamp(tx.clock.now());
  const row = await tx.stores.trash.findSecret(tx.access.organization.id, secretId, now);
  if (!row || (row.ownerId !== '' && row.ownerId !== tx.actor.id)) return undefined;
  const { environment, path } = row;
  const project = await tx.access.inProject(row.projectId);
  const tags = await tx.stores.trash.tagsOf([row.id]);
  requireSecretAction(project, 'edit', { environment, path }, row.key, tags);
  return { project, row, folder: { folderRef: { environment, path } }, tags };
};

/** Removes the value of an old version permanently, also if the secret is in the trash. */
export const redactVersion = async (scope: Scope, id: string) => {
  const versionRef = await scope.stores.secretVersions.findInOrganization(scope.access.organization.id, id);
  if (!versionRef) throw versionIdNotFound();
  const key = ofProject({ id: versionRef.projectId, organizationId: scope.access.organization.id });
  return scope.transaction(key, async (tx) => {
    const secret =
      (await findTrashed(tx, versionRef.secretId)) ??
      (await findSecretById(tx, versionRef.secretId, edit, 'unencrypted', versionIdNotFound));
    const version = (await tx.stores.secretVersions.find(versionRef.secretId, versionRef.version))!;
    secret.project.require('edit', 'secrets', versionFields(secret, version));
    if (version.version === secret.row.version)
      throw badRequest('This is what the secret says now. Change the secret first, and redact this version then.');
    if (version.redactedAt !== null) throw badRequest('This version was redacted before.');

    const redacted = {
      ...version,
      redactedAt: timestamp(tx.clock.now()),
      redactedByActorType: memberOf(tx).type,
      redactedByActorId: tx.actor.id,
    };
    await tx.stores.secretVersions.redact(redacted);
    const metadata = { ...auditedVersionSecret(secret), secretVersion: version.version, secretVersionId: id };
    await tx.audit.record({ type: 'redact-secret-version-value', metadata, project: secret.project.row });
    return redactedVersionView(secret.row, redacted);
  });
};

/** Returns the restored content; 403 if the caller may not assign its tags, 400 if its value was redacted. */
const restoredState = async (
  tx: Scope,
  { project, row, folder, tags: tagsNow }: SecretInProject,
  version: SecretVersionRow,
): Promise<SecretState> => {
  const tags = await tx.stores.tags.findMany(project.row.id, version.tagIds);
  requireSecretAction(project, 'edit', folder.folderRef, row.key, tags);
  await refuseDisclosure(tx, project, folder.folderRef, [
    { before: { row, tags: tagsNow }, keyAfter: row.key, tagsAfter: tags },
  ]);
  if (version.redactedAt !== null)
    throw badRequest('The value of this version was redacted. Nothing can bring it back.');

  const { dataKeyId, sealedComment, sealedValue } = version;
  const state = await decryptState(
    tx,
    { ...secretAsOf(row, version), dataKeyId, sealedComment, sealedValue },
    tags.map(({ id, slug, color }) => ({ id, slug, color })),
  );
  const isEnforced = project.row.enforceEncryptedSecretManagerSecretMetadata;
  return {
    ...state,
    metadata: state.metadata.map((entry) => ({ ...entry, isEncrypted: entry.isEncrypted || isEnforced })),
  };
};

/** Stores the content of an old version as a new version. */
export const restoreVersion = async (scope: Scope, secretId: string, number: number): Promise<DecryptedSecret> => {
  const visible = await findSecretById(scope, secretId, edit, 'unencrypted');
  return scope.transaction(ofProject(visible.project.row), async (tx) => {
    const secret = await findSecretAgain(tx, visible, edit);
    const { project, row } = secret;
    const folder = { id: secret.folder.id, ...secret.folder.folderRef };
    const version = await tx.stores.secretVersions.find(secretId, number);
    if (!version) throw versionNotFound(number);

    for (const action of ['edit', 'readValue']) project.require(action, 'secrets', versionFields(secret, version));
    await refuseRotated(tx, [row], 'restore a version of');
    const state = await restoredState(tx, secret, version);
    const encryptionKey = await findEncryptionKey(tx, project.row.id);
    const replacement = { before: row, key: row.key, state };
    const [restored] = await replaceSecrets(tx, project.row.id, folder, [replacement], encryptionKey);
    const metadata = {
      ...folderSubjectFields(folder),
      ...auditedSecret(restored!.row),
      restoredVersion: number,
    };
    const changes = row.ownerId === '' ? [{ kind: 'secret:update' as const, folder, keys: [row.key] }] : [];
    await recordEffects(tx, project.row, changes, { entries: [{ type: 'restore-secret-version', metadata }] });
    return withReadableValue(project, restored!);
  });
};
