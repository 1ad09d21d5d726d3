import { useEffect } from 'react';
import { api } from '../api/client.ts';
import { interruptSession, useSession } from '../api/session.ts';

const checkEveryMs = 10_000;
const tellEveryMs = 5_000;
const events = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Use of the console in any tab of this browser. */
const channel = new BroadcastChannel('activity');
let lastUse = Date.now();
let lastTold = 0;

channel.onmessage = () => {
  lastUse = Date.now();
};

const noteUse = (): void => {
  lastUse = Date.now();
  if (lastUse - lastTold < tellEveryMs) return;
  lastTold = lastUse;
  channel.postMessage('used');
};

/** The limit of the organization that the person is signed in to; null without one. */
const useIdleMinutes = (): number | null => {
  const { organizationId } = useSession();
  const { data } = api.useQuery('get', '/api/v1/organization');
  return data?.organizations.find(({ id }) => id === organizationId)?.sessionIdleMinutes ?? null;
};

/**
 * Ends the session when nobody has used the console for as long as the organization allows. The server alone would not
 * notice: an open page loads again what others change.
 */
export const useIdleGuard = (): void => {
  const minutes = useIdleMinutes();
  useEffect(() => {
    if (minutes === null) return undefined;
    lastUse = Date.now();
    for (const name of events) addEventListener(name, noteUse, { passive: true });
    const timer = setInterval(() => {
      if (Date.now() - lastUse >= minutes * 60_000) void interruptSession();
    }, checkEveryMs);
    return () => {
      clearInterval(timer);
      for (const name of events) removeEventListener(name, noteUse);
    };
  }, [minutes]);
};
