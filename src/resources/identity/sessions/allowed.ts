import { forbidden, ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { PresentedSession } from './store.ts';

const needsSingleSignOn = (): ServiceError =>
  new ServiceError(
    403,
    'SingleSignOnRequired',
    'Here you act only after signing in with single sign-on. Sign in again with it.',
    { help: helpSections.signIn },
  );

const needsSecondFactor = (): ServiceError =>
  forbidden(
    'You may sign in here without single sign-on, but only with a second factor. Set one up in your account.',
    helpSections.secondFactor,
  );

const isOwnProvider = ({ providerId, singleSignOnId }: PresentedSession): boolean =>
  providerId !== null && providerId === singleSignOnId;

const isBreakGlassUser = ({ userId, breakGlassUserId, role }: PresentedSession): boolean =>
  userId === breakGlassUserId && role === 'admin';

/** Whether the session is one of the administrator who need not use the single sign-on that is enforced. */
export const isBreakGlass = (session: PresentedSession): boolean =>
  session.authEnforced === true && session.providerId === null && isBreakGlassUser(session);

/**
 * Why the session may not act in the organization of its token, whatever second factor is shown; undefined if it may.
 *
 * The provider of one organization must have no power in another, so its sessions act in its own only. The other way
 * round, a membership that a provider created is not for whoever has, or later gets, the password of the account: nobody
 * has shown that they are the same person.
 */
const methodProblem = (session: PresentedSession): ServiceError | undefined => {
  if (isOwnProvider(session)) return undefined;
  if (session.providerId !== null)
    return forbidden(
      'This session is of the single sign-on of another organization, and acts only there. Sign in to this one separately.',
      helpSections.signIn,
    );
  const isEnforced = session.authEnforced === true && !isBreakGlassUser(session);
  return session.needsSingleSignOn === true || isEnforced ? needsSingleSignOn() : undefined;
};

/** Why the session may not act in the organization of its token; undefined if it may. Asked with every request. */
export const signInProblem = (session: PresentedSession): ServiceError | undefined =>
  methodProblem(session) ?? (isBreakGlass(session) && session.mfaMethod === null ? needsSecondFactor() : undefined);

/** 403 unless the organization of the token accepts how its user signed in. */
export const requireAcceptedSignIn = (session: PresentedSession): void => {
  const problem = signInProblem(session);
  if (problem) throw problem;
};

/** 403 unless the organization of the token accepts how its user signed in; a second factor may follow. */
export const requireAcceptedMethod = (session: PresentedSession): void => {
  const problem = methodProblem(session);
  if (problem) throw problem;
};
