import type { Knex } from 'knex';
import type { AddressRange } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { readOnce } from '../../../platform/db/sqlite/read-once.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { trustedIpsOfMethod, type StoredMethod } from '../login-methods/columns.ts';

export type AuthMethod = 'oidc-auth' | 'token-auth' | 'universal-auth' | StoredMethod;

/** By what vouched for the identity, such as `kubernetes`, then by name. */
export type LoginValues = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** An access token of a machine identity; the JWT only contains the id of this row. */
export interface AccessTokenRow {
  id: string;
  identityId: string;
  authMethod: AuthMethod;
  name: string | null;
  /** The client secret that the token was issued for; null for other auth methods. */
  clientSecretId: string | null;
  /** The claims of the OpenID provider that rules may refer to; null for other auth methods. */
  oidcClaims: Readonly<Record<string, string>> | null;
  /** What other methods proved, for templates in rules; null if that is nothing. */
  loginValues: LoginValues | null;
  /** The limits of the auth method at the last issue or renewal, in seconds; 0 means no limit. */
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

/** The settings that every auth method has for the tokens that it issues. */
export interface TokenSettings {
  id: string;
  identityId: string;
  accessTokenTTL: number;
  accessTokenMaxTTL: number;
  accessTokenNumUsesLimit: number;
  accessTokenPeriod: number;
  accessTokenTrustedIps: readonly AddressRange[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A token with its identity, membership and trusted addresses, as a request needs them. */
export interface PresentedToken extends Pick<
  AccessTokenRow,
  'id' | 'identityId' | 'authMethod' | 'oidcClaims' | 'loginValues' | 'numUsesLimit' | 'expiresAt' | 'isRevoked'
> {
  isInstanceAdmin: boolean;
  identityName: string;
  organizationId: string;
  accessRevision: number;
  membershipId: string;
  role: string;
  isActive: boolean;
  /** The trusted addresses of the auth method; null if the method was removed, which invalidates the token. */
  trustedIps: readonly AddressRange[] | null;
}

/** Selects the trusted addresses with one lookup; joining every auth method would take four. */
const trustedIps = (db: SqlBuilder): Knex.Raw => {
  const selectTrustedIps = (table: string) =>
    db(table).where('identityId', db.ref('t.identityId')).select('accessTokenTrustedIps');
  const methods = [
    selectTrustedIps('identity_token_auths'),
    selectTrustedIps('identity_universal_auths'),
    selectTrustedIps('identity_oidc_auths'),
    trustedIpsOfMethod(db),
  ];
  return db.raw(
    `case ?? when 'token-auth' then ? when 'universal-auth' then ? when 'oidc-auth' then ? else ? end as ??`,
    ['t.authMethod', ...methods, 'trustedIps'],
  );
};

const withOwners = (db: SqlBuilder): Knex.QueryBuilder =>
  db('identity_access_tokens as t')
    .join('identities as i', 'i.id', 't.identityId')
    .join('organization_memberships as m', 'm.identityId', 't.identityId')
    .join('organizations as o', 'o.id', 'm.organizationId')
    .select('t.id', 't.identityId', 't.authMethod', 't.oidcClaims', 't.loginValues')
    .select('t.numUsesLimit', 't.expiresAt', 't.isRevoked')
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

/** Parses the JSON text that SQLite returns; most tokens have the same text, which is parsed once and shared. */
const parseRanges = readOnce() as (text: string) => readonly AddressRange[];

const withRanges = (row: PresentedToken & { trustedIps: unknown }): PresentedToken =>
  typeof row.trustedIps === 'string' ? { ...row, trustedIps: parseRanges(row.trustedIps) } : row;

const findPresentedSql = new Statement<PresentedToken, { id: string }>(
  (db, param) => withOwners(db).where('t.id', param('id')),
  'cached',
);

type Renewal = Pick<AccessTokenRow, 'id' | 'ttl' | 'maxTtl' | 'period' | 'expiresAt' | 'lastRenewedAt' | 'updatedAt'>;

const renewSql = new Statement<never, Renewal>((db, param) =>
  db('identity_access_tokens')
    .where({ id: param('id') })
    .update({
      ttl: param('ttl'),
      maxTtl: param('maxTtl'),
      period: param('period'),
      expiresAt: param('expiresAt'),
      lastRenewedAt: param('lastRenewedAt'),
      updatedAt: param('updatedAt'),
    }),
);

export class AccessTokenStore extends Store {
  async insert(token: AccessTokenRow): Promise<void> {
    this.db.insert('identity_access_tokens', [token]);
  }

  async findPresented(id: string): Promise<PresentedToken | undefined> {
    const [row] = await this.db.read(findPresentedSql, { id });
    return row && withRanges(row);
  }

  /** Lists the tokens of these ids that exist. */
  async listPresented(ids: readonly string[]): Promise<PresentedToken[]> {
    return (
      await inChunks(
        ids,
        (part) => withOwners(this.db).whereIn('t.id', part) as Knex.QueryBuilder<object, PresentedToken[]>,
      )
    ).map(withRanges);
  }

  findById(id: string): Promise<AccessTokenRow | undefined> {
    return this.db<AccessTokenRow>('identity_access_tokens').where({ id }).first();
  }

  /** Lists the tokens of an identity, newest first. */
  listOfIdentity(identityId: string, authMethod: AuthMethod, { offset, limit }: Page): Promise<AccessTokenRow[]> {
    return this.db<AccessTokenRow>('identity_access_tokens')
      .where({ identityId, authMethod })
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id'])
      .offset(offset)
      .limit(limit);
  }

  async update(id: string, changes: Partial<Pick<AccessTokenRow, 'name' | 'updatedAt'>>): Promise<void> {
    this.db.write(this.db<AccessTokenRow>('identity_access_tokens').where({ id }).update(changes));
  }

  renew({ id, ttl, maxTtl, period, expiresAt, lastRenewedAt, updatedAt }: AccessTokenRow): void {
    this.db.write(renewSql, { id, ttl, maxTtl, period, expiresAt, lastRenewedAt, updatedAt });
  }

  /** Returns false if the token does not exist or is revoked already. */
  async revoke(id: string, now: Timestamp): Promise<boolean> {
    return (
      (await this.db<AccessTokenRow>('identity_access_tokens')
        .where({ id, isRevoked: false })
        .update({ isRevoked: true, updatedAt: now })) === 1
    );
  }

  /** Deletes up to `limit` tokens that ended before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('identity_access_tokens').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<AccessTokenRow>('identity_access_tokens').whereIn('id', expired).delete();
  }

  /** Counts one use; false if the token has none left. */
  async countUse(id: string, now: Timestamp): Promise<boolean> {
    const changed = await this.db<AccessTokenRow>('identity_access_tokens')
      .where({ id })
      .where('numUses', '<', this.db.ref('numUsesLimit'))
      .increment('numUses', 1)
      .update({ lastUsedAt: now });
    return changed === 1;
  }

  async revokeOfClientSecret(clientSecretId: string, now: Timestamp): Promise<void> {
    const tokens = this.db<AccessTokenRow>('identity_access_tokens').where({ clientSecretId });
    this.db.write(tokens.update({ isRevoked: true, updatedAt: now }));
  }

  async deleteOfIdentity(identityId: string, authMethod: AuthMethod): Promise<void> {
    this.db.write(this.db<AccessTokenRow>('identity_access_tokens').where({ identityId, authMethod }).delete());
  }
}
