import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in as a service account of Google Cloud; empty lists are for any. */
export interface GcpAuthRow extends LoginMethodRow {
  type: 'gce' | 'iam';
  allowedServiceAccounts: string;
  allowedProjects: string;
  allowedZones: string;
  sealedSecret: null;
}

export class GcpAuthStore extends LoginMethodStore<GcpAuthRow> {
  constructor(db: Db) {
    super(db, 'gcp-auth');
  }
}
