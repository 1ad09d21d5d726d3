import type { Db } from '../../../platform/db/knex/queries.ts';
import { LoginMethodStore, type LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with a token of Microsoft Entra ID. */
export interface AzureAuthRow extends LoginMethodRow {
  tenantId: string;
  /** Whom tokens have to be for. */
  resource: string;
  /** Separated by a comma and a space. */
  allowedServicePrincipalIds: string;
  sealedSecret: null;
}

export class AzureAuthStore extends LoginMethodStore<AzureAuthRow> {
  constructor(db: Db) {
    super(db, 'azure-auth');
  }
}
