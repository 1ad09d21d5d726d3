import { RedirectReply, type Request } from '../../../contract.ts';
import { codeChallenge } from '../../../platform/crypto/digest.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { recentSeconds } from '../sessions/recent.ts';
import { attemptCookie, newAttempt } from './attempt.ts';
import { endpointsOf } from './endpoints.ts';
import { recordFailure, toSignInPage, toStartQuestion } from './outcome.ts';
import { signOnErrorOf } from './refusal.ts';
import type { SignOnProviderRow } from './store.ts';

/** The only address that the provider sends responses to. */
export const redirectUri = ({ config }: Pick<PublicScope, 'config'>): string =>
  `${config.siteUrl}/api/v1/sso/oidc/callback`;

const leadTo = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  callbackPort: number | undefined,
): Promise<RedirectReply> => {
  const { authorizationEndpoint } = await endpointsOf(scope, provider);
  const attempt = newAttempt(scope, provider.id, callbackPort);
  const url = new URL(authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri(scope),
    scope: 'openid profile email',
    // The person shows the provider who they are, so that the sign-in counts as a recent one; with `max_age`, a provider
    // has to state in `auth_time` when that was, and an earlier time is what counts.
    prompt: 'login',
    max_age: String(recentSeconds),
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: codeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return new RedirectReply(url.href, { sso: attemptCookie(scope, attempt), sso_ask: null });
};

/**
 * Whether the person has asked for this sign-in on a page of this server. Otherwise any site could sign a browser in, to an
 * account at a provider of its own. A browser that does not name the page, as on http, has the cookie of the page that asks,
 * which it sends with requests of that page and not with those of other sites.
 */
const isAsked = ({ caller }: PublicScope): boolean =>
  caller.isFromOwnPage || (caller.isFromUnknownPage && caller.signOnCookie('sso_ask')?.isFormer === false);

/**
 * Leads the browser to the provider of the organization, to the page that asks first whether to begin, or back to the
 * sign-in page with an error.
 */
export const start = async (
  scope: PublicScope,
  { orgSlug, callbackPort }: Request<'startSingleSignOn'>['query'],
): Promise<RedirectReply> => {
  if (orgSlug === undefined) return toSignInPage('sso_organization_needed', callbackPort);
  const provider = await scope.stores.signOnProviders.findActiveBySlug(orgSlug);
  if (!provider) return toSignInPage('sso_unavailable', callbackPort);
  if (!isAsked(scope)) return toStartQuestion(orgSlug, callbackPort);
  try {
    return await leadTo(scope, provider, callbackPort);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    recordFailure(scope, provider, error);
    return toSignInPage(signOnErrorOf(error), callbackPort);
  }
};
