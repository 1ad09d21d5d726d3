import { IconPlus, IconX } from '@tabler/icons-react';
import { memo } from 'react';
import { LightAction } from '../../components/light.tsx';
import { GenerateValue } from '../../secrets/generate-value.tsx';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { Draft } from './drafts.ts';
import { NameCell } from './name-cell.tsx';
import { RowFrame, type RowProps } from './row-frame.tsx';
import type { EditorActions } from './use-editor.ts';
import { ValueCell } from './value-cell.tsx';

interface Props extends RowProps {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly shown: string | undefined;
  readonly editing: 'name' | 'value' | undefined;
  readonly folder: FolderRef;
  readonly actions: EditorActions;
}

/** A secret that is not saved yet. */
export const NewRow = memo(({ draft, error, shown, editing, folder, actions, ...frame }: Props) => {
  const { id, name } = draft;
  // A name that is still to be typed is no mistake yet.
  const shownError = name === '' ? undefined : error;
  return (
    <RowFrame
      {...frame}
      icon={IconPlus}
      state="New secret"
      background="light-dark(var(--mantine-color-pine-0), rgb(47 111 94 / 22%))"
      name={
        <NameCell
          rowKey={id}
          name={name}
          isEditing={editing === 'name'}
          error={shownError}
          actions={actions}
          onType={(typed) => actions.dispatch({ type: 'change', id, change: { name: typed } })}
          onNext={() => actions.editValue(draft, true)}
        />
      }
      value={
        <ValueCell
          target={draft}
          folder={folder}
          draft={draft}
          name={name}
          shown={shown}
          isEditing={editing === 'value'}
          isReadable
          actions={actions}
        />
      }
      actions={() => (
        <>
          <GenerateValue
            label={name === '' ? 'the value of the new secret' : `the value of ${name}`}
            onGenerate={(value) => {
              actions.typeValue(draft, value);
            }}
          />
          <LightAction
            label={name === '' ? 'Remove the new secret' : `Remove the new secret ${name}`}
            icon={IconX}
            onClick={() => actions.dispatch({ type: 'drop', id })}
          />
        </>
      )}
    />
  );
});
NewRow.displayName = 'NewRow';
