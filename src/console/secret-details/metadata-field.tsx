import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { notifyFailure } from '../components/failure.tsx';
import type { SecretAddress } from '../secrets/read-value.ts';
import { useRevealed } from '../secrets/use-revealed.ts';
import type { MetadataEntry } from './draft.ts';
import { readMetadata } from './save.ts';

interface Props {
  readonly address: SecretAddress;
  /** As stored; encrypted values are not in it. */
  readonly stored: readonly MetadataEntry[];
  readonly edited: readonly MetadataEntry[] | undefined;
  /** Undefined takes the change back. */
  readonly onEdit: (metadata: readonly MetadataEntry[] | undefined) => void;
  readonly isReadOnly: boolean;
}

interface RowProps {
  readonly entry: MetadataEntry;
  readonly number: number;
  readonly onChange: (entry: MetadataEntry) => void;
  readonly onRemove: () => void;
}

const Row = ({ entry, number, onChange, onRemove }: RowProps) => (
  <Group gap="xs" role="group" aria-label={`Metadata ${number}`}>
    <TextInput
      aria-label="Key"
      placeholder="Key"
      maxLength={255}
      flex="1 1 120px"
      value={entry.key}
      onChange={({ currentTarget }) => onChange({ ...entry, key: currentTarget.value })}
    />
    <TextInput
      aria-label="Value"
      placeholder={entry.keeps === undefined ? 'Value' : 'Unchanged'}
      maxLength={1020}
      flex="1 1 120px"
      type={entry.isEncrypted ? 'password' : 'text'}
      autoComplete="off"
      value={entry.value}
      onChange={({ currentTarget: { value } }) => onChange({ key: entry.key, value, isEncrypted: entry.isEncrypted })}
    />
    <Checkbox
      label="Encrypted"
      checked={entry.isEncrypted}
      onChange={({ currentTarget }) => onChange({ ...entry, isEncrypted: currentTarget.checked })}
    />
    <ActionIcon aria-label={`Remove metadata ${number}`} onClick={onRemove}>
      <IconTrash size={16} />
    </ActionIcon>
  </Group>
);

export const MetadataField = ({ address, stored, edited, onEdit, isReadOnly }: Props) => {
  const { values, reveal, hide } = useRevealed();
  const hasEncrypted = stored.some(({ isEncrypted }) => isEncrypted);

  const show = (): void => {
    readMetadata(address)
      .then((metadata) => reveal(metadata.map(({ key, value }) => [key, value])))
      .catch(notifyFailure);
  };
  const empty = { key: '', value: '', isEncrypted: false };

  return (
    <Stack gap={6} role="group" aria-label="Metadata">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          Metadata
        </Text>
        <Group gap={4}>
          {!edited && hasEncrypted && (
            <Button size="compact-xs" variant="default" onClick={values.size > 0 ? () => hide() : show}>
              {values.size > 0 ? 'Hide encrypted' : 'Show encrypted'}
            </Button>
          )}
          {!edited && stored.length > 0 && !isReadOnly && (
            <Button size="compact-xs" variant="default" onClick={() => onEdit(stored)} aria-label="Edit metadata">
              Edit
            </Button>
          )}
          {edited && (
            <Button size="compact-xs" variant="default" onClick={() => onEdit(undefined)}>
              Undo
            </Button>
          )}
          {!isReadOnly && (
            <Tooltip label="Add metadata">
              <ActionIcon
                aria-label="Add metadata"
                disabled={(edited ?? stored).length >= 50}
                onClick={() => onEdit([...(edited ?? stored), empty])}
              >
                <IconPlus size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </Group>
      </Group>
      {!edited && stored.length === 0 && (
        <Text size="sm" c="dimmed">
          None
        </Text>
      )}
      {!edited &&
        stored.map(({ key, value, isEncrypted }) => (
          <Group key={key} gap="xs" wrap="nowrap" align="baseline">
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {key}
            </Text>
            <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {isEncrypted ? (values.get(key) ?? '••••••••') : value}
            </Text>
          </Group>
        ))}
      {edited?.map((entry, index) => (
        <Row
          key={index}
          entry={entry}
          number={index + 1}
          onChange={(next) => onEdit(edited.map((each, at) => (at === index ? next : each)))}
          onRemove={() => onEdit(edited.filter((_each, at) => at !== index))}
        />
      ))}
    </Stack>
  );
};
