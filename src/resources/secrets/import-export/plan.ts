import type { ProjectAccess } from '../../../access/project-access.ts';
import type { PartialDecision } from '../../../access/ability.ts';
import type { Scope } from '../../../scope.ts';
import { decryptState, emptyState, stateAfter, tagsAfter, type SecretState, type Tag } from '../secrets/state.ts';
import type { StoredSecret } from '../secrets/writing/find.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../access/secret-fields.ts';
import type { ContentChange } from '../secrets/writing/input.ts';
import type { SealedContent } from '../secrets/writing/write.ts';
import type { FolderRef } from '../folders/rules.ts';
import { isSameContent, type SecretEntry } from './rules.ts';

export type Happening = 'created' | 'changed' | 'unchanged';

/** What the import does to one secret. */
export interface PlannedSecret {
  readonly entry: SecretEntry;
  /** The secret as it was when this was planned; undefined if there was none. */
  readonly before: { readonly id: string; readonly version: number; readonly tags: readonly Tag[] } | undefined;
  readonly after: SecretState;
  readonly happens: Happening;
  /** The id of the secret, and its content encrypted for that id and the next version. */
  readonly prepared?: { readonly id: string; readonly sealed: SealedContent } | undefined;
}

/** The tags that secrets of the request can have. */
export interface KnownTags {
  readonly bySlug: ReadonlyMap<string, Tag>;
  readonly byId: ReadonlyMap<string, Tag>;
}

export const knownTags = (tags: readonly Tag[]): KnownTags => ({
  bySlug: new Map(tags.map((tag) => [tag.slug, tag])),
  byId: new Map(tags.map((tag) => [tag.id, tag])),
});

type Action = 'create' | 'edit' | 'readValue' | 'describeSecret';

/** What the caller may do with the secrets of one folder. */
export class FolderPermissions {
  readonly folderRef: FolderRef;
  readonly #project: ProjectAccess;
  readonly #decisions: Readonly<Record<Action, PartialDecision>>;

  constructor(project: ProjectAccess, folderRef: FolderRef) {
    this.#project = project;
    this.folderRef = folderRef;
    const narrow = (action: Action): PartialDecision =>
      project.narrow(action, 'secrets', folderSubjectFields(folderRef));
    this.#decisions = {
      create: narrow('create'),
      edit: narrow('edit'),
      readValue: narrow('readValue'),
      describeSecret: narrow('describeSecret'),
    };
  }

  /** 403 if the caller may neither create nor edit any secret here. */
  requireSome(): void {
    if (!this.#decisions.create.mayAllow && !this.#decisions.edit.mayAllow)
      this.#project.refuse('create', 'secrets', folderSubjectFields(this.folderRef));
  }

  allows(action: Action, key: string, tags: readonly Tag[]): boolean {
    const decision = this.#decisions[action];
    return decision.allowsAll || decision.allows(secretSubjectFields(this.folderRef, key, tags));
  }

  require(action: Action, key: string, tags: readonly Tag[]): void {
    if (!this.allows(action, key, tags))
      this.#project.refuse(action, 'secrets', secretSubjectFields(this.folderRef, key, tags));
  }
}

/** Returns the change with the ids of its tags. */
export const contentOf = ({ content, tagSlugs }: SecretEntry, { bySlug }: KnownTags): ContentChange =>
  tagSlugs ? { ...content, tagIds: tagSlugs.map((slug) => bySlug.get(slug)!.id) } : content;

/**
 * Plans one secret; 403 unless the caller may create it, or edit it with its current and its new tags. An existing one
 * is compared only for callers who may read it: for anybody else, `unchanged` would confirm a guess of its value.
 */
export const planSecret = async (
  scope: Pick<Scope, 'stores' | 'dataKeys'>,
  may: FolderPermissions,
  entry: SecretEntry,
  stored: StoredSecret | undefined,
  tags: KnownTags,
): Promise<PlannedSecret> => {
  const { key } = entry;
  const content = contentOf(entry, tags);
  if (!stored) {
    may.require('create', key, tagsAfter([], content, tags.byId));
    return { entry, before: undefined, after: stateAfter(emptyState, content, tags.byId), happens: 'created' };
  }
  may.require('edit', key, stored.tags);
  may.require('edit', key, tagsAfter(stored.tags, content, tags.byId));
  const isReadable = may.allows('readValue', key, stored.tags) && may.allows('describeSecret', key, stored.tags);
  const state = await decryptState(scope, stored.row, stored.tags, isReadable ? undefined : content.value);
  const after = stateAfter(state, content, tags.byId);
  return {
    entry,
    before: { id: stored.row.id, version: stored.row.version, tags: stored.tags },
    after,
    happens: isReadable && isSameContent(state, after) ? 'unchanged' : 'changed',
  };
};

const slugsOf = (tags: readonly Tag[]): string => tags.map(({ id, slug }) => `${id} ${slug}`).join();

/** Whether the secret is still as it was when it was planned. */
export const isAsPlanned = ({ before }: PlannedSecret, stored: StoredSecret | undefined): boolean =>
  before?.id === stored?.row.id &&
  before?.version === stored?.row.version &&
  slugsOf(before?.tags ?? []) === slugsOf(stored?.tags ?? []);
