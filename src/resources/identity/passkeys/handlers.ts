import { userOf } from '../../../access/actor.ts';
import { SessionReply, type Handler } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { refreshToken, sessionToken } from '../sessions/new.ts';
import { passkeyProof } from '../second-factor/passkey-proof.ts';
import { openSessionWithPasskey, startLogin } from './login.ts';
import { add, check, remove, rename, startCheck, startRegistration } from './service.ts';
import type { PasskeyRow } from './store.ts';
import { passkeyView } from './view.ts';

/** The passkeys that count in the caller's session: none in one that a provider opened. */
const listOwn = async (scope: Scope): Promise<PasskeyRow[]> => {
  const { id, providerId } = userOf(scope);
  return providerId === null ? scope.stores.passkeys.listOfUser(id) : [];
};

export const listPasskeys: Handler<'listPasskeys'> = async (scope) => ({
  fipsEnabled: false,
  credentials: (await listOwn(scope)).map(passkeyView),
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
  hasPasskeys: (await listOwn(scope)).length > 0,
});

export const startPasskeyLogin: Handler<'startPasskeyLogin'> = async (scope) => {
  const { options, cookie } = await startLogin(scope);
  return new SessionReply(options, undefined, { passkeyChallenge: cookie });
};

export const loginWithPasskey: Handler<'loginWithPasskey'> = async (scope, { body }) => {
  const session = await openSessionWithPasskey(scope, body);
  return new SessionReply({ accessToken: sessionToken(scope, session) }, refreshToken(scope, session));
};
