import type { Handler } from '../../../contract.ts';
import { encryptLoginSecret } from '../../../platform/crypto/sealing.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { requireSecretAgain } from '../login-methods/rules.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { checkDirectory } from './directory.ts';
import { login } from './login.ts';
import { ldapAuth } from './method.ts';
import { toColumns, toNewColumns } from './rules.ts';
import { clearLockouts } from './service.ts';
import type { LdapAuthRow } from './store.ts';
import { ldapAuthView } from './view.ts';

/** What decides where the password is sent, and how it is protected. */
const whereTo = ['url', 'startTls', 'ldapCaCertificate'] as const;

/** What decides how the directory is asked. */
const asking = [...whereTo, 'bindDN', 'searchBase', 'searchFilter'];

export const attachLdapAuth: Handler<'attachLdapAuth'> = async (scope, { params, body }) => {
  const columns = toNewColumns(body);
  const withPassword = (id: string) => ({
    ...columns,
    sealedSecret: encryptLoginSecret(scope.keyring, id, body.bindPass.trim()),
  });
  const attached = await attach(scope, ldapAuth, params.identityId, withPassword, (row) => checkDirectory(scope, row));
  return { identityLdapAuth: ldapAuthView(attached) };
};

export const getLdapAuth: Handler<'getLdapAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, ldapAuth, params.identityId);
  return { identityLdapAuth: ldapAuthView(auth) };
};

export const updateLdapAuth: Handler<'updateLdapAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  const bindPass = body.bindPass?.trim() ?? '';
  const withPassword = (stored: LdapAuthRow) => {
    if (bindPass === '') requireSecretAgain(stored, columns, whereTo, 'bindPass');
    return {
      ...columns,
      ...(bindPass !== '' && { sealedSecret: encryptLoginSecret(scope.keyring, stored.id, bindPass) }),
    };
  };
  const isAsked = bindPass !== '' || asking.some((name) => name in columns);
  const changed = await change(scope, ldapAuth, params.identityId, withPassword, async (row) => {
    if (isAsked) await checkDirectory(scope, row);
  });
  return { identityLdapAuth: ldapAuthView(changed) };
};

export const revokeLdapAuth: Handler<'revokeLdapAuth'> = async (scope, { params }) => ({
  identityLdapAuth: ldapAuthView(await detach(scope, ldapAuth, params.identityId)),
});

export const clearLdapAuthLockouts: Handler<'clearLdapAuthLockouts'> = async (scope, { params }) => ({
  deleted: await clearLockouts(scope, params.identityId),
});

export const loginWithLdapAuth: Handler<'loginWithLdapAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
