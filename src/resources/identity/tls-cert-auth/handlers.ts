import type { Handler } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { tlsCertAuth } from './method.ts';
import { requireUsableAuthority, toColumns } from './rules.ts';
import type { TlsCertAuthRow } from './store.ts';
import { revokedTlsCertAuthView, tlsCertAuthView } from './view.ts';

const checkAuthority =
  ({ clock }: Pick<Scope, 'clock'>, { caCertificate: sent }: Partial<TlsCertAuthRow>) =>
  async ({ caCertificate }: TlsCertAuthRow): Promise<void> => {
    if (sent !== undefined) requireUsableAuthority(caCertificate, clock.now());
  };

export const attachTlsCertAuth: Handler<'attachTlsCertAuth'> = async (scope, { params, body }) => {
  // The contract fills in the other defaults.
  const columns = {
    sealedSecret: null,
    allowedCommonNames: null,
    allowedSubjectAltNames: null,
    ...toColumns(body),
  } as TlsCertAuthRow;
  const attached = await attach(scope, tlsCertAuth, params.identityId, () => columns, checkAuthority(scope, columns));
  return { identityTlsCertAuth: tlsCertAuthView(attached) };
};

export const getTlsCertAuth: Handler<'getTlsCertAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, tlsCertAuth, params.identityId);
  return { identityTlsCertAuth: tlsCertAuthView(auth) };
};

export const updateTlsCertAuth: Handler<'updateTlsCertAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  const changed = await change(scope, tlsCertAuth, params.identityId, () => columns, checkAuthority(scope, columns));
  return { identityTlsCertAuth: tlsCertAuthView(changed) };
};

export const revokeTlsCertAuth: Handler<'revokeTlsCertAuth'> = async (scope, { params }) => ({
  identityTlsCertAuth: revokedTlsCertAuthView(await detach(scope, tlsCertAuth, params.identityId)),
});

export const loginWithTlsCertAuth: Handler<'loginWithTlsCertAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
