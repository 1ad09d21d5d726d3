import type { Knex } from 'knex';
import type { AddressRange } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { readOnce } from '../../../platform/db/sqlite/read-once.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type AuthMethod = 'oidc-auth' | 'token-auth' | 'universal-auth';

/** An access token of a machine identity: the JWT only names this row. */
export interface AccessTokenRow {
  id: string;
  identityId: string;
  authMethod: AuthMethod;
  name: string | null;
  /** Of a token that a client secret was traded for. */
  clientSecretId: string | null;
  /**
   * What an OpenID provider said of its bearer, as rules may refer to it; null for tokens that were had in another way.
   */
  oidcClaims: Readonly<Record<string, string>> | null;
  /** Seconds, as the auth method had them when the token was made or renewed last. 0 is no limit of that kind. */
  ttl: number;
  maxTtl: number;
  period: number;
  numUses: number;
  numUsesLimit: number;
  lastUsedAt: Timestamp | null;
  lastRenewedAt: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  expiresAt: Timestamp;
  isRevoked: boolean;
}

/** A token with whom it stands for and from where it may be used, as one request needs them. */
export interface PresentedToken extends Pick<
  AccessTokenRow,
  'id' | 'identityId' | 'authMethod' | 'oidcClaims' | 'numUsesLimit' | 'expiresAt' | 'isRevoked'
> {
  isInstanceAdmin: boolean;
  identityName: string;
  organizationId: string;
  accessRevision: number;
  membershipId: string;
  role: string;
  isActive: boolean;
  /** Of the auth method that gave the token; none when that method is gone, and the token with it. */
  trustedIps: readonly AddressRange[] | null;
}

/** One lookup; a join for each auth method would be three. */
const trustedIps = (db: Knex): Knex.Raw => {
  const of = (table: string) => db(table).where('identityId', db.ref('t.identityId')).select('accessTokenTrustedIps');
  const methods = [of('identity_token_auths'), of('identity_universal_auths'), of('identity_oidc_auths')];
  return db.raw(`case ?? when 'token-auth' then ? when 'universal-auth' then ? else ? end as ??`, [
    't.authMethod',
    ...methods,
    'trustedIps',
  ]);
};

const withHolders = (db: Knex): Knex.QueryBuilder =>
  db('identity_access_tokens as t')
    .join('identities as i', 'i.id', 't.identityId')
    .join('organization_memberships as m', 'm.identityId', 't.identityId')
    .join('organizations as o', 'o.id', 'm.organizationId')
    .select('t.id', 't.identityId', 't.authMethod', 't.oidcClaims', 't.numUsesLimit', 't.expiresAt', 't.isRevoked')
    .select(
      'i.isInstanceAdmin',
      'i.name as identityName',
      'm.id as membershipId',
      'm.organizationId',
      'm.role',
      'm.isActive',
      'o.accessRevision',
    )
    .select(trustedIps(db));

/** SQLite does not know that this is JSON; it is mostly the same text, and shared by all who have it. */
const readRanges = readOnce() as (text: string) => readonly AddressRange[];

const withRanges = (row: PresentedToken & { trustedIps: unknown }): PresentedToken => {
  if (typeof row.trustedIps === 'string') row.trustedIps = readRanges(row.trustedIps);
  return row;
};

const presented = new Statement<PresentedToken, { id: string }>((db, param) =>
  withHolders(db).where('t.id', param('id')),
);

export class AccessTokenStore extends Store {
  async insert(token: AccessTokenRow): Promise<void> {
    await this.db.insertRows('identity_access_tokens', [token]);
  }

  async findPresented(id: string): Promise<PresentedToken | undefined> {
    const [row] = await this.db.prepared(presented, { id });
    return row && withRanges(row);
  }

  /** Those of these ids that there are. */
  async listPresented(ids: readonly string[]): Promise<PresentedToken[]> {
    return (
      await inChunks(
        ids,
        (part) => withHolders(this.db).whereIn('t.id', part) as Knex.QueryBuilder<object, PresentedToken[]>,
      )
    ).map(withRanges);
  }

  findById(id: string): Promise<AccessTokenRow | undefined> {
    return this.db<AccessTokenRow>('identity_access_tokens').where({ id }).first();
  }

  /** The newest first. */
  listOfIdentity(identityId: string, authMethod: AuthMethod, { offset, limit }: Page): Promise<AccessTokenRow[]> {
    return this.db<AccessTokenRow>('identity_access_tokens')
      .where({ identityId, authMethod })
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id'])
      .offset(offset)
      .limit(limit);
  }

  async update(id: string, changes: Partial<Pick<AccessTokenRow, 'name' | 'updatedAt'>>): Promise<void> {
    await this.db<AccessTokenRow>('identity_access_tokens').where({ id }).update(changes);
  }

  async renew(id: string, { ttl, maxTtl, period, expiresAt, lastRenewedAt, updatedAt }: AccessTokenRow): Promise<void> {
    await this.db<AccessTokenRow>('identity_access_tokens')
      .where({ id })
      .update({ ttl, maxTtl, period, expiresAt, lastRenewedAt, updatedAt });
  }

  /** False when there is no such token, or it was revoked before. */
  async revoke(id: string, now: Timestamp): Promise<boolean> {
    return (
      (await this.db<AccessTokenRow>('identity_access_tokens')
        .where({ id, isRevoked: false })
        .update({ isRevoked: true, updatedAt: now })) === 1
    );
  }

  /** Removes some of those that ended before then, and tells how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('identity_access_tokens').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<AccessTokenRow>('identity_access_tokens').whereIn('id', expired).delete();
  }

  /** Counts one use; false when the token has none left. Exact, however many ask at once. */
  async countUse(id: string, now: Timestamp): Promise<boolean> {
    const changed = await this.db<AccessTokenRow>('identity_access_tokens')
      .where({ id })
      .where('numUses', '<', this.db.ref('numUsesLimit'))
      .increment('numUses', 1)
      .update({ lastUsedAt: now });
    return changed === 1;
  }

  async revokeOfClientSecret(clientSecretId: string, now: Timestamp): Promise<void> {
    await this.db<AccessTokenRow>('identity_access_tokens')
      .where({ clientSecretId })
      .update({ isRevoked: true, updatedAt: now });
  }

  async deleteOfIdentity(identityId: string, authMethod: AuthMethod): Promise<void> {
    await this.db<AccessTokenRow>('identity_access_tokens').where({ identityId, authMethod }).delete();
  }
}
