import type { Handler } from '../../../contract.ts';
import { renew, revoke } from './service.ts';
import { accessTokenView } from './issue.ts';

export const renewAccessToken: Handler<'renewAccessToken'> = async (scope, { body }) =>
  accessTokenView(await renew(scope, body.accessToken));

export const revokeAccessToken: Handler<'revokeAccessToken'> = async (scope, { body }) => {
  await revoke(scope, body.accessToken);
  return { message: 'The access token is revoked.' };
};
