import { root } from '../../folders/path.ts';
import { inBody, readPath, type FolderRef, type RequestPosition } from '../../folders/rules.ts';
import type { ReminderRequest } from '../../reminders/schedule.ts';
import type { MetadataEntry, Reference } from '../columns.ts';
import { readReferences } from '../rules.ts';

/** Reads the folder reference of a body, of any API generation. */
export const folderRefOf = ({
  environment,
  secretPath = root,
}: {
  environment: string;
  secretPath?: string | undefined;
}): FolderRef => ({ environment, path: readPath(secretPath, inBody('secretPath')) });

/** The content of a secret in requests of every API generation. */
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
  readonly secretReminderRecipients?: readonly string[] | undefined;
}

/** Tags to add to a secret, or to remove from it. */
export interface Retagging {
  readonly verb: 'add' | 'remove';
  readonly tagIds: readonly string[];
}

/** A change of a secret's content; undefined fields stay as they are. */
export interface ContentChange {
  readonly value?: string | undefined;
  /** The references in the new value. */
  readonly references?: readonly Reference[] | undefined;
  readonly comment?: string | undefined;
  readonly metadata?: readonly MetadataEntry[] | undefined;
  /** Replaces all tags. */
  readonly tagIds?: readonly string[] | undefined;
  /** Adds or removes single tags; never together with `tagIds`. */
  readonly retagging?: Retagging | undefined;
  readonly skipMultilineEncoding?: boolean | null | undefined;
  readonly reminderRepeatDays?: number | undefined;
  readonly reminderNote?: string | null | undefined;
  /** Only together with `reminderRepeatDays`. */
  readonly reminderRecipients?: readonly string[] | undefined;
}

/** Returns the fields of a reminder; Terraform sends 0 and an empty note for a reminder that it does not manage. */
const readReminder = ({
  secretReminderRepeatDays: days,
  secretReminderNote: note,
  secretReminderRecipients: recipients = [],
}: ContentInput): Pick<ContentChange, 'reminderRepeatDays' | 'reminderNote' | 'reminderRecipients'> => {
  if (days) return { reminderRepeatDays: days, reminderNote: note, reminderRecipients: [...new Set(recipients)] };
  return { reminderNote: days === undefined ? note : undefined };
};

/** Returns the request that sets the reminder of a secret, if the change does. */
export const reminderRequest = ({ reminderRecipients }: ContentChange): ReminderRequest | undefined =>
  reminderRecipients && { recipients: reminderRecipients };

/** Returns the content in its stored form; 422 for too many references. `where` is its position in the request. */
export const readContent = (input: ContentInput, where: RequestPosition): ContentChange => {
  const value = input.secretValue;
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
    ...readReminder(input),
  };
};

/** Whether the change sets any field. */
export const hasChanges = (change: ContentChange): boolean => Object.values(change).some((part) => part !== undefined);
