import type { ProjectRow } from '../../../access/project.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/sealing.ts';
import type { Reference } from '../secret-versions/store.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { ContentChange } from './writing/change-input.ts';
import { keptReminder } from './rules.ts';
import { openContent, type Content } from './sealing.ts';
import type { WholeSecret } from './store.ts';

export type Tag = Pick<TagRow, 'id' | 'slug' | 'color'>;

/** All that a version says, in the clear. */
export interface SecretState extends Content {
  readonly references: readonly Reference[];
  /** By slug. */
  readonly tags: readonly Tag[];
  readonly skipMultilineEncoding: boolean | null;
  readonly reminderRepeatDays: number | null;
  readonly reminderNote: string | null;
}

/** What a new secret begins with. */
export const blank: SecretState = {
  value: '',
  comment: '',
  metadata: [],
  references: [],
  tags: [],
  skipMultilineEncoding: null,
  reminderRepeatDays: null,
  reminderNote: null,
};

/** What the secret says now. A value that is about to be another is not opened. */
export const openState = async (
  tx: Pick<Scope, 'stores' | 'dataKeys'>,
  row: WholeSecret,
  tags: readonly Tag[],
  newValue?: string,
): Promise<SecretState> => {
  const { references, skipMultilineEncoding, reminderRepeatDays, reminderNote } = row;
  const content = openContent(
    await keyOf(tx, row.dataKeyId),
    { secretId: row.id, version: row.version },
    row,
    newValue,
  );
  return { references, tags, skipMultilineEncoding, reminderRepeatDays, reminderNote, ...content };
};

const given = <T>(wanted: T | undefined, before: T): T => (wanted === undefined ? before : wanted);

const bySlug = (tags: readonly Tag[]): readonly Tag[] =>
  [...tags].sort((one, other) => (one.slug < other.slug ? -1 : 1));

/** The tags that it will have. */
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

/** What the secret will say. */
export const stateAfter = (
  before: SecretState,
  change: ContentChange,
  known: ReadonlyMap<string, Tag>,
): SecretState => ({
  value: given(change.value, before.value),
  references: given(change.references, before.references),
  comment: given(change.comment, before.comment),
  metadata: given(change.metadata, before.metadata),
  tags: tagsAfter(before.tags, change, known),
  skipMultilineEncoding: given(change.skipMultilineEncoding, before.skipMultilineEncoding),
  ...keptReminder({
    days: given(change.reminderRepeatDays, before.reminderRepeatDays),
    note: given(change.reminderNote, before.reminderNote),
  }),
});

/** 400 for metadata in the clear where the project wants all of it encrypted. */
export const checkMetadata = (
  { enforceEncryptedSecretManagerSecretMetadata: isEnforced }: ProjectRow,
  changes: readonly Pick<ContentChange, 'metadata'>[],
): void => {
  const isOpen = changes.some(({ metadata = [] }) => metadata.some(({ isEncrypted }) => !isEncrypted));
  if (isEnforced && isOpen)
    throw badRequest('This project wants all metadata of secrets encrypted. Send isEncrypted: true with each.');
};

/** As the contract bounds `tagIds`. */
const maxTags = 50;

/**
 * 400 for tags to add that the secret has, tags to take off that it does not have, and more tags than a secret may
 * have.
 */
export const checkRetagging = (before: readonly Tag[], { retagging }: Pick<ContentChange, 'retagging'>): void => {
  if (!retagging) return;
  const { verb, tagIds } = retagging;
  const held = before.filter(({ id }) => tagIds.includes(id));
  if (verb === 'add' && held.length > 0)
    throw badRequest(`The secret has these tags already: ${held.map(({ slug }) => slug).join(', ')}.`);
  if (verb === 'remove' && held.length < tagIds.length) throw badRequest('The secret does not have all of these tags.');
  if (verb === 'add' && before.length + tagIds.length > maxTags)
    throw badRequest(`A secret has at most ${maxTags} tags.`);
};
