import { SessionReply, type Handler } from '../../../contract.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findOwnAccount } from '../../organization/organization-users/find.ts';
import { userView } from '../../organization/organization-users/view.ts';
import { refreshToken, sessionToken } from '../sessions/new.ts';
import { factorOwner, findFactors } from './find.ts';
import {
  activate,
  completeTotp,
  deactivate,
  removeTotp,
  renewRecoveryCodes,
  selectMethod,
  startTotp,
} from './service.ts';
import { completeLogin } from './verify.ts';

export const checkTotp: Handler<'checkTotp'> = async (scope) => {
  const { methods } = await findFactors(scope.stores, factorOwner(scope));
  return { isVerified: methods.includes('totp') };
};

export const sendMfaCode: Handler<'sendMfaCode'> = () => {
  throw badRequest('Codes are not sent by mail. Use the one that your authenticator app shows, or a recovery code.');
};

const loginReply = async (scope: Scope, code: string): Promise<SessionReply<{ token: string }>> => {
  const { session, organizationId } = await completeLogin(scope, code);
  const token = sessionToken(scope, session, organizationId);
  return new SessionReply({ token }, refreshToken(scope, session, organizationId));
};

export const verifyMfa: Handler<'verifyMfa'> = (scope, { body }) => loginReply(scope, body.mfaToken);

export const verifyRecoveryCode: Handler<'verifyRecoveryCode'> = (scope, { body }) =>
  loginReply(scope, body.recoveryCode);

export const getTotp: Handler<'getTotp'> = async (scope) => {
  const { row } = await findFactors(scope.stores, factorOwner(scope));
  if (!row?.sealedTotpSecret) throw notFound('You have no authenticator app.');
  if (!row.isTotpVerified) throw badRequest('The set-up of your authenticator app is not complete. Begin again.');
  return { isVerified: true };
};

export const registerTotp: Handler<'registerTotp'> = async (scope) => ({ otpUrl: await startTotp(scope) });

export const verifyTotp: Handler<'verifyTotp'> = async (scope, { body }) => {
  await completeTotp(scope, body.totp);
  return { success: true };
};

export const deleteTotp: Handler<'deleteTotp'> = async (scope) => {
  await removeTotp(scope);
  return { message: 'The authenticator app is removed.' };
};

const ownUser = async (scope: Scope) => userView(await findOwnAccount(scope));

export const activateMfa: Handler<'activateMfa'> = async (scope, { body }) => {
  const recoveryCodes = await activate(scope, body.selectedMfaMethod);
  return { user: await ownUser(scope), recoveryCodes };
};

export const deactivateMfa: Handler<'deactivateMfa'> = async (scope) => {
  await deactivate(scope);
  return { user: await ownUser(scope) };
};

export const updateMfa: Handler<'updateMfa'> = async (scope, { body }) => {
  await selectMethod(scope, body.selectedMfaMethod);
  return { user: await ownUser(scope) };
};

export const countRecoveryCodes: Handler<'countRecoveryCodes'> = async (scope) => ({
  recoveryCodes: [],
  remaining: await scope.stores.recoveryCodes.count(factorOwner(scope)),
});

export const createRecoveryCodes: Handler<'createRecoveryCodes'> = async (scope) => ({
  recoveryCodes: await renewRecoveryCodes(scope),
});
