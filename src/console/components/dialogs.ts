import { useSyncExternalStore, type ReactNode } from 'react';
import { onOtherSession } from '../api/session.ts';

/** A dialog that code opens without having a place for it on the page. */
export interface Dialog {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

let dialogs: readonly Dialog[] = [];
const listeners = new Set<() => void>();

const change = (next: readonly Dialog[]): void => {
  dialogs = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const without = (id: string): readonly Dialog[] => dialogs.filter((each) => each.id !== id);

/** Opens a dialog, in the place of the one with its id. */
export const openDialog = (dialog: Dialog): void => change([...without(dialog.id), dialog]);

export const closeDialog = (id: string): void => change(without(id));

/** The dialogs that are open, the uppermost last. */
export const useDialogs = (): readonly Dialog[] => useSyncExternalStore(subscribe, () => dialogs);

onOtherSession(() => change([]));
