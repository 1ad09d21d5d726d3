import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type BoundClaims, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with signed tokens of any issuer. */
export interface JwtAuthRow extends LoginMethodRow, BoundClaims {
  configurationType: 'jwks' | 'static';
  /** Empty with static keys. */
  jwksUrl: string;
  /** PEM; empty for the authorities that the system trusts. */
  jwksCaCert: string;
  /** PEM; empty with a key set. */
  publicKeys: readonly string[];
  /** Empty for any. */
  boundIssuer: string;
  sealedSecret: null;
}

export class JwtAuthStore extends LoginMethodStore<JwtAuthRow> {
  constructor(db: Db) {
    super(db, 'jwt-auth');
  }
}
