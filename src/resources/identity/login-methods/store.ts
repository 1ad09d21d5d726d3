import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../access-tokens/store.ts';
import { table, type StoredMethod } from './columns.ts';

/** The settings that all login methods have in common. None of them has a period. */
export type LoginMethodRow = Omit<TokenSettings, 'accessTokenPeriod'>;

/** The patterns that the claims of a token have to match. */
export interface BoundClaims {
  /** Separated by a comma and a space; empty for any. */
  boundAudiences: string;
  /** Empty for any. */
  boundSubject: string;
  /** The patterns by claim. */
  boundClaims: Readonly<Record<string, string>>;
}

/** A configuration with the organization of its identity. */
export type ForLogin<Row> = Row & { readonly organizationId: string };

/** The configurations of one login method. */
export interface ConfigurationStore<Row extends LoginMethodRow> {
  insert(row: Row): Promise<void>;
  findByIdentity(identityId: string): Promise<Row | undefined>;
  /** Finds what a login needs. */
  findForLogin(identityId: string): Promise<ForLogin<Row> | undefined>;
  update(id: string, row: Row): Promise<void>;
  delete(id: string): Promise<void>;
}

/** A secret that the server needs to ask whoever vouches for the identity. */
export interface SealedSecretRow {
  id: string;
  identityId: string;
  organizationId: string;
  sealedSecret: string;
}

interface StoredRow extends LoginMethodRow {
  method: StoredMethod;
  settings: Readonly<Record<string, unknown>>;
  sealedSecret: string | null;
}

const findSql = new Statement<StoredRow & { organizationId: string }, { identityId: string; method: string }>(
  (db, param) =>
    db(`${table} as lm`)
      .join('identities as i', 'i.id', 'lm.identityId')
      .where({ 'lm.identityId': param('identityId'), 'lm.method': param('method') })
      .select('lm.*', 'i.organizationId'),
);

/** A configuration with the name of its identity. */
export type Named<Row> = Row & { readonly identityName: string };

/** The configurations of one method; what only this method has is in one JSON column. */
export class LoginMethodStore<Row extends LoginMethodRow & { sealedSecret: string | null }>
  extends Store
  implements ConfigurationStore<Row>
{
  readonly #method: StoredMethod;

  constructor(db: Db, method: StoredMethod) {
    super(db);
    this.#method = method;
  }

  async insert(row: Row): Promise<void> {
    await this.db<StoredRow>(table).insert(this.#toStored(row));
  }

  async findByIdentity(identityId: string): Promise<Row | undefined> {
    const found = await this.findForLogin(identityId);
    if (!found) return undefined;
    const { organizationId: _, ...row } = found;
    return row as unknown as Row;
  }

  async findForLogin(identityId: string): Promise<ForLogin<Row> | undefined> {
    const [stored] = await this.db.read(findSql, { identityId, method: this.#method });
    if (!stored) return undefined;
    const { settings, method: _, ...row } = stored;
    return { ...settings, ...row } as unknown as ForLogin<Row>;
  }

  /** Lists a page of the configurations in all organizations, ordered by id, after the given id. */
  async list(after: string, limit: number): Promise<Named<Row>[]> {
    const rows = await this.db(`${table} as lm`)
      .join('identities as i', 'i.id', 'lm.identityId')
      .where('lm.method', this.#method)
      .where('lm.id', '>', after)
      .orderBy('lm.id')
      .limit(limit)
      .select<Named<StoredRow>[]>('lm.*', 'i.name as identityName');
    return rows.map(({ settings, method: _, ...row }) => ({ ...settings, ...row }) as unknown as Named<Row>);
  }

  async update(id: string, row: Row): Promise<void> {
    this.db.write(this.db<StoredRow>(table).where({ id }).update(this.#toStored(row)));
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<StoredRow>(table).where({ id }).delete());
  }

  #toStored({ sealedSecret, ...row }: Row): StoredRow {
    const { id, identityId, createdAt, updatedAt, ...others } = row;
    const { accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit, accessTokenTrustedIps, ...settings } = others;
    const limits = { accessTokenTTL, accessTokenMaxTTL, accessTokenNumUsesLimit, accessTokenTrustedIps };
    return { id, identityId, method: this.#method, settings, sealedSecret, ...limits, createdAt, updatedAt };
  }
}

/** The sealed secrets of all methods, for the rotation of keys. */
export class LoginSecretStore extends Store {
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedSecret', this.db(table).whereNotNull('sealedSecret'));
  }

  /** Lists secrets that another root key encrypted. */
  listForeign(rootKeyId: string, limit: number): Promise<SealedSecretRow[]> {
    return this.db(`${table} as lm`)
      .join('identities as i', 'i.id', 'lm.identityId')
      .whereNotNull('lm.sealedSecret')
      .whereNot(keyIdIn(this.db, 'lm.sealedSecret') as unknown as string, rootKeyId)
      .orderBy('lm.id')
      .limit(limit)
      .select<SealedSecretRow[]>('lm.id', 'lm.identityId', 'i.organizationId', 'lm.sealedSecret');
  }

  reseal(id: string, sealedSecret: string): void {
    this.db.write(this.db<StoredRow>(table).where({ id }).update({ sealedSecret }));
  }
}
