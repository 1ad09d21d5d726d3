import { useSyncExternalStore } from 'react';

/** What somebody who has just set up the server needs to know, in memory only. */
export interface NextSteps {
  readonly slug: string;
  /** The token of a machine identity that may read the project. */
  readonly token: string;
}

let nextSteps: NextSteps | undefined;
const listeners = new Set<() => void>();

export const showNextSteps = (next: NextSteps | undefined): void => {
  nextSteps = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useNextSteps = (): NextSteps | undefined => useSyncExternalStore(subscribe, () => nextSteps);
