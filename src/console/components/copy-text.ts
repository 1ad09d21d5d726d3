import { notifyFailure } from './failure.tsx';

/** Secrets are removed from the clipboard after this time, where the browser permits it. */
const clearAfterMs = 60_000;

const clearLater = (value: string): void => {
  setTimeout(() => {
    navigator.clipboard
      .readText()
      .then((text) => (text === value ? navigator.clipboard.writeText('') : undefined))
      // Reading the clipboard is often not permitted.
      .catch(() => undefined);
  }, clearAfterMs);
};

/** What is copied, or how to get it. */
export type Source = string | (() => string | Promise<string>);

/** Copies a text; returns whether it was possible, and says why if it was not. */
export const copyText = async (source: Source, isSecret: boolean): Promise<boolean> => {
  try {
    const text = typeof source === 'string' ? source : await source();
    await navigator.clipboard.writeText(text);
    if (isSecret) clearLater(text);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
};
