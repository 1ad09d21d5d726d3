import { loginFailures } from '../../../audit/events.ts';
import { RedirectReply, type RefreshToken } from '../../../contract.ts';
import type { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SignOnError } from './refusal.ts';
import type { SignOnProviderRow } from './store.ts';

/** The addresses of the console; nothing of a request is part of them but a port and the slug of an organization. */
const addressOf = (
  page: '/login' | '/login/single-sign-on' | '/login/select-organization',
  parameters: Readonly<Record<string, string>>,
  port: number | null | undefined,
): string => {
  const search = new URLSearchParams({ ...parameters, ...(port && { callback_port: String(port) }) }).toString();
  return search === '' ? page : `${page}?${search}`;
};

/** Leads back to the sign-in page, which has a sentence for the error. */
export const toSignInPage = (error: SignOnError, port?: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login', { error }, port), { sso: null });

/** Leads to the page that asks whether to sign in with the provider of the organization. */
export const toStartQuestion = (org: string, port: number | undefined): RedirectReply =>
  new RedirectReply(addressOf('/login/single-sign-on', { org }, port), { sso_ask: 'asked' });

/** Leads to the sign-in page, to sign in with the account's own method first. */
export const toLinkQuestion = (cookie: string, port: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login', { link: 'sso' }, port), { sso: null, sso_link: cookie });

/** Leads to the page that makes the new session the one of the browser, after a question if there is another. */
export const toOrganization = ({ value }: RefreshToken, port: number | null): RedirectReply =>
  new RedirectReply(addressOf('/login/select-organization', {}, port), {
    sso: null,
    sso_link: null,
    sso_session: value,
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
