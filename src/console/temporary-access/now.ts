import { useEffect, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for everything that counts down. */
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((each) => each()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

const currentSecond = (): number => Math.floor(Date.now() / 1000) * 1000;

/** How far the clock of the server is ahead of this device: access begins and ends by the server's. */
const useServerOffset = (projectId: string): number => {
  const { data, dataUpdatedAt } = api.useQuery('get', '/api/v1/projects/{projectId}/permissions', {
    params: { path: { projectId } },
  });
  // The response took a moment, so this is never ahead of the server: what begins now does not begin later.
  return data ? Math.floor((Date.parse(data.data.at) - dataUpdatedAt) / 100) * 100 : 0;
};

/** The time of the server, which moves every second. */
export const useNow = (projectId: string): number => {
  const offset = useServerOffset(projectId);
  return useSyncExternalStore(subscribe, currentSecond) + offset;
};

/** The time of the server, when it is asked for. */
export const useServerTime = (projectId: string): (() => number) => {
  const offset = useServerOffset(projectId);
  return () => Date.now() + offset;
};

/** Loads everything again when the first of these times is reached, because access begins or ends then. */
export const useReloadAt = (projectId: string, times: readonly number[]): void => {
  const offset = useServerOffset(projectId);
  const queries = useQueryClient();
  const next = times.reduce((first, time) => (time > Date.now() + offset && time < first ? time : first), Infinity);
  useEffect(() => {
    // A timeout would come too late on a device that slept meanwhile.
    const stop = subscribe(() => {
      if (Date.now() + offset < next) return;
      stop();
      void queries.invalidateQueries();
    });
    return stop;
  }, [next, offset, queries]);
};
