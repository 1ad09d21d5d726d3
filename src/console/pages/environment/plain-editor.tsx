import { Input } from '@mantine/core';
import type { EditorProps } from './value-editor.tsx';

interface Props extends EditorProps {
  /** Called when something was typed. */
  readonly onWant?: () => void;
}

/** Edits a value while the editor with suggestions is being loaded, so that nothing typed is lost. */
export const PlainEditor = ({ value, onType, onStop, onWant }: Props) => (
  <Input
    component="textarea"
    size="xs"
    w="100%"
    rows={1}
    autoFocus
    autoComplete="off"
    spellCheck={false}
    aria-label="Value"
    value={value}
    onChange={({ currentTarget }) => {
      onWant?.();
      onType(currentTarget.value);
    }}
    onFocus={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
    onBlur={() => onStop()}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onStop(true);
      else if (event.key === 'Enter' && !event.shiftKey) {
        event.preventDefault();
        onStop();
      }
    }}
  />
);
