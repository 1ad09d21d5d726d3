import type { Handler } from '../../../contract.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireBoundaryOf } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import { findUniversalAuth } from '../universal-auth/guard.ts';
import { newClientSecret } from './new.ts';
import { addSecret, revokeSecret } from './service.ts';
import type { ClientSecretRow } from './store.ts';
import { clientSecretView } from './view.ts';

export const createClientSecret: Handler<'createClientSecret'> = async (scope, { params, body }) => {
  const { identity, auth } = await findUniversalAuth(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  const { secret, row } = newClientSecret(scope, auth.id, body);
  await addSecret(scope, identity, row);
  return { clientSecret: secret, clientSecretData: clientSecretView(row) };
};

export const listClientSecrets: Handler<'listClientSecrets'> = async (scope, { params }) => {
  const { auth } = await findUniversalAuth(scope, params.identityId);
  const secrets = await scope.stores.clientSecrets.list(auth.id);
  return { clientSecretData: secrets.map(clientSecretView) };
};

const findClientSecret = async (
  scope: Scope,
  params: { identityId: string; clientSecretId: string },
): Promise<{ identity: IdentityRow; secret: ClientSecretRow }> => {
  const { identity, auth } = await findUniversalAuth(scope, params.identityId);
  const secret = await scope.stores.clientSecrets.findById(auth.id, params.clientSecretId);
  if (!secret) throw notFound('Client secret not found.');
  return { identity, secret };
};

export const getClientSecret: Handler<'getClientSecret'> = async (scope, { params }) => {
  const { secret } = await findClientSecret(scope, params);
  return { clientSecretData: clientSecretView(secret) };
};

export const revokeClientSecret: Handler<'revokeClientSecret'> = async (scope, { params }) => {
  const { identity, secret } = await findClientSecret(scope, params);
  await requireBoundaryOf(scope, identity);
  return { clientSecretData: clientSecretView(await revokeSecret(scope, identity, secret)) };
};
