import type { LdapConnection } from '../ldap/connection.ts';
import { resultCodes } from '../ldap/messages.ts';
import { beginLdap, type Directory } from '../ldap/open.ts';
import { Refused } from '../refused.ts';
import { connectionFailure, TargetError } from './errors.ts';
import type { Protocol } from './targets.ts';

export interface LdapLogin {
  readonly directory: Directory;
  readonly verifiesCertificate: boolean;
  readonly dn: string;
  readonly password: string;
}

/** The failure of a connection to a directory, or of what is said on it. */
export const ldapFailure = (error: unknown): TargetError =>
  error instanceof Refused ? new TargetError('unreachable', error.message) : connectionFailure(error);

const bind = async (connection: LdapConnection, dn: string, password: string): Promise<void> => {
  const code = await connection.bind(dn, password);
  if (code === resultCodes.success) return;
  const isAway = code === resultCodes.busy || code === resultCodes.unavailable;
  throw new TargetError(
    isAway ? 'unreachable' : 'refused',
    `The directory does not accept binddn and bindpass (code ${code}).`,
  );
};

/** Connections to a directory as an account that may change entries. */
export const ldapProtocol = ({
  directory,
  verifiesCertificate,
  dn,
  password,
}: LdapLogin): Protocol<LdapConnection> => ({
  async open(socket) {
    try {
      const connection = await beginLdap(socket, directory, verifiesCertificate);
      await bind(connection, dn, password);
      return connection;
    } catch (error) {
      throw ldapFailure(error);
    }
  },
  close: (connection) => Promise.resolve(connection.close()),
});
