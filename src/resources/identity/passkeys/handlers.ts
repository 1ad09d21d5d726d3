import { userOf } from '../../../access/actor.ts';
import { SessionReply, type Handler } from '../../../contract.ts';
import { refreshToken, sessionToken } from '../sessions/new.ts';
import { passkeyProof } from '../second-factor/passkey-proof.ts';
import { openSessionWithPasskey, startLogin } from './login.ts';
import { add, check, remove, rename, startCheck, startRegistration } from './service.ts';
import { passkeyView } from './view.ts';

export const listPasskeys: Handler<'listPasskeys'> = async (scope) => ({
  fipsEnabled: false,
  credentials: (await scope.stores.passkeys.listOfUser(userOf(scope).id)).map(passkeyView),
});

export const startPasskeyRegistration: Handler<'startPasskeyRegistration'> = (scope) => startRegistration(scope);

export const addPasskey: Handler<'addPasskey'> = async (scope, { body }) => {
  const { credentialId, name } = await add(scope, body);
  return { credentialId, name };
};

export const startPasskeyCheck: Handler<'startPasskeyCheck'> = (scope) => startCheck(scope);

export const checkPasskey: Handler<'checkPasskey'> = async (scope, { body }) => {
  const { credentialId } = await check(scope, body);
  return { verified: true, credentialId, sessionToken: passkeyProof(scope) };
};

export const renamePasskey: Handler<'renamePasskey'> = async (scope, { params, body }) => {
  const { id, credentialId, name } = await rename(scope, params.passkeyId, body.name);
  return { id, credentialId, name };
};

export const deletePasskey: Handler<'deletePasskey'> = async (scope, { params }) => {
  await remove(scope, params.passkeyId);
  return { success: true };
};

export const checkPasskeys: Handler<'checkPasskeys'> = async (scope) => ({
  hasPasskeys: await scope.stores.passkeys.hasAny(userOf(scope).id),
});

export const startPasskeyLogin: Handler<'startPasskeyLogin'> = async (scope) => {
  const { options, cookie } = await startLogin(scope);
  return new SessionReply(options, undefined, cookie);
};

export const loginWithPasskey: Handler<'loginWithPasskey'> = async (scope, { body }) => {
  const session = await openSessionWithPasskey(scope, body);
  return new SessionReply({ accessToken: sessionToken(scope, session) }, refreshToken(scope, session));
};
