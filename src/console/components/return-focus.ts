import { useEffect, useRef, useState } from 'react';

/** What can have the focus instead of something that is gone. */
export type Fallback = () => HTMLElement | null | undefined;

/**
 * Gives the focus back to what had it when this was shown, or else to what takes its place; otherwise it falls to the
 * page when a dialog is removed.
 */
export const useReturnFocus = (fallback?: Fallback): void => {
  const [before] = useState(() => document.activeElement);
  const latest = useRef(fallback);
  useEffect(() => {
    latest.current = fallback;
  });
  useEffect(
    () => () => {
      // After the focus trap of the dialog is gone.
      setTimeout(() => {
        if (document.activeElement !== document.body) return;
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected;
        (isThere ? before : latest.current?.())?.focus();
      });
    },
    [before],
  );
};

/** The first control in the row of a name. */
export const controlInRow = (name: string): HTMLElement | null | undefined =>
  [...document.querySelectorAll<HTMLElement>('tr[data-name]')]
    .find(({ dataset }) => dataset.name === name)
    ?.querySelector<HTMLElement>('button, a');
