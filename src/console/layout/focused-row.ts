import { IconPointer } from '@tabler/icons-react';
import type { Command } from './command.ts';

let row: Element | null | undefined;

/** Remembers the row that has the focus, before the command palette takes it. */
export const rememberFocusedRow = (): void => {
  row = document.activeElement?.closest('tbody tr, ul > li');
};

/** The words for a control: its label, or the hidden text at its beginning. */
const labelOf = (control: HTMLElement): string =>
  (control.ariaLabel ?? control.querySelector('span')?.textContent ?? '').replace(/:\s*$/, '');

/** What the controls of the row that had the focus do. */
export const commandsOfFocusedRow = (): readonly Command[] => {
  if (!row?.isConnected) return [];
  const controls = [...row.querySelectorAll<HTMLElement>('button:not(:disabled):not([aria-disabled])')];
  return controls
    .filter((control) => labelOf(control) !== '')
    .map((control, index) => ({
      id: `row ${index}`,
      label: labelOf(control),
      icon: IconPointer,
      run: () => {
        // The palette gives the focus back to the row a moment after it closes.
        setTimeout(() => control.click(), 50);
      },
    }));
};
