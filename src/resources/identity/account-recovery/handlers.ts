import type { Handler } from '../../../contract.ts';
import { userView } from '../../organization/organization-users/view.ts';
import { requireGoodPassword } from '../account/password-rule.ts';
import { redeemCode, requestReset, setPassword } from './service.ts';

export const requestPasswordReset: Handler<'requestPasswordReset'> = (scope, { body }) => {
  requestReset(scope, body.email);
  return { message: 'If there is an account with this address, a link to reset its password is on its way.' };
};

export const verifyPasswordReset: Handler<'verifyPasswordReset'> = async (scope, { body }) => {
  const { reset, token } = await redeemCode(scope, body);
  return { user: userView({ ...reset, id: reset.userId }), token, userEncryptionVersion: 2 as const };
};

export const resetPassword: Handler<'resetPassword'> = async (scope, { body }) => {
  requireGoodPassword(body.newPassword, ['newPassword']);
  await setPassword(scope, body.newPassword);
  return { message: 'The password is changed, and every session has ended. Log in with the new password.' };
};
