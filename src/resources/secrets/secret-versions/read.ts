import type { Page } from '../../../platform/db/knex/pages.ts';
import { notFound } from '../../../platform/errors.ts';
import { isTimeUp, nextTurn } from '../../../platform/event-loop.ts';
import type { Scope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/sealing.ts';
import { thingOf, type SecretOfId } from '../secrets/reading/by-id.ts';
import { openComment, openMetadata, openValue } from '../secrets/sealing.ts';
import { folderThing, secretThing } from '../secrets/thing.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { ListedVersion, RedactorRow, VersionExtent } from './store.ts';
import { nameAsOf, secretAsOf, type OpenedVersion } from './view.ts';

type Means = Pick<Scope, 'stores' | 'dataKeys'>;

export const noSuchVersion = (version: number) => notFound(`This secret has no version ${version}.`);

/** What conditions on the secret name of a version are checked against; the folder and the tags are today's. */
export const versionFields = ({ row, folder, tags }: SecretOfId, version: Pick<ListedVersion, 'version' | 'key'>) =>
  secretThing(folder.place, nameAsOf(row, version), tags);

/** Whether the caller may do this to a version: to the secret as it is called today, and as it was called then. */
const mayOn = (secret: SecretOfId, action: string, version: Pick<ListedVersion, 'version' | 'key'>): boolean =>
  secret.project.allows(action, 'secrets', thingOf(secret)) &&
  secret.project.allows(action, 'secrets', versionFields(secret, version));

export const mayReadValue = (secret: SecretOfId, version: Pick<ListedVersion, 'version' | 'key'>): boolean =>
  mayOn(secret, 'readValue', version);

/** Whether the caller may see values of versions at all. */
export const mayReadAnyValue = (secret: SecretOfId): boolean =>
  secret.project.allows('readValue', 'secrets', thingOf(secret));

/** What is recorded of it. */
export const recordedSecret = ({ row, folder }: SecretOfId) => ({
  ...folderThing(folder.place),
  secretId: row.id,
  secretKey: row.key,
});

const openVersion = async (
  means: Means,
  secret: SecretOfId,
  version: ListedVersion,
  tags: ReadonlyMap<string, TagRow>,
): Promise<OpenedVersion> => {
  const { row, folder } = secret;
  const key = await keyOf(means, version.dataKeyId);
  const { sealedValue } = version;
  const value =
    sealedValue === undefined || !mayReadValue(secret, version) ? undefined : openValue(key, version, { sealedValue });
  return {
    version,
    secret: {
      row: secretAsOf(row, version),
      place: folder.place,
      tags: [...tags.values()]
        .filter(({ id }) => version.tagIds.includes(id))
        .map(({ id, slug, color }) => ({ secretId: row.id, id, slug, color })),
      value,
      comment: openComment(key, version, version),
      metadata: value === undefined ? version.metadata : openMetadata(key, version, version.metadata),
    },
  };
};

/**
 * Some versions of the secret, the newest first, without those whose name the caller may not know; values only if the
 * whole is wanted, and only those that the caller may read.
 */
export const readVersions = async (
  means: Means,
  secret: SecretOfId,
  page: Page,
  extent: VersionExtent,
): Promise<OpenedVersion[]> => {
  const versions = (await means.stores.secretVersions.list(secret.row.id, page, extent)).filter((version) =>
    mayOn(secret, 'describeSecret', version),
  );
  const tagIds = new Set(versions.flatMap((version) => version.tagIds));
  const tags = new Map(
    (await means.stores.tags.findMany(secret.project.project.id, [...tagIds])).map((tag) => [tag.id, tag]),
  );
  const opened: OpenedVersion[] = [];
  for (const version of versions) {
    if (isTimeUp()) await nextTurn();
    opened.push(await openVersion(means, secret, version, tags));
  }
  return opened;
};

/** The value of one version; undefined if the caller may not read it. */
export const readValue = async (means: Means, secret: SecretOfId, number: number): Promise<string | undefined> => {
  const version = await means.stores.secretVersions.find(secret.row.id, number);
  if (!version) throw noSuchVersion(number);
  secret.project.require('describeSecret', 'secrets', versionFields(secret, version));
  return mayReadValue(secret, version) ? openValue(await keyOf(means, version.dataKeyId), version, version) : undefined;
};

/** Who redacted these, as far as they are still known. */
export const redactorsOf = async (
  { stores }: Means,
  { project }: SecretOfId,
  versions: readonly OpenedVersion[],
): Promise<ReadonlyMap<string, RedactorRow>> => {
  const ids = new Set(versions.flatMap(({ version: { redactedByActorId } }) => redactedByActorId ?? []));
  return new Map((await stores.secretVersions.redactors(project.project, [...ids])).map((row) => [row.actorId, row]));
};
