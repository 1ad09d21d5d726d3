import type { Handler } from '../../../contract.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findIdentity, requireBoundaryOf } from '../identities/guard.ts';
import { findChangeableToken, findToken, tokenNotFound } from './guard.ts';
import {
  attach,
  changeSettings,
  detach,
  createAuthToken,
  tokenAuthNotFound,
  renameToken,
  revokeToken,
} from './service.ts';
import { tokenSettingsIssues } from '../access-tokens/settings.ts';
import { tokenAuthView, tokenView } from './view.ts';

export const attachTokenAuth: Handler<'attachTokenAuth'> = async (scope, { params, body }) => {
  refuseIssues(tokenSettingsIssues(body));
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  return { identityTokenAuth: tokenAuthView(await attach(scope, identity, body)) };
};

export const getTokenAuth: Handler<'getTokenAuth'> = async (scope, { params }) => {
  const identity = await findIdentity(scope, params.identityId);
  const settings = await scope.stores.tokenAuths.findByIdentity(identity.id);
  if (!settings) throw tokenAuthNotFound();
  return { identityTokenAuth: tokenAuthView(settings) };
};

export const updateTokenAuth: Handler<'updateTokenAuth'> = async (scope, { params, body }) => {
  refuseIssues(tokenSettingsIssues(body));
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  return { identityTokenAuth: tokenAuthView(await changeSettings(scope, identity, body)) };
};

export const revokeTokenAuth: Handler<'revokeTokenAuth'> = async (scope, { params }) => {
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  return { identityTokenAuth: tokenAuthView(await detach(scope, identity)) };
};

export const createTokenAuthToken: Handler<'createTokenAuthToken'> = async (scope, { params, body }) => {
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  const issued = await createAuthToken(scope, identity, body.name);
  return { ...accessTokenView(issued), tokenData: tokenView(issued.row) };
};

export const listTokenAuthTokens: Handler<'listTokenAuthTokens'> = async (scope, { params, query }) => {
  const identity = await findIdentity(scope, params.identityId);
  if (!(await scope.stores.tokenAuths.findByIdentity(identity.id))) throw tokenAuthNotFound();
  const tokens = await scope.stores.accessTokens.listOfIdentity(identity.id, 'token-auth', query);
  return { tokens: tokens.map(tokenView) };
};

export const getTokenAuthToken: Handler<'getTokenAuthToken'> = async (scope, { params }) => {
  const { token } = await findToken(scope, params.tokenId);
  return { token: tokenView(token) };
};

export const getTokenAuthTokenOfIdentity: Handler<'getTokenAuthTokenOfIdentity'> = async (scope, { params }) => {
  const { token, owner } = await findToken(scope, params.tokenId);
  if (owner.id !== params.identityId) throw tokenNotFound();
  return { token: tokenView(token) };
};

export const updateTokenAuthToken: Handler<'updateTokenAuthToken'> = async (scope, { params, body: { name } }) => {
  const found = await findChangeableToken(scope, params.tokenId);
  return { token: tokenView(name === undefined ? found.token : await renameToken(scope, found, name)) };
};

export const revokeTokenAuthToken: Handler<'revokeTokenAuthToken'> = async (scope, { params }) => {
  const found = await findToken(scope, params.tokenId);
  await requireBoundaryOf(scope, found.owner);
  await revokeToken(scope, found);
  return { message: 'The token is revoked.' };
};
