import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with a client certificate. */
export interface TlsCertAuthRow extends LoginMethodRow {
  /** PEM. */
  caCertificate: string;
  /** Separated by commas; null for any. */
  allowedCommonNames: string | null;
  /** Null for any. */
  allowedSubjectAltNames: readonly string[] | null;
  /** Whether other authorities may be between the trusted one and the client. */
  verifyClientCertificateChain: boolean;
  sealedSecret: null;
}

export class TlsCertAuthStore extends LoginMethodStore<TlsCertAuthRow> {
  constructor(db: Db) {
    super(db, 'tls-cert-auth');
  }
}
