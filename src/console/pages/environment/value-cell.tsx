import { IconLock } from '@tabler/icons-react';
import { deferred } from '../../api/after-loading.ts';
import type { FolderRef, ListedSecret } from '../../secrets/use-secrets.ts';
import { EmptyValue, MaskedValue, ValueText } from '../../secrets/value-text.tsx';
import type { Draft } from './drafts.ts';
import { EditableCell } from './editable-cell.tsx';
import { PlainEditor } from './plain-editor.tsx';
import { ResolvedValue } from './resolved-value.tsx';
import type { EditorActions } from './use-editor.ts';

const ValueEditor = deferred(async () => (await import('./value-editor.tsx')).ValueEditor, PlainEditor);

interface Props {
  readonly target: ListedSecret | Draft;
  readonly folder: FolderRef;
  readonly draft: Draft | undefined;
  readonly name: string;
  /** The stored value while the row is shown. */
  readonly shown: string | undefined;
  readonly isEditing: boolean;
  readonly isReadable: boolean;
  readonly reason?: string | undefined;
  readonly actions: EditorActions;
}

/** The value of a secret: hidden, shown or being edited. */
export const ValueCell = (props: Props) => {
  const { target, folder, draft, name, shown, isEditing, isReadable, reason, actions } = props;
  const typed = draft?.value;
  const value = typed ?? shown ?? '';
  const isEmpty = typed === undefined ? 'isEmpty' in target && target.isEmpty === true : typed === '';
  return (
    <EditableCell
      isEditing={isEditing}
      label={`Edit the value of ${name === '' ? 'the new secret' : name}`}
      reason={reason}
      onEdit={() => actions.editValue(target, isReadable)}
      editor={() => (
        <ValueEditor
          value={value}
          folder={folder}
          isReplacement={!isReadable && typed === undefined}
          onType={(text) => actions.typeValue(target, text)}
          onStop={actions.stop}
        />
      )}
    >
      {shown !== undefined && (isReadable || typed !== undefined) ? (
        <>
          <ValueText value={value} />
          {typed === undefined && <ResolvedValue folder={folder} name={name} value={value} />}
        </>
      ) : isReadable || typed !== undefined ? (
        isEmpty ? (
          <EmptyValue />
        ) : (
          <MaskedValue />
        )
      ) : (
        <span style={{ color: 'var(--mantine-color-dimmed)' }}>
          <IconLock size={14} aria-hidden /> You may not read this value
        </span>
      )}
    </EditableCell>
  );
};
