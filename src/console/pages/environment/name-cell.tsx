import { Text, TextInput } from '@mantine/core';
import { monospace } from '../../components/light.tsx';
import { takesEntries } from '../../transfer/use-incoming.ts';
import { EditableCell } from './editable-cell.tsx';
import type { EditorActions } from './use-editor.ts';

interface Props {
  readonly rowKey: string;
  readonly name: string;
  readonly isEditing: boolean;
  readonly isDeleted?: boolean;
  readonly error: string | undefined;
  readonly reason?: string | undefined;
  readonly actions: EditorActions;
  readonly onType: (name: string) => void;
  /** Goes on to the value. */
  readonly onNext: () => void;
}

/** The name of a secret. */
export const NameCell = (props: Props) => {
  const { rowKey, name, isEditing, isDeleted = false, error, reason, actions, onType, onNext } = props;
  const editor = () => (
    <TextInput
      size="xs"
      w="100%"
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      aria-label="Name"
      placeholder="NAME"
      value={name}
      error={error}
      maxLength={255}
      autoFocus
      autoComplete="off"
      spellCheck={false}
      {...takesEntries}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onBlur={() => actions.stop()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') actions.stop(true);
        else if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
          event.preventDefault();
          actions.stop();
          onNext();
        }
      }}
    />
  );
  return (
    <EditableCell
      isEditing={isEditing}
      label="Edit the name"
      reason={reason}
      onEdit={() => actions.editName(rowKey, name)}
      editor={editor}
    >
      <span
        style={{
          ...monospace,
          fontWeight: 500,
          color: name === '' ? 'var(--mantine-color-dimmed)' : undefined,
          textDecoration: isDeleted ? 'line-through' : undefined,
        }}
      >
        {name === '' ? 'NAME' : name}
      </span>
      {error !== undefined && (
        <Text span display="block" size="xs" c="error">
          {error}
        </Text>
      )}
    </EditableCell>
  );
};
