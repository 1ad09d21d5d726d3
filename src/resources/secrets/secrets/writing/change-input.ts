import type { Where } from '../../folders/rules.ts';
import type { MetadataEntry, Reference } from '../../secret-versions/store.ts';
import { keptValue, readReferences } from '../rules.ts';

/** What requests of every generation say of a secret, besides its name. */
export interface ContentInput {
  readonly secretValue?: string | undefined;
  readonly secretComment?: string | undefined;
  readonly secretMetadata?:
    | readonly {
        readonly key: string;
        readonly value?: string | undefined;
        readonly isEncrypted?: boolean | undefined;
      }[]
    | undefined;
  readonly tagIds?: readonly string[] | undefined;
  readonly skipMultilineEncoding?: boolean | null | undefined;
  readonly secretReminderNote?: string | null | undefined;
  readonly secretReminderRepeatDays?: number | null | undefined;
}

/** Tags that are added to those that a secret has, or taken off. */
export interface Retagging {
  readonly verb: 'add' | 'remove';
  readonly tagIds: readonly string[];
}

/** What is to become of a secret's content; what is undefined stays as it is. */
export interface ContentChange {
  readonly value?: string | undefined;
  /** Of that value. */
  readonly references?: readonly Reference[] | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: readonly MetadataEntry[] | undefined;
  /** All of its tags. */
  readonly tagIds?: readonly string[] | undefined;
  /** Instead of all of its tags. */
  readonly retagging?: Retagging | undefined;
  readonly skipMultilineEncoding?: boolean | null | undefined;
  readonly reminderRepeatDays?: number | null | undefined;
  readonly reminderNote?: string | null | undefined;
}

/** As it is kept; 422 for what cannot be. `where` is where in the request it stands. */
export const readContent = (input: ContentInput, where: Where): ContentChange => {
  const value = input.secretValue === undefined ? undefined : keptValue(input.secretValue);
  return {
    value,
    references:
      value === undefined ? undefined : readReferences(value, { ...where, path: [...where.path, 'secretValue'] }),
    comment: input.secretComment,
    metadata: input.secretMetadata?.map(({ key, value: text = '', isEncrypted = false }) => ({
      key,
      value: text,
      isEncrypted,
    })),
    tagIds: input.tagIds && [...new Set(input.tagIds)],
    skipMultilineEncoding: input.skipMultilineEncoding,
    reminderRepeatDays: input.secretReminderRepeatDays,
    reminderNote: input.secretReminderNote,
  };
};

/** Whether it says anything at all. */
export const saysSomething = (change: ContentChange): boolean =>
  Object.values(change).some((part) => part !== undefined);
