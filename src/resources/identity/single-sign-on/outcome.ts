import { loginFailures } from '../../../audit/events.ts';
import { RedirectReply } from '../../../contract.ts';
import type { Refused } from '../../../platform/openid/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SignOnError } from './refusal.ts';
import type { SignOnProviderRow } from './store.ts';

/** The addresses of the console that a sign-in ends at; nothing of a request is part of them but a port. */
const addressOf = (
  page: '/login' | '/login/select-organization',
  parameters: Readonly<Record<string, string>>,
  port: number | null | undefined,
): string => {
  const search = new URLSearchParams({ ...parameters, ...(port && { callback_port: String(port) }) }).toString();
  return search === '' ? page : `${page}?${search}`;
};

/** Leads back to the sign-in page, which has a sentence for the error. */
export const toSignInPage = (error: SignOnError, port?: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login', { error }, port), { cookies: { sso: null } });

/** Leads to the sign-in page, to sign in with the account's own method first. */
export const toLinkQuestion = (cookie: string, port: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login', { link: 'sso' }, port), { cookies: { sso: null, sso_link: cookie } });

export const toOrganization = (token: RedirectReply['token'], port: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login/select-organization', {}, port), {
    ...(token && { token }),
    cookies: { sso: null, sso_link: null },
  });

/** Records why a sign-in failed in the audit log of the organization; says nothing of it to the browser. */
export const recordFailure = (
  { audit }: PublicScope,
  { id, organizationId }: Pick<SignOnProviderRow, 'id' | 'organizationId'>,
  { reason, message }: Refused,
): void =>
  audit.recordRefusal({
    type: loginFailures.singleSignOn,
    reason,
    metadata: { providerId: id, message },
    actor: { type: 'unknownUser' },
    organizationId,
  });
