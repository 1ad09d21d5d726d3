import type { ProjectAccess } from '../../../access/project-access.ts';
import type { PartialDecision } from '../../../access/ability.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { responseTooLarge } from '../../../platform/errors.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { MetadataEntry } from '../secrets/columns.ts';
import { decryptComment, decryptMetadata, decryptValue } from '../secrets/encryption.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../access/secret-fields.ts';
import { hiddenValue } from '../secrets/view.ts';
import type { AnySecretRow, VersionFacts } from './store.ts';

type Deps = Pick<Scope, 'stores' | 'dataKeys' | 'config'>;

/** A version of a secret, with the name and the folder that the secret had then. */
export interface VersionThen {
  readonly facts: VersionFacts;
  readonly name: string;
  readonly folderRef: FolderRef;
}

/** A version as far as the caller may see it. */
export interface VisibleVersion extends VersionThen {
  /** Those that still exist. */
  readonly tags: readonly TagRow[];
  /** Undefined if it is not shown. */
  readonly value: string | undefined;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
}

/** Decides about many secrets; evaluates the rules once for each folder. */
export class SecretRights {
  readonly #project: ProjectAccess;
  readonly #decisions = new Map<string, PartialDecision>();

  constructor(project: ProjectAccess) {
    this.#project = project;
  }

  allows(action: string, folderRef: FolderRef, name: string, tags: readonly { readonly slug: string }[]): boolean {
    const decision = this.#in(action, folderRef);
    return decision.allowsAll || (decision.mayAllow && decision.allows(secretSubjectFields(folderRef, name, tags)));
  }

  require(action: string, folderRef: FolderRef, name: string, tags: readonly { readonly slug: string }[]): void {
    if (!this.allows(action, folderRef, name, tags))
      this.#project.refuse(action, 'secrets', secretSubjectFields(folderRef, name, tags));
  }

  /** Whether the action is allowed on every secret of the folder. */
  allowsAll(action: string, folderRef: FolderRef): boolean {
    return this.#in(action, folderRef).allowsAll;
  }

  #in(action: string, folderRef: FolderRef): PartialDecision {
    const key = `${action} ${folderRef.environment} ${folderRef.path}`;
    let decision = this.#decisions.get(key);
    if (!decision)
      this.#decisions.set(key, (decision = this.#project.narrow(action, 'secrets', folderSubjectFields(folderRef))));
    return decision;
  }
}

/** What a secret is now, or was when it was deleted. */
export interface SecretNow {
  readonly row: AnySecretRow;
  readonly folderRef: FolderRef;
  readonly tags: readonly TagRow[];
  /** Its current version. */
  readonly facts: VersionFacts;
}

/** Returns the current folder references of these folders, existing ones and those in the trash. */
export const folderRefsOf = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  folderIds: readonly string[],
): Promise<Map<string, FolderRef>> => {
  const [folders, active, deleted] = await Promise.all([
    stores.pointInTime.foldersById([...new Set(folderIds)]),
    stores.environments.listActive([projectId]),
    stores.environments.listDeleted([projectId]),
  ]);
  const slugs = new Map([...active, ...deleted].map(({ id, slug }) => [id, slug]));
  return new Map(
    folders.map(({ id, environmentId, path }) => [id, { environment: slugs.get(environmentId) ?? '', path }]),
  );
};

const tagsByIds = (tags: ReadonlyMap<string, TagRow>, ids: readonly string[]): TagRow[] =>
  ids.flatMap((id) => tags.get(id) ?? []).sort((one, other) => (one.slug < other.slug ? -1 : 1));

/** Finds what the secrets of these versions are now, and the tags of the versions. */
export const findNow = async (
  { stores }: Pick<Scope, 'stores'>,
  projectId: string,
  versions: readonly VersionFacts[],
): Promise<{ now: Map<string, SecretNow>; tagsOf: (facts: VersionFacts) => TagRow[] }> => {
  const rows = await stores.pointInTime.secretsById([...new Set(versions.map(({ secretId }) => secretId))]);
  const known = new Map(versions.map((facts) => [`${facts.secretId} ${facts.version}`, facts]));
  const missing = rows.filter(({ id, version }) => !known.has(`${id} ${version}`));
  const current = await stores.pointInTime.versions(missing.map(({ id, version }) => ({ secretId: id, version })));
  for (const facts of current) known.set(`${facts.secretId} ${facts.version}`, facts);
  const tagIds = new Set([...known.values()].flatMap((facts) => facts.tagIds));
  const tags = new Map((await stores.tags.findMany(projectId, [...tagIds])).map((tag) => [tag.id, tag]));
  const folderRefs = await folderRefsOf(
    { stores },
    projectId,
    rows.map(({ folderId }) => folderId),
  );
  const now = new Map<string, SecretNow>();
  for (const row of rows) {
    const facts = known.get(`${row.id} ${row.version}`)!;
    now.set(row.id, { row, folderRef: folderRefs.get(row.folderId)!, tags: tagsByIds(tags, facts.tagIds), facts });
  }
  return { now, tagsOf: (facts) => tagsByIds(tags, facts.tagIds) };
};

/**
 * Whether the action is allowed on a version: with its folder, name and tags then, with those of the secret now, and
 * with the current ones under its name then.
 */
export const isAllowedOn = (
  rights: SecretRights,
  action: string,
  { name, folderRef }: VersionThen,
  tags: readonly TagRow[],
  now: SecretNow | undefined,
): boolean =>
  rights.allows(action, folderRef, name, tags) &&
  (!now ||
    (rights.allows(action, now.folderRef, now.row.key, now.tags) &&
      rights.allows(action, now.folderRef, name, now.tags)));

/** Throws 400 once the texts exceed the size of a response. */
const sizeCheck = (limit: number) => {
  let total = 0;
  return (...texts: string[]): void => {
    total += 300 + texts.reduce((sum, text) => sum + text.length, 0);
    if (total > limit) throw responseTooLarge(limit);
  };
};

/** Decrypts the values of these versions, by version id. */
const decryptValues = async (
  deps: Deps,
  readable: ReadonlyMap<string, VersionFacts>,
  keyOf: (facts: VersionFacts) => DataKey,
  check: (...texts: string[]) => void,
): Promise<Map<string, string>> => {
  const values = new Map<string, string>();
  for await (const rows of deps.stores.pointInTime.sealedValues([...readable.keys()])) {
    for (const { id, sealedValue } of rows) {
      if (isTimeUp()) await yieldToEventLoop();
      const facts = readable.get(id)!;
      const value = decryptValue(keyOf(facts), facts, { sealedValue });
      check(value);
      values.set(id, value);
    }
  }
  return values;
};

/**
 * Returns the versions that the caller may describe, by version id, with the values that the caller may read; without
 * values if `showsValues` is false.
 */
export const reveal = async (
  deps: Deps,
  project: ProjectAccess,
  versions: readonly VersionThen[],
  showsValues: boolean,
): Promise<Map<string, VisibleVersion>> => {
  const rights = new SecretRights(project);
  const { now, tagsOf } = await findNow(
    deps,
    project.row.id,
    versions.map(({ facts }) => facts),
  );
  const shown: { version: VersionThen; tags: TagRow[] }[] = [];
  const readable = new Map<string, VersionFacts>();
  await eachYielding(versions, (version) => {
    const { facts } = version;
    const tags = tagsOf(facts);
    const allows = (action: string): boolean => isAllowedOn(rights, action, version, tags, now.get(facts.secretId));
    if (!allows('describeSecret')) return;
    shown.push({ version, tags });
    if (showsValues && allows('readValue')) readable.set(facts.id, facts);
  });

  const keys = new Map<string, DataKey>();
  for (const { version } of shown)
    if (!keys.has(version.facts.dataKeyId))
      keys.set(version.facts.dataKeyId, await findDataKey(deps, version.facts.dataKeyId));
  const keyOf = ({ dataKeyId }: VersionFacts): DataKey => keys.get(dataKeyId)!;
  const check = sizeCheck(deps.config.answerLimit);
  const values = await decryptValues(deps, readable, keyOf, check);
  const visible = new Map<string, VisibleVersion>();
  await eachYielding(shown, ({ version, tags }) => {
    const { facts } = version;
    const value = values.get(facts.id);
    const comment = decryptComment(keyOf(facts), facts, facts);
    const metadata =
      value === undefined
        ? facts.metadata.map((entry) => (entry.isEncrypted ? { ...entry, value: hiddenValue } : entry))
        : decryptMetadata(keyOf(facts), facts, facts.metadata);
    check(comment, ...metadata.map((entry) => entry.value));
    visible.set(facts.id, { ...version, tags, value, comment, metadata });
  });
  return visible;
};
