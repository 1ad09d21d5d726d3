import { Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import type { SecretAddress } from '../secrets/read-value.ts';
import { storedFields, type Edits, type Loaded } from './draft.ts';
import { MetadataField } from './metadata-field.tsx';
import { ReminderField } from './reminder-field.tsx';
import { TagsField } from './tags-field.tsx';
import { ValueField } from './value-field.tsx';

interface Props {
  readonly address: SecretAddress;
  readonly loaded: Loaded;
  readonly edits: Edits;
  readonly onEdit: (edits: Edits) => void;
  readonly isReadOnly: boolean;
  /** Whether only its value cannot be changed. */
  readonly isValueFixed: boolean;
  readonly canRead: boolean;
}

/** The personal secret that only the caller sees instead of this one. */
const OverrideField = ({
  address,
  loaded: { override },
  edits,
  onEdit,
}: Omit<Props, 'isReadOnly' | 'isValueFixed' | 'canRead'>) => (
  <Stack gap={2}>
    {edits.override === null ? (
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Personal override
        </Text>
        <Button size="compact-xs" variant="default" onClick={() => onEdit({ override: undefined })}>
          Undo
        </Button>
        <Text size="sm" c="dimmed" w="100%">
          Will be removed
        </Text>
      </Group>
    ) : (
      <ValueField
        label="Personal override"
        address={address}
        type="personal"
        version={override?.version ?? 0}
        isNew={!override}
        edited={edits.override}
        onEdit={(value) => onEdit({ override: value })}
      >
        {override && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label="Remove personal override"
            onClick={() => onEdit({ override: null })}
          >
            Remove
          </Button>
        )}
      </ValueField>
    )}
    <Text size="xs" c="dimmed">
      A value that you get instead of the shared one. Nobody else sees it.
    </Text>
  </Stack>
);

/** The fields of a secret, as they would be saved. */
export const DetailsForm = ({ address, loaded, edits, onEdit, isReadOnly, isValueFixed, canRead }: Props) => {
  const stored = storedFields(loaded);
  return (
    <Stack>
      <ValueField
        label="Value"
        address={address}
        version={loaded.secret.version}
        edited={edits.value}
        onEdit={(value) => onEdit({ value })}
        isReadOnly={isReadOnly || isValueFixed}
        canRead={canRead}
      />
      <OverrideField address={address} loaded={loaded} edits={edits} onEdit={onEdit} />
      <Textarea
        label="Comment"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={16_384}
        readOnly={isReadOnly}
        value={edits.comment ?? stored.comment}
        onChange={({ currentTarget }) => onEdit({ comment: currentTarget.value })}
      />
      <TagsField
        projectId={address.projectId}
        tagIds={edits.tagIds ?? stored.tagIds}
        onChange={(tagIds) => onEdit({ tagIds })}
        isReadOnly={isReadOnly}
      />
      <MetadataField
        address={address}
        stored={stored.metadata}
        edited={edits.metadata}
        onEdit={(metadata) => onEdit({ metadata })}
        isReadOnly={isReadOnly}
      />
      <ReminderField
        stored={loaded.reminder}
        edited={edits.reminder}
        onEdit={(reminder) => onEdit({ reminder })}
        isReadOnly={isReadOnly}
      />
      <Checkbox
        label="Skip multi-line encoding"
        description="Programs that write files put the value on one line, with \n for each newline."
        disabled={isReadOnly}
        checked={edits.skipMultilineEncoding ?? stored.skipMultilineEncoding}
        onChange={({ currentTarget }) => onEdit({ skipMultilineEncoding: currentTarget.checked })}
      />
    </Stack>
  );
};
