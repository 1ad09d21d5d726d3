import type { components } from '../../../generated/api.d.ts';
import { client } from '../api/client.ts';
import { withUndo } from '../history/undo-commit.ts';
import { readSecret, ValueNotReadable, type SecretAddress } from '../secrets/read-value.ts';
import { findInTrash } from '../trash/notify-deleted.ts';
import { editedFields, type Edits, type FieldName, type Loaded, type MetadataEntry } from './draft.ts';

const folderOf = ({ projectId, environment, path }: SecretAddress) => ({ projectId, environment, secretPath: path });

/** Reads the metadata with its encrypted values. */
export const readMetadata = async (address: SecretAddress): Promise<readonly MetadataEntry[]> => {
  const { secretMetadata, secretValueHidden } = await readSecret(address);
  if (secretValueHidden) throw new ValueNotReadable('You are not allowed to read the encrypted metadata.');
  return secretMetadata;
};

/** Adds the encrypted values that are kept, because metadata is replaced as a whole. */
const completeMetadata = async (address: SecretAddress, entries: readonly MetadataEntry[]) => {
  const isKept = entries.some(({ keeps }) => keeps !== undefined);
  const stored = new Map(isKept ? (await readMetadata(address)).map(({ key, value }) => [key, value]) : []);
  return entries.map(({ key, value, isEncrypted, keeps }) => ({
    key,
    value: keeps === undefined ? value : (stored.get(keeps) ?? ''),
    isEncrypted,
  }));
};

/** The fields of a reminder, in the request that changes the secret. */
const reminderOf = ({ reminder: edited }: Edits, { reminder: stored }: Loaded) =>
  edited && edited.days !== ''
    ? {
        secretReminderRepeatDays: edited.days,
        secretReminderNote: edited.note,
        secretReminderRecipients: stored?.recipients ?? [],
      }
    : {};

/** Undoes a change; undefined if it cannot be undone. */
export type Undo = (() => Promise<unknown>) | undefined;

const changeSecret = async (address: SecretAddress, edits: Edits, loaded: Loaded): Promise<void> => {
  const { value, comment, tagIds, metadata, skipMultilineEncoding } = edits;
  await client.PATCH('/api/v4/secrets/{secretName}', {
    params: { path: { secretName: address.name } },
    body: {
      ...folderOf(address),
      type: 'shared',
      ...(value !== undefined && { secretValue: value }),
      ...(comment !== undefined && { secretComment: comment }),
      ...(tagIds && { tagIds: [...tagIds] }),
      ...(metadata && { secretMetadata: await completeMetadata(address, metadata) }),
      ...(skipMultilineEncoding !== undefined && { skipMultilineEncoding }),
      ...reminderOf(edits, loaded),
    },
  });
};

type NewReminder = components['schemas']['SetReminderRequest'];

/** Sets the reminder of a secret; removes it without one. */
const setReminder = ({ secret: { id: secretId } }: Loaded, body: NewReminder | undefined): Promise<unknown> => {
  const [path, params] = ['/api/v1/reminders/secrets/{secretId}', { path: { secretId } }] as const;
  return body ? client.POST(path, { params, body }) : client.DELETE(path, { params });
};

/** Brings the reminder back that there was, with the date on which it is due next. */
const restoreReminder = (loaded: Loaded): Promise<unknown> => {
  const { reminder } = loaded;
  if (!reminder) return setReminder(loaded, undefined);
  const { message, repeatDays, nextReminderDate, recipients } = reminder;
  const date = repeatDays === null ? { nextReminderDate } : { repeatDays, fromDate: nextReminderDate };
  return setReminder(loaded, { message, recipients, ...date });
};

const saveReminder = async ({ reminder: edited }: Edits, loaded: Loaded): Promise<Undo> => {
  const recipients = loaded.reminder?.recipients ?? [];
  const isRemoved = !edited || edited.days === '';
  await setReminder(loaded, isRemoved ? undefined : { message: edited.note, repeatDays: edited.days, recipients });
  return () => restoreReminder(loaded);
};

const saveSecret = async (address: SecretAddress, edits: Edits, loaded: Loaded): Promise<Undo> => {
  const { undo } = await withUndo(address, () => changeSecret(address, edits, loaded));
  if (!undo || !edits.reminder) return undo;
  return async () => {
    await undo();
    await restoreReminder(loaded);
  };
};

const saveOverride = async (address: SecretAddress, edits: Edits, { override }: Loaded): Promise<Undo> => {
  const path = '/api/v4/secrets/{secretName}';
  const params = { path: { secretName: address.name } };
  const body = { ...folderOf(address), type: 'personal' as const };
  if (typeof edits.override !== 'string') {
    await client.DELETE(path, { params, body });
    return override ? (await findInTrash({ ...address, id: override.id }))?.restore : undefined;
  }
  const change = { params, body: { ...body, secretValue: edits.override } };
  if (!override) {
    await client.POST(path, change);
    return () => client.DELETE(path, { params, body });
  }
  await client.PATCH(path, change);
  return () =>
    client.POST('/api/v1/secret/{secretId}/secret-versions/{version}/restore', {
      params: { path: { secretId: override.id, version: override.version } },
    });
};

/** The fields that are parts of the secret itself, and become one new version. */
const ownFields: readonly FieldName[] = ['value', 'comment', 'tagIds', 'metadata', 'skipMultilineEncoding'];

/**
 * Saves changes in as few requests as there are; calls `onSaved` with the fields of each that has succeeded. Returns
 * what undoes all of them, if all can be undone.
 */
export const saveEdits = async (
  address: SecretAddress,
  edits: Edits,
  loaded: Loaded,
  onSaved: (names: readonly FieldName[]) => void,
): Promise<Undo> => {
  const all = editedFields(edits);
  const own = all.filter((name) => ownFields.includes(name));
  // A reminder is set together with other changes, but removed on its own; alone, it makes no new version.
  const withReminder = own.length > 0 && edits.reminder ? [...own, 'reminder' as const] : own;
  const steps: [readonly FieldName[], () => Promise<Undo>][] = [
    [withReminder, () => saveSecret(address, edits, loaded)],
    [all.filter((name) => name === 'reminder' && !withReminder.includes(name)), () => saveReminder(edits, loaded)],
    [all.filter((name) => name === 'override'), () => saveOverride(address, edits, loaded)],
  ];
  const undos: Undo[] = [];
  for (const [names, save] of steps) {
    if (names.length === 0) continue;
    undos.unshift(await save());
    onSaved(names);
  }
  if (undos.includes(undefined)) return undefined;
  return async () => {
    for (const undo of undos) await undo!();
  };
};
