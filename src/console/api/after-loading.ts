import { lazy, type ComponentType } from 'react';
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
