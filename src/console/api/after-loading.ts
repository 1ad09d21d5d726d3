import { createElement, lazy, useState, useSyncExternalStore, type ComponentType } from 'react';
import { queryClient } from './query-client.ts';

/** How long nothing must be loading: queries follow each other. */
const quietMs = 300;

/** How many parts of the page are being loaded, whose queries begin only then. */
let pending = 0;

/** Loads code that the page needs now, so that what it needs later waits for it. */
export const neededNow = async <Loaded>(load: () => Promise<Loaded>): Promise<Loaded> => {
  pending += 1;
  try {
    return await load();
  } finally {
    pending -= 1;
  }
};

const isLoaded = (): boolean =>
  pending === 0 &&
  queryClient.isFetching() === 0 &&
  queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.status !== 'pending');

/** Loads what is not needed yet once the page has its data, so that a slow line brings the data first. */
export const afterLoading = (work: () => void): void => {
  const check = (wasLoaded: boolean): void => {
    if (wasLoaded && isLoaded()) work();
    else setTimeout(check, quietMs, isLoaded());
  };
  check(false);
};

/** A component whose code is loaded after the data of the page, or when it is first shown. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  // What cannot be loaded now is loaded again when it is shown.
  afterLoading(() => void load().catch(() => undefined));
  return lazy(async () => ({ default: await neededNow(load) }));
};

interface Wanted {
  /** Whether somebody has used the placeholder: what takes its place opens at once. */
  readonly isWanted?: boolean;
}

interface Want {
  /** Loads what takes the place of the placeholder now. */
  readonly onWant?: () => void;
}

/** Gives the focus to what takes the place of a button that has it. */
const focusKeeper = (): (() => void) => {
  const label = document.activeElement?.getAttribute('aria-label');
  return () =>
    setTimeout(() => {
      if (label === null || label === undefined || document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>(`button[aria-label=${JSON.stringify(label)}]`)?.focus();
    });
};

/**
 * A component with a placeholder until its code is there, which is loaded after the data of the page, or when the
 * placeholder is used.
 */
export const deferred = <Props extends object>(
  load: () => Promise<ComponentType<Props & Wanted>>,
  placeholder: ComponentType<Props & Want>,
): ComponentType<Props> => {
  const listeners = new Set<() => void>();
  let loaded: ComponentType<Props & Wanted> | undefined;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  // What cannot be loaded is loaded again when somebody uses the placeholder.
  const start = async (): Promise<void> => {
    loaded ??= await load().catch(() => undefined);
    const keepFocus = focusKeeper();
    for (const listener of listeners) listener();
    keepFocus();
  };
  afterLoading(() => void start());

  const Deferred = (props: Props) => {
    const shown = useSyncExternalStore(subscribe, () => loaded);
    const [isWanted, setWanted] = useState(false);
    const onWant = (): void => {
      setWanted(true);
      void start();
    };
    return shown ? createElement(shown, { ...props, isWanted }) : createElement(placeholder, { ...props, onWant });
  };
  return Deferred;
};

/** Shows nothing until the code is there. */
export const Nothing = (): null => null;
