import { useSyncExternalStore } from 'react';
import { onOtherSession } from './session.ts';

/** How the session signed in, and so how its owner confirms that it is still them. */
export type ConfirmationMethod = 'password' | 'passkey' | 'single-sign-on';

let method: ConfirmationMethod = 'password';
/** Requests that wait until somebody confirms who they are. */
let waiting: readonly ((isConfirmed: boolean) => void)[] = [];
const listeners = new Set<() => void>();

const change = (next: typeof waiting): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How the person is asked to confirm who they are; undefined if they are not. */
export const useConfirmation = (): ConfirmationMethod | undefined =>
  useSyncExternalStore(subscribe, () => (waiting.length > 0 ? method : undefined));

/** Asks the person to confirm who they are; false if they do not want to. */
export const askForConfirmation = (by: ConfirmationMethod): Promise<boolean> =>
  new Promise((resolve) => {
    method = by;
    change([...waiting, resolve]);
  });

/** Answers all requests that wait: they are sent again, or fail. */
export const endConfirmation = (isConfirmed: boolean): void => {
  const answered = waiting;
  change([]);
  for (const resolve of answered) resolve(isConfirmed);
};

onOtherSession(() => endConfirmation(false));
