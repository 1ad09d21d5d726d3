import type { components } from '../../../generated/api.d.ts';
import type { ListedSecret } from '../secrets/use-secrets.ts';

export type Secret = components['schemas']['Secret'];
export type Reminder = components['schemas']['Reminder'];

export interface MetadataEntry {
  readonly key: string;
  /** Empty while it is the stored one of an encrypted entry. */
  readonly value: string;
  readonly isEncrypted: boolean;
  /** The key of the stored entry whose encrypted value it keeps. */
  readonly keeps?: string;
}

/** How often somebody is reminded of the secret; null if nobody is. */
export interface ReminderFields {
  /** Empty while it is being typed. */
  readonly days: number | '';
  readonly note: string;
}

/** What a person can change about a secret. */
export interface Fields {
  readonly value: string;
  readonly comment: string;
  readonly tagIds: readonly string[];
  readonly metadata: readonly MetadataEntry[];
  readonly reminder: ReminderFields | null;
  readonly skipMultilineEncoding: boolean;
  /** The value of the personal override; null removes it. */
  readonly override: string | null;
}

export type FieldName = keyof Fields;

/** The fields that somebody edits; others are as on the server. */
export type Edits = { readonly [Name in FieldName]?: Fields[Name] | undefined };

/** What the drawer shows before anything is changed; it has no values. */
export interface Loaded {
  readonly secret: Secret;
  readonly reminder: Reminder | null;
  /** The personal secret that overrides this one for the caller. */
  readonly override: ListedSecret | null;
}

export const reminderFields = (reminder: Reminder | null): ReminderFields | null =>
  reminder && { days: reminder.repeatDays ?? '', note: reminder.message ?? '' };

type StoredFields = Omit<Fields, 'value' | 'override'>;

export const storedFields = ({ secret, reminder }: Loaded): StoredFields => ({
  comment: secret.secretComment,
  tagIds: secret.tags.map(({ id }) => id),
  metadata: secret.secretMetadata.map(({ key, value, isEncrypted }) =>
    isEncrypted ? { key, value: '', isEncrypted, keeps: key } : { key, value, isEncrypted },
  ),
  reminder: reminderFields(reminder),
  skipMultilineEncoding: secret.skipMultilineEncoding ?? false,
});

export const without = (edits: Edits, names: readonly FieldName[]): Edits =>
  Object.fromEntries(Object.entries(edits).filter(([name]) => !names.includes(name as FieldName)));

/** The edits that differ from what is on the server. */
export const changesOf = (edits: Edits, loaded: Loaded): Edits => {
  const stored: Edits = storedFields(loaded);
  const isChanged = (name: FieldName): boolean =>
    edits[name] !== undefined && JSON.stringify(edits[name]) !== JSON.stringify(stored[name]);
  return without(
    edits,
    editedFields(edits).filter((name) => !isChanged(name)),
  );
};

export const editedFields = (edits: Edits): FieldName[] => Object.keys(edits) as FieldName[];

const metadataError = (metadata: readonly MetadataEntry[]): string | undefined => {
  if (metadata.some(({ key }) => key.trim() === '')) return 'Enter a key for each metadata entry, or remove the entry.';
  return new Set(metadata.map(({ key }) => key)).size < metadata.length
    ? 'Use each metadata key only once.'
    : undefined;
};

/** Why the changes cannot be saved yet. */
export const editsError = ({ metadata, reminder }: Edits): string | undefined => {
  if (reminder?.days === '') return 'Enter after how many days to remind, or remove the reminder.';
  return metadata && metadataError(metadata);
};
