import type { ProjectRow } from '../../../access/project.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import type { Reference } from './columns.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { ContentChange } from './writing/input.ts';
import { storedReminder } from './rules.ts';
import { decryptContent, type SecretContent } from './encryption.ts';
import type { SecretWithContent } from './store.ts';

export type Tag = Pick<TagRow, 'id' | 'slug' | 'color'>;

/** The whole content of a version, in plain text. */
export interface SecretState extends SecretContent {
  readonly references: readonly Reference[];
  /** Sorted by slug. */
  readonly tags: readonly Tag[];
  readonly skipMultilineEncoding: boolean | null;
  readonly reminderRepeatDays: number | null;
  readonly reminderNote: string | null;
}

/** The content of a new secret before anything is set. */
export const emptyState: SecretState = {
  value: '',
  comment: '',
  metadata: [],
  references: [],
  tags: [],
  skipMultilineEncoding: null,
  reminderRepeatDays: null,
  reminderNote: null,
};

/** Decrypts the current content of a secret; with `newValue`, which replaces the value, that is not decrypted. */
export const decryptState = async (
  tx: Pick<Scope, 'stores' | 'dataKeys'>,
  row: SecretWithContent,
  tags: readonly Tag[],
  newValue?: string,
): Promise<SecretState> => {
  const { references, skipMultilineEncoding, reminderRepeatDays, reminderNote } = row;
  const content = decryptContent(
    await findDataKey(tx, row.dataKeyId),
    { secretId: row.id, version: row.version },
    row,
    newValue,
  );
  return { references, tags, skipMultilineEncoding, reminderRepeatDays, reminderNote, ...content };
};

// Null is a value of its own here: it removes what was there.
// oxlint-disable-next-line typescript/prefer-nullish-coalescing
const orBefore = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);

const bySlug = (tags: readonly Tag[]): readonly Tag[] =>
  [...tags].sort((one, other) => (one.slug < other.slug ? -1 : 1));

/** Returns the tags of the secret after the change. */
export const tagsAfter = (
  before: readonly Tag[],
  { tagIds, retagging }: Pick<ContentChange, 'tagIds' | 'retagging'>,
  known: ReadonlyMap<string, Tag>,
): readonly Tag[] => {
  if (tagIds) return bySlug(tagIds.map((id) => known.get(id)!));
  if (!retagging) return before;
  const others = before.filter(({ id }) => !retagging.tagIds.includes(id));
  return retagging.verb === 'add' ? bySlug([...others, ...retagging.tagIds.map((id) => known.get(id)!)]) : others;
};

/** Returns the content of the secret after the change. */
export const stateAfter = (
  before: SecretState,
  change: ContentChange,
  known: ReadonlyMap<string, Tag>,
): SecretState => ({
  value: orBefore(change.value, before.value),
  references: orBefore(change.references, before.references),
  comment: orBefore(change.comment, before.comment),
  metadata: orBefore(change.metadata, before.metadata),
  tags: tagsAfter(before.tags, change, known),
  skipMultilineEncoding: orBefore(change.skipMultilineEncoding, before.skipMultilineEncoding),
  ...storedReminder({
    days: orBefore(change.reminderRepeatDays, before.reminderRepeatDays),
    note: orBefore(change.reminderNote, before.reminderNote),
  }),
});

/** 400 for unencrypted metadata in a project that requires encrypted metadata. */
export const checkMetadata = (
  { enforceEncryptedSecretManagerSecretMetadata: isEnforced }: ProjectRow,
  changes: readonly Pick<ContentChange, 'metadata'>[],
): void => {
  const hasPlainMetadata = changes.some(({ metadata = [] }) => metadata.some(({ isEncrypted }) => !isEncrypted));
  if (isEnforced && hasPlainMetadata)
    throw badRequest('This project requires encrypted metadata. Send isEncrypted: true with each entry.');
};

/** The most tags of a secret, as for `tagIds` in the contract. */
const maxTags = 50;

/** 400 for adding tags that the secret has, for removing tags that it does not have, and for too many tags. */
export const checkRetagging = (before: readonly Tag[], { retagging }: Pick<ContentChange, 'retagging'>): void => {
  if (!retagging) return;
  const { verb, tagIds } = retagging;
  const present = before.filter(({ id }) => tagIds.includes(id));
  if (verb === 'add' && present.length > 0)
    throw badRequest(`The secret already has these tags: ${present.map(({ slug }) => slug).join(', ')}.`);
  if (verb === 'remove' && present.length < tagIds.length)
    throw badRequest('The secret does not have all of these tags.');
  if (verb === 'add' && before.length + tagIds.length > maxTags)
    throw badRequest(`A secret may have at most ${maxTags} tags.`);
};
