import { normalizedDn } from '../../../../platform/ldap/dn.ts';
import { refuseIssues } from '../../../../platform/errors.ts';
import { issue, readNames, readRequirements, required } from './parameters.ts';
import type { RotationType } from './type.ts';

const method = 'connection-principal' as const;

/** An entry of a directory, whose password the entry of the connection changes in place. */
export const ldapPassword: RotationType = {
  name: 'ldap-password',
  title: 'LDAP Password',
  app: 'ldap',
  template: { username: 'LDAP_DN', password: 'LDAP_PASSWORD' },
  readParameters(input) {
    const dn = required(input.dn, 'parameters', 'dn');
    if (input.rotationMethod !== undefined && input.rotationMethod !== method)
      refuseIssues([issue(['parameters', 'rotationMethod'], `must be ${method}: there is no other method`, 'enum')]);
    return { username1: dn, username2: dn, ...readRequirements(input) };
  },
  showParameters: ({ username1: dn, passwordRequirements }) => ({
    dn,
    rotationMethod: method,
    ...(passwordRequirements && { passwordRequirements }),
  }),
  readMapping: (input) => readNames(input, 'dn'),
  showMapping: ({ username: dn, password }) => ({ dn, password }),
  userKey: normalizedDn,
};
