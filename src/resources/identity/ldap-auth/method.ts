import type { LoginMethod } from '../login-methods/method.ts';
import type { LdapAuthRow } from './store.ts';

/** Logins with names and passwords of a directory. */
export const ldapAuth: LoginMethod<LdapAuthRow> = {
  name: 'ldap-auth',
  title: 'LDAP auth',
  storeOf: ({ ldapAuths }) => ldapAuths,
  // The directory decides who has a password; a change cannot contradict itself.
  requireSound: () => undefined,
  // Certificates are long, and the password is a secret.
  audited: ({ ldapCaCertificate: _ca, sealedSecret, ...columns }) => ({
    ...columns,
    ...(sealedSecret !== undefined && { isBindPassChanged: true }),
  }),
};
