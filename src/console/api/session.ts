import createClient from 'openapi-fetch';
import { useSyncExternalStore } from 'react';
import type { components, paths } from '../../../generated/api.d.ts';
import { paths as pages } from '../paths.ts';
import { callsOf } from './calls.ts';
import { dataOf } from './errors.ts';

/**
 * `interrupted`: the session ended while somebody was working. The page stays as it is below the login, and requests
 * wait for it, so that nothing typed is lost.
 */
export type SessionStatus = 'starting' | 'signed-out' | 'signed-in' | 'interrupted';

/** What asks for a second factor before an organization can be entered. */
export interface Challenge {
  readonly organizationId: string;
  /** The token of the login, with which a second factor is set up or a passkey is shown. */
  readonly login: string;
  /** The token with which a code completes the login. */
  readonly mfaToken: string;
}

/** Somebody signed in with single sign-on in a browser that has a session of another person, or opened in another way. */
export type SignOnQuestion = NonNullable<components['schemas']['ReplaceSessionQuestion']>;

export interface Session {
  readonly status: SessionStatus;
  readonly userId?: string;
  readonly organizationId?: string;
  /** The token of a login whose organization is still to be chosen. */
  readonly login?: string;
  readonly challenge?: Challenge;
  readonly question?: SignOnQuestion;
}

/** Requests without a session whose status or body matters. */
export const publicRequests = createClient<paths>({ baseUrl: location.origin });

/** Calls without a session: logging in, and what is asked before. */
export const publicApi = callsOf(publicRequests);

const channel = new BroadcastChannel('session');
const listeners = new Set<() => void>();

let session: Session = { status: 'starting' };
/** In memory only: the refresh cookie, which scripts cannot read, brings it back after a reload. */
let token: string | undefined;
const waiting: (() => void)[] = [];

const change = (next: Session): void => {
  session = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentUserId = (): string | undefined => session.userId;

export const useSession = (): Session => useSyncExternalStore(subscribe, () => session);

const keyOf = ({ userId = '', organizationId = '' }: Session): string => `${userId} ${organizationId}`;

/** Changes when another user, or the same in another organization, goes on: nothing of the former may be left. */
export const useSessionKey = (): string => useSyncExternalStore(subscribe, () => keyOf(session));

/** Calls the listener when another user, or the same in another organization, goes on. */
export const onOtherSession = (listener: () => void): void => {
  let key = keyOf(session);
  subscribe(() => {
    if (key === keyOf(session)) return;
    key = keyOf(session);
    listener();
  });
};

export const bearer = (own = token): Record<string, string> => (own ? { authorization: `Bearer ${own}` } : {});

const userIdOf = (jwt: string): string => {
  const claims = jwt.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
  return (JSON.parse(atob(claims)) as { userId: string }).userId;
};

/** Continues with a token of an organization. Requests of another user are not sent as this one. */
const adopt = (next: string, organizationId: string): void => {
  const requests = waiting.splice(0);
  const userId = userIdOf(next);
  const isSame = session.userId === userId && session.organizationId === organizationId;
  token = next;
  change({ status: 'signed-in', userId, organizationId });
  if (isSame) for (const resume of requests) resume();
};

/** Keeps what asks for the second factor; who was working goes on after it. */
const challengeWith = (challenge: Challenge): void => {
  const status = session.status === 'signed-in' ? 'interrupted' : session.status;
  change({ ...session, status, challenge });
};

/** Completes the login that waits for its second factor, with a code. */
export const completeChallenge = async (code: string): Promise<void> => {
  const { challenge } = session;
  if (!challenge) return;
  const { token: next } = await publicApi.POST('/api/v2/auth/mfa/verify', {
    body: { mfaToken: code },
    headers: bearer(challenge.mfaToken),
  });
  adopt(next, challenge.organizationId);
  channel.postMessage('signed-in');
};

/** Forgets the login that waits for its second factor; who was working in another organization goes on there. */
export const cancelChallenge = (): void => {
  const { userId, organizationId } = session;
  const isWorking = token !== undefined && waiting.length === 0 && userId !== undefined && organizationId !== undefined;
  change(isWorking ? { status: 'signed-in', userId, organizationId } : { status: 'signed-out' });
};

/**
 * Changes to an organization; `login` is the token of a login that has none yet. If a second factor is needed first, the
 * session says so in `challenge`.
 */
export const selectOrganization = async (organizationId: string, login = token): Promise<void> => {
  const { token: next, isMfaEnabled } = await publicApi.POST('/api/v3/auth/select-organization', {
    body: { organizationId },
    headers: bearer(login),
  });
  if (isMfaEnabled) return challengeWith({ organizationId, login: login ?? '', mfaToken: next });
  adopt(next, organizationId);
  channel.postMessage('signed-in');
};

type Refreshed = components['schemas']['RefreshSessionResult'];

let refreshing: Promise<Refreshed | undefined> | undefined;

const requestToken = async (): Promise<Refreshed | undefined> => {
  const { response, ...result } = await publicRequests.POST('/api/v1/auth/token');
  return response.status === 401 ? undefined : dataOf(result);
};

/** Exchanges the refresh cookie for a token; undefined without a valid one. */
const refresh = (): Promise<Refreshed | undefined> =>
  (refreshing ??= requestToken().finally(() => {
    refreshing = undefined;
  }));

/** Takes over the session that single sign-on opened, if there is one; returns the question whether to do so. */
const adoptSignOn = async (answer: { replace?: boolean } = {}): Promise<SignOnQuestion | null> =>
  (await publicApi.POST('/api/v1/auth/token/single-sign-on', { body: answer })).question;

const resume = async (): Promise<void> => {
  const isBack = session.status === 'starting' && location.pathname === pages.selectOrganization;
  const question = isBack ? await adoptSignOn() : null;
  if (question) return change({ status: 'signed-out', question });
  const refreshed = await refresh();
  if (refreshed?.organizationId) return adopt(refreshed.token, refreshed.organizationId);
  if (session.status === 'starting') change({ status: 'signed-out', ...(refreshed && { login: refreshed.token }) });
};

let resuming: Promise<void> | undefined;

/** Takes up the session of this browser, if there is one. */
export const resumeSession = (): Promise<void> =>
  (resuming ??= resume().finally(() => {
    resuming = undefined;
  }));

/** Continues with the session of single sign-on, or with the one that the browser had. */
export const answerSignOn = async (replace: boolean): Promise<void> => {
  await adoptSignOn({ replace });
  change({ status: 'starting' });
  await resumeSession();
};

/** Gets a new token from the cookie instead of one that was refused; false if the session has ended. */
export const renewFromCookie = async (refused: string | undefined): Promise<boolean> => {
  if (token !== refused) return true;
  // Somebody is signing in over the page, and the cookie may already be another user's.
  if (session.status === 'interrupted') return false;
  const { organizationId } = session;
  const refreshed = await refresh();
  if (token !== refused) return true;
  if (!refreshed || !organizationId) return false;
  // Another tab may have changed to another organization.
  if (refreshed.organizationId === organizationId) adopt(refreshed.token, organizationId);
  else await selectOrganization(organizationId, refreshed.token);
  return token !== refused;
};

/** Gets a new token instead of one that was refused: from the cookie, or else from the person. */
export const renewSession = async (refused: string | undefined): Promise<void> => {
  if (await renewFromCookie(refused)) return;
  change({ ...session, status: 'interrupted' });
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
};

export const currentToken = (): string | undefined => token;

const end = (): void => {
  token = undefined;
  waiting.length = 0;
  change({ status: 'signed-out' });
};

/** Ends the session, in all tabs. */
export const logOut = async (): Promise<void> => {
  await publicRequests.POST('/api/v1/auth/logout', { headers: bearer() });
  channel.postMessage('logged-out');
  end();
};

/** Ends the session where somebody was working: the page stays below the login. */
export const interruptSession = async (): Promise<void> => {
  if (session.status !== 'signed-in') return;
  const ended = bearer();
  token = undefined;
  change({ ...session, status: 'interrupted' });
  // Without a response, the server ends it by its own count.
  await publicRequests.POST('/api/v1/auth/logout', { headers: ended }).catch(() => undefined);
};

channel.onmessage = ({ data }) => {
  if (data === 'logged-out') end();
  else if (session.status !== 'signed-in') void resumeSession();
};
