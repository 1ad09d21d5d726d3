import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with a role or user of AWS. */
export interface AwsAuthRow extends LoginMethodRow {
  stsEndpoint: string;
  /** Patterns separated by a comma and a space; empty for any. */
  allowedPrincipalArns: string;
  /** Separated by a comma and a space; empty for any. */
  allowedAccountIds: string;
  sealedSecret: null;
}

export class AwsAuthStore extends LoginMethodStore<AwsAuthRow> {
  constructor(db: Db) {
    super(db, 'aws-auth');
  }
}
