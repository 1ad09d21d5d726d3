import type { Handler } from '../../../contract.ts';
import { encryptLoginSecret } from '../../../platform/crypto/sealing.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { requireSecretAgain } from '../login-methods/rules.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { checkApiServer } from './api-server.ts';
import { login } from './login.ts';
import { kubernetesAuth } from './method.ts';
import { toColumns, toNewColumns } from './rules.ts';
import type { KubernetesAuthRow } from './store.ts';
import { kubernetesAuthView, revokedKubernetesAuthView } from './view.ts';

/** Encrypts the token of the reviewer: null removes it; undefined and an empty text leave it as it is. */
const toSealed = (
  { keyring }: Pick<Scope, 'keyring'>,
  id: string,
  token: string | null | undefined,
): { sealedSecret?: string | null } => {
  if (token === null) return { sealedSecret: null };
  const text = token?.trim() ?? '';
  return text === '' ? {} : { sealedSecret: encryptLoginSecret(keyring, id, text) };
};

/** What decides where the token of the reviewer is sent, and how it is protected. */
const whereTo = ['kubernetesHost', 'caCert', 'verifyTlsCertificate'] as const;

/** What decides who is asked. */
const asking = [...whereTo, 'tokenReviewMode', 'jwksUrl'];

/** 400 if whoever vouches for service accounts may not, or cannot, be asked; only if that is changed. */
const check =
  (scope: Scope, columns: object, token: string | null | undefined) =>
  async (auth: KubernetesAuthRow): Promise<void> => {
    if (!token && !asking.some((name) => name in columns)) return;
    if (auth.tokenReviewMode === 'api') return checkApiServer(scope, auth);
    const problem = auth.jwksUrl === '' ? undefined : scope.openIdProviders.problemOf(auth.jwksUrl);
    if (problem) throw badRequest(`jwksUrl ${problem}.`);
  };

export const attachKubernetesAuth: Handler<'attachKubernetesAuth'> = async (scope, { params, body }) => {
  const columns = toNewColumns(body);
  const withToken = (id: string) => ({ sealedSecret: null, ...columns, ...toSealed(scope, id, body.tokenReviewerJwt) });
  const attached = await attach(
    scope,
    kubernetesAuth,
    params.identityId,
    withToken,
    check(scope, columns, body.tokenReviewerJwt),
  );
  return { identityKubernetesAuth: kubernetesAuthView(attached) };
};

export const getKubernetesAuth: Handler<'getKubernetesAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, kubernetesAuth, params.identityId);
  return { identityKubernetesAuth: kubernetesAuthView(auth) };
};

export const updateKubernetesAuth: Handler<'updateKubernetesAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  const withToken = (stored: KubernetesAuthRow) => {
    const token = toSealed(scope, stored.id, body.tokenReviewerJwt);
    if (stored.sealedSecret !== null && token.sealedSecret === undefined)
      requireSecretAgain(stored, columns, whereTo, 'tokenReviewerJwt');
    return { ...columns, ...token };
  };
  const changed = await change(
    scope,
    kubernetesAuth,
    params.identityId,
    withToken,
    check(scope, columns, body.tokenReviewerJwt),
  );
  return { identityKubernetesAuth: kubernetesAuthView(changed) };
};

export const revokeKubernetesAuth: Handler<'revokeKubernetesAuth'> = async (scope, { params }) => ({
  identityKubernetesAuth: revokedKubernetesAuthView(await detach(scope, kubernetesAuth, params.identityId)),
});

export const loginWithKubernetesAuth: Handler<'loginWithKubernetesAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
