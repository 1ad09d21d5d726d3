import { ActionIcon, Button, Group, SegmentedControl, Stack, Text, Textarea, Tooltip } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { notifyFailure } from '../components/failure.tsx';
import { GenerateValue } from '../secrets/generate-value.tsx';
import { hasReferences, readValue, ValueNotReadable, type SecretAddress } from '../secrets/read-value.ts';
import { useRevealed, type Revealed } from '../secrets/use-revealed.ts';

interface Props {
  readonly label: string;
  readonly address: SecretAddress;
  readonly type?: 'shared' | 'personal';
  /** Changes when the value on the server does. */
  readonly version: number;
  readonly edited: string | undefined;
  /** Undefined takes the change back. */
  readonly onEdit: (value: string | undefined) => void;
  readonly isReadOnly?: boolean;
  /** Whether the person may see the value. */
  readonly canRead?: boolean;
  /** Whether there is no value on the server yet. */
  readonly isNew?: boolean;
  /** Actions beside those of every value. */
  readonly children?: ReactNode;
}

const monospace = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** Where a value would be; `note` says why it is not shown. */
const Masked = ({ note }: { note: string }) => (
  <Group gap="xs" mih={30}>
    <Text ff="monospace" c="dimmed" aria-hidden>
      ••••••••••••
    </Text>
    <Text size="sm" c="dimmed">
      {note}
    </Text>
  </Group>
);

/** The value as it is stored or, if it refers to others, with their values. */
const Shown = ({
  label,
  address,
  type,
  revealed,
}: Pick<Props, 'label' | 'address' | 'type'> & { revealed: Revealed }) => {
  const [mode, setMode] = useState('written');
  const written = revealed.values.get('value') ?? '';
  const resolved = revealed.values.get('resolved');

  const show = async (next: string): Promise<void> => {
    try {
      if (next === 'resolved' && resolved === undefined)
        revealed.reveal([['resolved', await readValue(address, { type, isResolved: true })]]);
      setMode(next);
    } catch (error) {
      notifyFailure(error);
    }
  };

  return (
    <Stack gap={6}>
      <Textarea
        aria-label={label}
        readOnly
        autosize
        maxRows={14}
        styles={monospace}
        value={mode === 'resolved' ? (resolved ?? written) : written}
      />
      {hasReferences(written) && (
        <SegmentedControl
          size="xs"
          w="fit-content"
          aria-label="References"
          transitionDuration={0}
          value={mode}
          onChange={(next) => void show(next)}
          data={[
            { value: 'written', label: 'As written' },
            { value: 'resolved', label: 'Resolved' },
          ]}
        />
      )}
    </Stack>
  );
};

/** Reads what to start with; nothing for somebody who may only replace it. */
const readOriginal = async (address: SecretAddress, type: Props['type']): Promise<string | undefined> => {
  try {
    return await readValue(address, { type });
  } catch (error) {
    if (error instanceof ValueNotReadable) return undefined;
    throw error;
  }
};

interface EditorProps extends Pick<Props, 'label' | 'edited' | 'onEdit'> {
  readonly revealed: Revealed;
}

/** What was typed stays while it is hidden. */
const Editor = ({ label, edited, onEdit, revealed: { values, reveal } }: EditorProps) => {
  const original = values.get('original');
  if (!values.has('editing'))
    return (
      <Group justify="space-between">
        <Masked note="Changed, not saved" />
        <Button size="compact-xs" variant="default" onClick={() => reveal([['editing', '']])}>
          Show the change
        </Button>
      </Group>
    );
  return (
    <Textarea
      aria-label={`New ${label.toLowerCase()}`}
      autosize
      minRows={2}
      maxRows={14}
      maxLength={1_048_576}
      spellCheck={false}
      autoComplete="off"
      styles={monospace}
      value={edited ?? original ?? ''}
      autoFocus
      onChange={({ currentTarget: { value } }) => {
        onEdit(value === original ? undefined : value);
        reveal([['editing', ''], ...(original === undefined ? [] : [['original', original] as const])]);
      }}
    />
  );
};

/** A value that is hidden until somebody asks for it, and can be changed. */
export const ValueField = (props: Props) => {
  const {
    label,
    address,
    type = 'shared',
    version,
    edited,
    onEdit,
    isReadOnly,
    isNew,
    canRead = true,
    children,
  } = props;
  const isReadable = canRead && !isNew;
  const revealed = useRevealed();
  const { values, reveal, hide } = revealed;
  const isShown = values.has('value');
  const isEditing = edited !== undefined || values.has('editing');
  const what = label.toLowerCase();
  // The value that was shown is no longer the one on the server.
  useEffect(() => hide(), [version, hide]);

  const attempt = (work: () => Promise<void>) => () => void work().catch(notifyFailure);
  const show = attempt(async () => reveal([['value', await readValue(address, { type })]]));
  const edit = attempt(async () => {
    const original = isNew ? undefined : await readOriginal(address, type);
    reveal([['editing', ''], ...(original === undefined ? [] : [['original', original] as const])]);
  });
  const takeBack = (): void => {
    onEdit(undefined);
    hide();
  };

  return (
    <Stack gap={4} role="group" aria-label={label}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Group gap={4}>
          {!isEditing && isReadable && (
            <Tooltip label={isShown ? 'Hide' : 'Show for a minute'}>
              <ActionIcon aria-label={`${isShown ? 'Hide' : 'Show'} ${what}`} onClick={isShown ? () => hide() : show}>
                {isShown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
              </ActionIcon>
            </Tooltip>
          )}
          {!isEditing && isReadable && <CopyButton label={what} isSecret value={() => readValue(address, { type })} />}
          {!isEditing && !isReadOnly && (
            <Button size="compact-xs" variant="default" onClick={edit} aria-label={`${isNew ? 'Set' : 'Edit'} ${what}`}>
              {isNew ? 'Set' : 'Edit'}
            </Button>
          )}
          {isEditing && (
            <>
              <GenerateValue
                label={what}
                onGenerate={(value) => {
                  onEdit(value);
                  reveal([['editing', '']]);
                }}
              />
              <Button size="compact-xs" variant="default" onClick={takeBack}>
                Undo
              </Button>
            </>
          )}
          {!isEditing && children}
        </Group>
      </Group>
      {isEditing && <Editor label={label} edited={edited} onEdit={onEdit} revealed={revealed} />}
      {!isEditing && isShown && <Shown label={label} address={address} type={type} revealed={revealed} />}
      {!isEditing && !isShown && !isNew && <Masked note={canRead ? 'Hidden' : 'You are not allowed to read it'} />}
      {!isEditing && isNew && (
        <Text size="sm" c="dimmed">
          None
        </Text>
      )}
    </Stack>
  );
};
