import { Combobox, Text, Textarea, useCombobox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import { useReferences } from './references.ts';

export interface EditorProps {
  readonly value: string;
  readonly folder: FolderRef;
  /** Whether the stored value may not be read, so that a new one is typed. */
  readonly isReplacement: boolean;
  readonly onType: (text: string) => void;
  readonly onStop: (isCancelled?: boolean) => void;
}

interface Props extends EditorProps {
  /** Whether something was typed before this editor was loaded. */
  readonly isWanted?: boolean;
}

/** What is typed of a reference before the cursor: the text after the last `${`. */
const openReference = (text: string, cursor: number): string | undefined =>
  /\$\{([^{}\n]*)$/.exec(text.slice(0, cursor))?.[1];

/** Selects the first option, for Enter; it is beside the options because these are there some time after they are known. */
const FirstSelected = ({ options, select }: { readonly options: unknown; readonly select: () => void }) => {
  useEffect(() => {
    select();
  }, [options, select]);
  return null;
};

/** Edits a value, with suggestions for references. */
export const ValueEditor = ({ value, folder, isReplacement, onType, onStop, isWanted = false }: Props) => {
  const input = useRef<HTMLTextAreaElement>(null);
  const [cursor, setCursor] = useState(value.length);
  const combobox = useCombobox({ defaultOpened: isWanted, onDropdownClose: () => combobox.resetSelectedOption() });
  const typed = openReference(value, cursor);
  const suggestions = useReferences(folder, typed);
  const isSuggesting = typed !== undefined && suggestions.length > 0;

  const choose = (reference: string): void => {
    const start = cursor - (typed?.length ?? 0);
    // After an environment or a folder, the rest of the reference is still to be chosen.
    const isComplete = !reference.endsWith('.');
    const chosen = isComplete ? `${reference}}` : reference;
    const rest = isComplete ? value.slice(cursor).replace(/^\}/, '') : value.slice(cursor);
    const end = start + chosen.length;
    // The cursor moves before the next key, which would otherwise be typed elsewhere.
    flushSync(() => {
      onType(`${value.slice(0, start)}${chosen}${rest}`);
      setCursor(end);
    });
    input.current?.setSelectionRange(end, end);
    combobox.resetSelectedOption();
  };

  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={360}>
      <Combobox.EventsTarget>
        <Textarea
          ref={input}
          size="xs"
          w="100%"
          autosize
          minRows={1}
          maxRows={14}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          aria-label="Value"
          description="Enter to finish, Shift+Enter for a new line, ${ to refer to another secret"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder={isReplacement ? 'Type a new value: you may not read the current one' : undefined}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={value}
          onChange={({ currentTarget }) => {
            onType(currentTarget.value);
            setCursor(currentTarget.selectionStart);
            combobox.openDropdown();
          }}
          onFocus={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
          onSelect={({ currentTarget }) => setCursor(currentTarget.selectionStart)}
          onBlur={() => onStop()}
          onKeyDown={(event) => {
            const isOpen = isSuggesting && combobox.dropdownOpened;
            if (event.key === 'Escape') {
              if (isOpen) combobox.closeDropdown();
              else onStop(true);
            } else if (event.key === 'Enter' && !event.shiftKey) {
              // The list of references takes the key for the entry that is chosen in it.
              if (isOpen && combobox.getSelectedOptionIndex() >= 0) return;
              event.preventDefault();
              onStop();
            }
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.DropdownTarget>
        <span />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={!isSuggesting}>
        <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label="Secrets to refer to">
          {suggestions.map(({ reference, description }) => (
            <Combobox.Option key={reference} value={reference} ff="monospace" fz="xs">
              {reference}{' '}
              <Text span size="xs" c="dimmed" ff="text">
                {description}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        <FirstSelected options={suggestions} select={combobox.selectFirstOption} />
      </Combobox.Dropdown>
    </Combobox>
  );
};
