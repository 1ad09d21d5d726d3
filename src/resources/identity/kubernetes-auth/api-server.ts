import { decryptLoginSecret } from '../../../platform/crypto/sealing.ts';
import { clientNetwork } from '../../../platform/addresses.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { OutgoingResponse } from '../../../platform/outgoing/client.ts';
import { Refused, Unreachable } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { KubernetesAuthRow } from './store.ts';

type Deps = Pick<PublicScope, 'outgoing' | 'keyring' | 'caller'>;

const who = 'The API server';
const reviewPath = '/apis/authentication.k8s.io/v1/tokenreviews';

/** The token that asks: of the reviewer, or else the one that is to be reviewed. */
const reviewerOf = ({ keyring }: Deps, { id, sealedSecret }: KubernetesAuthRow): string | undefined =>
  sealedSecret === null ? undefined : decryptLoginSecret(keyring, id, sealedSecret);

const call = (
  { outgoing, caller }: Deps,
  auth: KubernetesAuthRow,
  path: string,
  more: { headers?: Record<string, string>; body?: string } = {},
): Promise<OutgoingResponse> =>
  outgoing.call({
    ...more,
    who,
    url: new URL(`${auth.kubernetesHost!.replace(/\/+$/, '')}${path}`),
    key: `${auth.identityId} ${clientNetwork(caller.ip)}`,
    caCert: auth.caCert,
    verifiesCertificate: auth.verifyTlsCertificate,
  });

const review = (
  deps: Deps,
  auth: KubernetesAuthRow,
  { reviewer, token }: { reviewer: string; token: string },
): Promise<OutgoingResponse> =>
  call(deps, auth, reviewPath, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${reviewer}` },
    body: JSON.stringify({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token, ...(auth.allowedAudience !== '' && { audiences: [auth.allowedAudience] }) },
    }),
  });

/** What the API server says about a token. */
export interface Reviewed {
  readonly username: unknown;
  readonly audiences: unknown;
}

interface TokenReview {
  readonly status?: {
    readonly error?: unknown;
    readonly authenticated?: unknown;
    readonly user?: { readonly username?: unknown };
    readonly audiences?: unknown;
  };
}

const parse = (text: string): TokenReview => {
  try {
    return (JSON.parse(text) ?? {}) as TokenReview;
  } catch {
    throw new Unreachable('server_response_invalid', `The response of ${who} is not JSON.`);
  }
};

/** Why the API server did not let the reviewer ask. A reviewer of the configuration is not the fault of the login. */
const refusedReviewer = (status: number, isConfigured: boolean): Refused => {
  if (!isConfigured)
    return status === 401
      ? new Refused('token_not_authenticated', 'The API server does not accept the token.')
      : new Refused(
          'token_reviewer_forbidden',
          'The service account may not review its own token: it needs the role system:auth-delegator, or the configuration a tokenReviewerJwt.',
        );
  return status === 401
    ? new Unreachable(
        'token_reviewer_unauthorized',
        'The API server does not accept tokenReviewerJwt; it may have expired.',
      )
    : new Unreachable(
        'token_reviewer_forbidden',
        'The service account of tokenReviewerJwt may not review tokens: it needs the role system:auth-delegator.',
      );
};

/** Asks the API server about a token; throws `Refused` if it is not valid. */
export const reviewToken = async (deps: Deps, auth: KubernetesAuthRow, token: string): Promise<Reviewed> => {
  const reviewer = reviewerOf(deps, auth);
  const { status, text } = await review(deps, auth, { reviewer: reviewer ?? token, token });
  if (status === 401 || status === 403) throw refusedReviewer(status, reviewer !== undefined);
  if (status !== 200 && status !== 201)
    throw new Unreachable('server_response_invalid', `The API server responded with the status ${status}.`);
  const { error, authenticated, user, audiences } = parse(text).status ?? {};
  if (error !== undefined && error !== '')
    throw new Refused('token_review_error', 'The API server does not accept the token.');
  if (authenticated !== true) throw new Refused('token_not_authenticated', 'The API server does not accept the token.');
  return { username: user?.username, audiences };
};

/** 400 if the API server cannot be asked with this configuration. */
export const checkApiServer = async (deps: Deps, auth: KubernetesAuthRow): Promise<void> => {
  const problem = deps.outgoing.problemOf(auth.kubernetesHost!);
  if (problem) throw badRequest(`kubernetesHost ${problem}.`);
  const reviewer = reviewerOf(deps, auth);
  try {
    const { status } =
      reviewer === undefined
        ? await call(deps, auth, '/version')
        : await review(deps, auth, { reviewer, token: 'test-token-for-permission-validation' });
    if (reviewer !== undefined && (status === 401 || status === 403)) throw refusedReviewer(status, true);
    if (status >= 500 || (reviewer !== undefined && status >= 300))
      throw new Unreachable('server_response_invalid', `The API server responded with the status ${status}.`);
  } catch (error) {
    throw error instanceof Refused ? badRequest(error.message) : error;
  }
};
