import type { Timestamp } from '../../platform/clock.ts';
import { Statement } from '../../platform/db/queries.ts';
import { Store } from '../../platform/db/store.ts';

/** An access token of a machine identity: the JWT only names this row. */
export interface AccessTokenRow {
  id: string;
  identityId: string;
  authMethod: 'token-auth';
  createdAt: Timestamp;
  expiresAt: Timestamp;
  isRevoked: boolean;
}

/** A token with whom it stands for, as one request needs them. */
export interface PresentedToken extends AccessTokenRow {
  organizationId: string;
  role: string;
  isActive: boolean;
}

const presented = new Statement<PresentedToken, { id: string }>((db, param) =>
  db('identity_access_tokens as t')
    .join('organization_memberships as m', 'm.identityId', 't.identityId')
    .where('t.id', param('id'))
    .select('t.*', 'm.organizationId', 'm.role', 'm.isActive'),
);

export class AccessTokenStore extends Store {
  async insert(token: AccessTokenRow): Promise<void> {
    await this.db<AccessTokenRow>('identity_access_tokens').insert(token);
  }

  async findPresented(id: string): Promise<PresentedToken | undefined> {
    return (await this.db.prepared(presented, { id }))[0];
  }
}
