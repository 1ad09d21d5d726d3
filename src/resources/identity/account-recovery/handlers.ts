import type { Handler } from '../../../contract.ts';
import { userView } from '../../organization/organization-users/view.ts';
import { requireGoodPassword } from '../account/password-rule.ts';
import { redeemCode, requestReset, setPassword, type RemovedByReset } from './service.ts';

export const requestPasswordReset: Handler<'requestPasswordReset'> = (scope, { body }) => {
  requestReset(scope, body.email);
  return { message: 'If there is an account with this address, a link to reset its password is on its way.' };
};

export const verifyPasswordReset: Handler<'verifyPasswordReset'> = async (scope, { body }) => {
  const { reset, token } = await redeemCode(scope, body);
  return { user: userView({ ...reset, id: reset.userId }), token, userEncryptionVersion: 2 as const };
};

const messages: Readonly<Record<RemovedByReset, string>> = {
  nothing: 'The password is changed, and every session has ended. Log in with the new password.',
  factors:
    'The password is changed, the second factor, passkeys and recovery codes are removed, and every session has ended. Log in with the new password.',
  'sign-ins':
    'The password is changed, and your e-mail address is confirmed. Everything that was set up before is removed: second factor, passkeys, recovery codes, links to single sign-on, and every session. Log in with the new password.',
};

export const resetPassword: Handler<'resetPassword'> = async (scope, { body }) => {
  requireGoodPassword(body.newPassword, ['newPassword']);
  return { message: messages[await setPassword(scope, body)] };
};
