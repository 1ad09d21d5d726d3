import { client } from '../api/client.ts';
import { readSecret, ValueNotReadable, type SecretAddress } from '../secrets/read-value.ts';
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

const saveSecret = async (address: SecretAddress, edits: Edits, loaded: Loaded): Promise<void> => {
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

const saveReminder = async (edits: Edits, { secret, reminder }: Loaded): Promise<void> => {
  const params = { path: { secretId: secret.id } };
  if (!edits.reminder || edits.reminder.days === '') {
    await client.DELETE('/api/v1/reminders/secrets/{secretId}', { params });
    return;
  }
  const { days, note } = edits.reminder;
  const body = { message: note, repeatDays: days, recipients: reminder?.recipients ?? [] };
  await client.POST('/api/v1/reminders/secrets/{secretId}', { params, body });
};

const saveOverride = async (address: SecretAddress, edits: Edits, { override }: Loaded): Promise<void> => {
  const path = '/api/v4/secrets/{secretName}';
  const params = { path: { secretName: address.name } };
  const body = { ...folderOf(address), type: 'personal' as const };
  if (typeof edits.override !== 'string') await client.DELETE(path, { params, body });
  else if (override) await client.PATCH(path, { params, body: { ...body, secretValue: edits.override } });
  else await client.POST(path, { params, body: { ...body, secretValue: edits.override } });
};

/** The fields that are parts of the secret itself, and become one new version. */
const ownFields: readonly FieldName[] = ['value', 'comment', 'tagIds', 'metadata', 'skipMultilineEncoding'];

/** Saves changes in as few requests as there are; calls `onSaved` with the fields of each that has succeeded. */
export const saveEdits = async (
  address: SecretAddress,
  edits: Edits,
  loaded: Loaded,
  onSaved: (names: readonly FieldName[]) => void,
): Promise<void> => {
  const all = editedFields(edits);
  const own = all.filter((name) => ownFields.includes(name));
  // A reminder is set together with other changes, but removed on its own; alone, it makes no new version.
  const withReminder = own.length > 0 && edits.reminder ? [...own, 'reminder' as const] : own;
  const steps: [readonly FieldName[], () => Promise<void>][] = [
    [withReminder, () => saveSecret(address, edits, loaded)],
    [all.filter((name) => name === 'reminder' && !withReminder.includes(name)), () => saveReminder(edits, loaded)],
    [all.filter((name) => name === 'override'), () => saveOverride(address, edits, loaded)],
  ];
  for (const [names, save] of steps) {
    if (names.length === 0) continue;
    await save();
    onSaved(names);
  }
};
