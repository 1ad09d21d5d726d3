import type { Db } from '../../../platform/db/knex/queries.ts';
import type { LockoutSettings } from '../lockouts/store.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** An attribute of which an entry has to have one of the values. */
export interface AllowedField {
  readonly key: string;
  /** Separated by a comma and a space. */
  readonly value: string;
}

/** The configuration with which an identity logs in with a name and a password of a directory. */
export interface LdapAuthRow extends LoginMethodRow, LockoutSettings {
  url: string;
  /** Whether a connection with `ldap://` is encrypted. */
  startTls: boolean;
  bindDN: string;
  searchBase: string;
  /** Contains `{{username}}`. */
  searchFilter: string;
  allowedFields: readonly AllowedField[];
  /** PEM; empty for the authorities that the system trusts. */
  ldapCaCertificate: string;
  /** The password of `bindDN`. */
  sealedSecret: string;
}

export class LdapAuthStore extends LoginMethodStore<LdapAuthRow> {
  constructor(db: Db) {
    super(db, 'ldap-auth');
  }
}
