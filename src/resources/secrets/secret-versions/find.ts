import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { notFound } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { subjectFieldsOf, type SecretInProject } from '../secrets/reading/find-by-id.ts';
import { decryptComment, decryptMetadata, decryptValue } from '../secrets/encryption.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../access/secret-fields.ts';
import type { SecretRow } from '../secrets/store.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { VersionListItem, RedactorRow, VersionExtent } from './store.ts';
import { nameAsOf, secretAsOf, type DecryptedVersion } from './view.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys'>;

export const versionNotFound = (version: number) => notFound(`This secret has no version ${version}.`);

/** A secret, which may be in the trash, as its versions are authorized. */
export interface VersionedSecret {
  readonly project: ProjectAccess;
  readonly row: SecretRow;
  readonly folder: Pick<SecretInProject['folder'], 'folderRef'>;
  readonly tags: readonly Pick<TagRow, 'slug'>[];
}

/** Returns the subject fields of a version: its own secret name, with the current folder and tags of the secret. */
export const versionFields = (
  { row, folder, tags }: VersionedSecret,
  version: Pick<VersionListItem, 'version' | 'key'>,
) => secretSubjectFields(folder.folderRef, nameAsOf(row, version), tags);

/** Whether the caller may do this to a version: under the current name of the secret, and under its name then. */
const isAllowedOn = (
  secret: SecretInProject,
  action: string,
  version: Pick<VersionListItem, 'version' | 'key'>,
): boolean =>
  secret.project.allows(action, 'secrets', subjectFieldsOf(secret)) &&
  secret.project.allows(action, 'secrets', versionFields(secret, version));

export const mayReadValue = (secret: SecretInProject, version: Pick<VersionListItem, 'version' | 'key'>): boolean =>
  isAllowedOn(secret, 'readValue', version);

/** Whether the caller may read the value of the secret; without that, no version's value is shown. */
export const mayReadAnyValue = (secret: SecretInProject): boolean =>
  secret.project.allows('readValue', 'secrets', subjectFieldsOf(secret));

/** Returns what the audit log records about the secret. */
export const auditedVersionSecret = ({ row, folder }: VersionedSecret) => ({
  ...folderSubjectFields(folder.folderRef),
  secretId: row.id,
  secretKey: row.key,
});

const decryptVersion = async (
  deps: Deps,
  secret: SecretInProject,
  version: VersionListItem,
  tags: ReadonlyMap<string, TagRow>,
): Promise<DecryptedVersion> => {
  const { row, folder } = secret;
  const key = await findDataKey(deps, version.dataKeyId);
  const { sealedValue } = version;
  const value =
    sealedValue === undefined || !mayReadValue(secret, version)
      ? undefined
      : decryptValue(key, version, { sealedValue });
  return {
    version,
    secret: {
      row: secretAsOf(row, version),
      folderRef: folder.folderRef,
      tags: [...tags.values()]
        .filter(({ id }) => version.tagIds.includes(id))
        .map(({ id, slug, color }) => ({ secretId: row.id, id, slug, color })),
      value,
      comment: decryptComment(key, version, version),
      metadata: value === undefined ? version.metadata : decryptMetadata(key, version, version.metadata),
    },
  };
};

/**
 * Returns a page of versions, newest first, without those that the caller may not describe; values only if the extent
 * includes them, and only those that the caller may read.
 */
export const readVersions = async (
  deps: Deps,
  secret: SecretInProject,
  page: Page,
  extent: VersionExtent,
): Promise<DecryptedVersion[]> => {
  const versions = (await deps.stores.secretVersions.list(secret.row.id, page, extent)).filter((version) =>
    isAllowedOn(secret, 'describeSecret', version),
  );
  const tagIds = new Set(versions.flatMap((version) => version.tagIds));
  const tags = new Map(
    (await deps.stores.tags.findMany(secret.project.row.id, [...tagIds])).map((tag) => [tag.id, tag]),
  );
  const decrypted: DecryptedVersion[] = [];
  for (const version of versions) {
    if (isTimeUp()) await yieldToEventLoop();
    decrypted.push(await decryptVersion(deps, secret, version, tags));
  }
  return decrypted;
};

/** Returns the value of one version, or undefined if the caller may not read it. */
export const readValue = async (deps: Deps, secret: SecretInProject, number: number): Promise<string | undefined> => {
  const version = await deps.stores.secretVersions.find(secret.row.id, number);
  if (!version) throw versionNotFound(number);
  secret.project.require('describeSecret', 'secrets', versionFields(secret, version));
  return mayReadValue(secret, version)
    ? decryptValue(await findDataKey(deps, version.dataKeyId), version, version)
    : undefined;
};

/** Returns who redacted these versions, by actor id, without actors that were deleted. */
export const findRedactors = async (
  { stores }: Deps,
  { project }: SecretInProject,
  versions: readonly DecryptedVersion[],
): Promise<ReadonlyMap<string, RedactorRow>> => {
  const ids = new Set(versions.flatMap(({ version: { redactedByActorId } }) => redactedByActorId ?? []));
  return new Map((await stores.secretVersions.redactors(project.row, [...ids])).map((row) => [row.actorId, row]));
};
