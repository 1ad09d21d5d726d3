import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with the token of a service account. */
export interface KubernetesAuthRow extends LoginMethodRow {
  /** `api` asks the API server of the cluster; `jwks` verifies tokens with the keys of the cluster. */
  tokenReviewMode: 'api' | 'jwks';
  kubernetesHost: string | null;
  /** PEM; empty for the authorities that the system trusts. */
  caCert: string;
  verifyTlsCertificate: boolean;
  /** Patterns separated by commas, like the names; empty for any. */
  allowedNamespaces: string;
  allowedNames: string;
  /** Empty for the one of the API server. */
  allowedAudience: string;
  /** Empty with `api`, like the key set and its address. */
  issuer: string;
  jwksUrl: string;
  /** A key set as JSON; empty if it is at `jwksUrl`. */
  jwks: string;
  /** The token with which the API server is asked; null for the one of the login. */
  sealedSecret: string | null;
}

export class KubernetesAuthStore extends LoginMethodStore<KubernetesAuthRow> {
  constructor(db: Db) {
    super(db, 'kubernetes-auth');
  }
}
