import { useEffect, useRef } from 'react';
import { notifyFailure } from '../components/failure.tsx';
import { looksLikeEntries } from './entries.ts';

/** A text, and the name of the file that it was in. */
export interface Incoming {
  readonly text: string;
  readonly file?: string | undefined;
}

export const maxFileSize = 20 * 1024 * 1024;

/** Marks a field for a name: assignments that are pasted into it are not a name, but meant for the page. */
export const takesEntries = { 'data-takes-entries': true };

/** A field takes what is pasted into it, and a dialog what is pasted or dropped over it. */
const isTaken = (event: Event): boolean => {
  const target = event.target instanceof Element ? event.target : undefined;
  const isField =
    target?.closest('input:not([data-takes-entries]), textarea, [contenteditable]') != null && event.type === 'paste';
  return event.defaultPrevented || isField || document.querySelector('[role="dialog"]') !== null;
};

const readFile = async (file: File): Promise<Incoming> => {
  if (file.size > maxFileSize)
    throw Object.assign(new Error(), { statusCode: 413, message: 'The file is larger than 20 MB.' });
  return { text: await file.text(), file: file.name };
};

/** Calls the function with names and values that are pasted, or a file that is dropped, anywhere on the page. */
export const useIncoming = (isEnabled: boolean, onIncoming: (incoming: Incoming) => void): void => {
  const latest = useRef(onIncoming);
  useEffect(() => {
    latest.current = onIncoming;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    const closing = new AbortController();
    const { signal } = closing;
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (isTaken(event) || !looksLikeEntries(text)) return;
      event.preventDefault();
      latest.current({ text });
    };
    const onDrop = (event: DragEvent): void => {
      if (isTaken(event)) return;
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [];
      const text = event.dataTransfer?.getData('text/plain') ?? '';
      if (file) readFile(file).then((incoming) => latest.current(incoming), notifyFailure);
      else if (looksLikeEntries(text)) latest.current({ text });
    };
    // Otherwise the browser opens the file.
    const onDragOver = (event: DragEvent): void => event.preventDefault();
    document.addEventListener('paste', onPaste, { signal });
    document.addEventListener('drop', onDrop, { signal });
    document.addEventListener('dragover', onDragOver, { signal });
    return () => closing.abort();
  }, [isEnabled]);
};
