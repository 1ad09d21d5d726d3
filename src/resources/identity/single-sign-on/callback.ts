import type { RedirectReply, Request } from '../../../contract.ts';
import { decryptForSignOn } from '../../../platform/crypto/sealing.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { refreshToken } from '../sessions/new.ts';
import { admit } from './account.ts';
import { linkCookie, newPendingLink, readAttempt, takeAttempt, type Attempt } from './attempt.ts';
import { clientSecretContext } from './client-secret.ts';
import { endpointsOf, type Endpoints } from './endpoints.ts';
import { readIdToken, type Person } from './id-token.ts';
import { recordFailure, toLinkQuestion, toOrganization, toSignInPage } from './outcome.ts';
import { signOnErrorOf } from './refusal.ts';
import { redirectUri } from './start.ts';
import type { SignOnProviderRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

type ProviderResponse = Request<'finishSingleSignOn'>['query'];

const maxToken = 65_536;

/** Redeems the code for an ID token. */
const redeem = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  { tokenEndpoint, takesSecretInBody }: Endpoints,
  { code, verifier }: { code: string; verifier: string },
): Promise<string> => {
  const { id, clientId, sealedClientSecret } = provider;
  const secret = decryptForSignOn(scope.keyring, clientSecretContext(id), sealedClientSecret);
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri(scope),
    code_verifier: verifier,
    ...(takesSecretInBody && { client_id: clientId, client_secret: secret }),
  });
  const credentials = [clientId, secret].map(encodeURIComponent).join(':');
  const headers = { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  const response = await scope.openIdProviders.post(tokenEndpoint, body, takesSecretInBody ? {} : headers);
  const token = (response as { id_token?: unknown } | null)?.id_token;
  if (typeof token !== 'string' || token.length > maxToken)
    throw new Refused('id_token_missing', 'The provider gave no ID token, or one that is too long.');
  return token;
};

/** Throws unless the response is one of the provider that the attempt was made with: another one may have sent it. */
const requireFrom = ({ issuer, namesItself }: Endpoints, { iss }: ProviderResponse): void => {
  if (iss === undefined ? namesItself : iss !== issuer)
    throw new Refused('answer_issuer_mismatch', 'The response is of another provider, or does not say of which.');
};

const identify = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  attempt: Attempt,
  response: ProviderResponse,
): Promise<Person> => {
  const endpoints = await endpointsOf(scope, provider);
  requireFrom(endpoints, response);
  if (response.error !== undefined) throw new Refused('denied_by_provider', 'The provider refused the sign-in.');
  if (response.code === undefined) throw new Refused('code_missing', 'The response of the provider has no code.');
  await takeAttempt(scope, attempt);
  const token = await redeem(scope, provider, endpoints, { code: response.code, verifier: attempt.verifier });
  return readIdToken(scope, provider, endpoints, { token, nonce: attempt.nonce });
};

const complete = async (
  scope: PublicScope,
  provider: SignOnProviderRow,
  attempt: Attempt,
  response: ProviderResponse,
): Promise<RedirectReply> => {
  const person = await identify(scope, provider, attempt, response);
  const admission = await scope.transaction(ofOrganization(provider.organizationId), (tx) =>
    admit(tx, provider, person),
  );
  if ('session' in admission) return toOrganization(refreshToken(scope, admission.session), attempt.callbackPort);
  const { issuer, subject, email } = person;
  const link = newPendingLink(scope, {
    providerId: provider.id,
    userId: admission.accountId,
    person: { issuer, subject, email },
  });
  return toLinkQuestion(linkCookie(scope, link), attempt.callbackPort);
};

/** Signs in with the response of a provider; a failure leads to the sign-in page, with its reason in the audit log. */
export const finish = async (scope: PublicScope, response: ProviderResponse): Promise<RedirectReply> => {
  let attempt: Attempt | undefined;
  let provider: SignOnProviderRow | undefined;
  try {
    attempt = readAttempt(scope, response.state);
    provider = await scope.stores.signOnProviders.findById(attempt.providerId);
    if (!provider?.isActive) throw new Refused('provider_not_active', 'Single sign-on is not active.');
    return await complete(scope, provider, attempt, response);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (provider) recordFailure(scope, provider, error);
    return toSignInPage(signOnErrorOf(error), attempt?.callbackPort);
  }
};
