import { auditedUser } from '../../../audit/audit.ts';
import { SessionReply, type Reply } from '../../../contract.ts';
import type { PublicScope } from '../../../scope.ts';
import { refreshToken } from '../sessions/new.ts';
import { findLive, requireOwnPage } from '../sessions/refresh.ts';
import type { PresentedSession } from '../sessions/store.ts';
import { ofAccount } from '../../../transaction-keys.ts';

type Adoption = Reply<'adoptSingleSignOn'>;

const nothingToAsk: Adoption = { question: null };

/** Whether it is only a new sign-in of the person that the browser has a session of. */
const isSame = (next: PresentedSession, current: PresentedSession): boolean =>
  current.userId === next.userId && current.providerId === next.providerId;

/** The session that single sign-on opened; cookies of earlier versions never held one. */
const findNext = async (scope: PublicScope): Promise<PresentedSession | undefined> => {
  const sent = scope.caller.signOnCookie('sso_session');
  return sent?.isFormer ? undefined : findLive(scope, sent);
};

/** Ends the session that the person does not want. */
const drop = (scope: PublicScope, { id, userId, username, email, authMethod }: PresentedSession): Promise<void> =>
  scope.transaction(ofAccount(userId), async ({ stores, audit }) => {
    await stores.sessions.delete(id);
    const actor = { ...auditedUser({ id: userId, username, email }), authMethod };
    await audit.record({ type: 'user-logout', metadata: { sessionId: id }, actor, organizationId: null });
  });

const ask = async (
  { stores }: PublicScope,
  current: PresentedSession,
  { username: next, providerId }: PresentedSession,
): Promise<Adoption> => {
  const provider = await stores.signOnProviders.findById(providerId ?? '');
  const organization = provider && (await stores.organizations.findById(provider.organizationId));
  return { question: { current: current.username, next, organizationName: organization?.name ?? '' } };
};

/**
 * Makes the session that single sign-on opened the one of this browser. If another one is live there, it asks first;
 * `replace` is the answer.
 */
export const adopt = async (scope: PublicScope, replace: boolean | undefined): Promise<SessionReply<Adoption>> => {
  requireOwnPage(scope);
  const next = await findNext(scope);
  const done = { signOnCookies: { sso_session: null } };
  if (next && replace === false) await drop(scope, next);
  if (!next || replace === false) return new SessionReply(nothingToAsk, undefined, done);
  const current = await findLive(scope, scope.caller.refreshToken);
  if (current && !isSame(next, current) && replace !== true)
    return new SessionReply(await ask(scope, current, next), undefined);
  return new SessionReply(nothingToAsk, refreshToken(scope, next), done);
};
