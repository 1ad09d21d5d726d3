import { Alert, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../api/query-client.ts';
import { FailureMessage, notifyFailure } from '../components/failure.tsx';
import { Ago } from '../components/time.tsx';
import { notifySaved } from '../history/undo-commit.ts';
import { useProtection } from '../secrets/protection.tsx';
import { readValue, ValueNotReadable, type SecretAddress } from '../secrets/read-value.ts';
import { useRevealed } from '../secrets/use-revealed.ts';
import { ValueDiff } from '../secrets/value-diff.tsx';
import { editedFields, storedFields, type Edits, type FieldName, type Loaded } from './draft.ts';
import { saveEdits } from './save.ts';
import { useTags } from './tags-field.tsx';

export const fieldLabels: Readonly<Record<FieldName, string>> = {
  value: 'Value',
  comment: 'Comment',
  tagIds: 'Tags',
  metadata: 'Metadata',
  reminder: 'Reminder',
  skipMultilineEncoding: 'Multi-line encoding',
  override: 'Personal override',
};

const namesOf = (names: readonly FieldName[]): string =>
  names.map((name) => fieldLabels[name].toLowerCase()).join(', ');

type Texts = Readonly<Record<Exclude<FieldName, 'value' | 'override'>, string>>;

/** The fields as text; encrypted values are not shown. */
const textsOf = (edits: Edits, tagName: (id: string) => string): Texts => ({
  comment: edits.comment ?? '',
  tagIds: (edits.tagIds ?? []).map(tagName).join('\n'),
  metadata: (edits.metadata ?? [])
    .map(({ key, value, isEncrypted, keeps }) =>
      isEncrypted || keeps !== undefined
        ? `${key} (${isEncrypted ? 'encrypted' : 'plain text'}${keeps === undefined ? ', new value' : ''})`
        : `${key} = ${value}`,
    )
    .join('\n'),
  reminder: edits.reminder ? `Every ${edits.reminder.days} days\n${edits.reminder.note}`.trim() : 'None',
  skipMultilineEncoding: edits.skipMultilineEncoding ? 'Newlines as \\n on one line' : 'Newlines as they are',
});

/** The change of a value, which is read and shown when somebody asks. */
const ValueChange = ({
  address,
  name,
  changes,
  loaded,
}: Pick<Props, 'address' | 'changes' | 'loaded'> & { name: 'value' | 'override' }) => {
  const { values, reveal } = useRevealed();
  const isPersonal = name === 'override';
  const after = changes[name] ?? undefined;
  const show = async (): Promise<void> => {
    const isNew = isPersonal && !loaded.override;
    const before = isNew ? undefined : await readValue(address, { type: isPersonal ? 'personal' : 'shared' });
    reveal([['shown', ''], ...(before === undefined ? [] : [['before', before] as const])]);
  };
  const showOrOnlyNew = (): void => {
    show().catch((error: unknown) =>
      error instanceof ValueNotReadable ? reveal([['shown', '']]) : notifyFailure(error),
    );
  };
  if (values.has('shown'))
    return (
      <ValueDiff label={`Change of ${fieldLabels[name].toLowerCase()}`} before={values.get('before')} after={after} />
    );
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {after === undefined ? 'Removed' : 'Changed'}
      </Text>
      <Button
        size="compact-xs"
        variant="default"
        onClick={showOrOnlyNew}
        aria-label={`Show the change of ${fieldLabels[name].toLowerCase()}`}
      >
        Show
      </Button>
    </Group>
  );
};

/** Tells that somebody else has saved the secret since the changes were begun. */
const Conflict = ({ loaded: { secret }, since, changes }: { loaded: Loaded; since: Loaded; changes: Edits }) => {
  if (secret.version === since.secret.version) return null;
  const [now, then]: Edits[] = [storedFields({ ...since, secret }), storedFields(since)];
  const both = editedFields(changes).filter(
    (name) => name !== 'override' && (name === 'value' || JSON.stringify(now![name]) !== JSON.stringify(then![name])),
  );
  return (
    <Alert
      color="orange"
      variant="light"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title="Somebody else has saved this secret meanwhile"
    >
      {secret.actor.name ?? 'Somebody'} saved version {secret.version} <Ago value={secret.updatedAt} />; you began with
      version {since.secret.version}.{' '}
      {both.length > 0
        ? `Compare before you save, because you would replace: ${namesOf(both)}.`
        : 'Nothing that you change was changed.'}
    </Alert>
  );
};

interface Props {
  readonly address: SecretAddress;
  readonly loaded: Loaded;
  /** As it was when the changes were begun. */
  readonly since: Loaded;
  readonly changes: Edits;
  readonly onSaved: (names: readonly FieldName[]) => void;
  readonly onClose: () => void;
}

/** Shows all changes of a secret, and saves them. */
export const Review = ({ address, loaded, since, changes, onSaved, onClose }: Props) => {
  const { data } = useTags(address.projectId);
  const tagName = (id: string): string => data?.tags.find((tag) => tag.id === id)?.slug ?? id;
  const [saved, setSaved] = useState<readonly FieldName[]>([]);
  const save = useMutation({
    meta: { showsError: true },
    mutationFn: async () => {
      const undo = await saveEdits(address, changes, loaded, (names) => {
        setSaved((before) => [...before, ...names]);
        onSaved(names);
      });
      notifySaved(`${address.name} was saved: ${namesOf(editedFields(changes))}.`, undo);
      // At once, because what is typed while everything is loaded again is not to be reviewed yet.
      onClose();
    },
    // A part may be saved.
    onError: () => queryClient.invalidateQueries(),
  });
  // An override changes nothing for others.
  const isShared = editedFields(changes).some((name) => name !== 'override');
  const protection = useProtection(isShared ? [address.environment] : []);
  const [before, after] = [textsOf(storedFields(loaded), tagName), textsOf(changes, tagName)];
  return (
    <Modal opened onClose={onClose} title={`Save changes of ${address.name}`} size="lg">
      <Stack>
        <Conflict loaded={loaded} since={since} changes={changes} />
        {editedFields(changes).map((name) => (
          <Stack key={name} gap={4}>
            <Title order={3} fz="sm">
              {fieldLabels[name]}
            </Title>
            {name === 'value' || name === 'override' ? (
              <ValueChange address={address} name={name} changes={changes} loaded={loaded} />
            ) : (
              <ValueDiff
                label={`Change of ${fieldLabels[name].toLowerCase()}`}
                before={before[name]}
                after={after[name]}
              />
            )}
          </Stack>
        ))}
        {save.isError && saved.length > 0 && (
          <Alert color="orange" variant="light" role="status">
            Saved: {namesOf(saved)}. Not saved: {namesOf(editedFields(changes))}; what you typed is still here.
          </Alert>
        )}
        {protection.fields}
        <FailureMessage error={save.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            loading={save.isPending}
            disabled={!protection.isConfirmed}
            onClick={() => save.mutate()}
            data-autofocus
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
