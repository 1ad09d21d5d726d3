import type { Timestamp } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** After how many failures an address is locked out, and for how long. */
export interface LockoutSettings {
  lockoutEnabled: boolean;
  lockoutThreshold: number;
  lockoutDurationSeconds: number;
  lockoutCounterResetSeconds: number;
}

/** The failed logins with one configuration from one client address, and the lock that they led to. */
export interface FailedLoginsRow {
  /** The id of the universal auth or the LDAP auth. */
  configurationId: string;
  /** The result of `clientNetwork`. */
  address: string;
  failures: number;
  lockedUntil: Timestamp | null;
  /** The row has no effect after this time. */
  expiresAt: Timestamp;
}

interface Place {
  readonly table: string;
  /** The column with the id of the configuration. */
  readonly column: string;
}

/** Where the failed logins of each kind of configuration are. */
export const places = {
  universalAuth: { table: 'universal_auth_failed_logins', column: 'universalAuthId' },
  loginMethod: { table: 'login_method_failed_logins', column: 'loginMethodId' },
} as const satisfies Record<string, Place>;

const findSqlOf = ({ table, column }: Place) =>
  new Statement<FailedLoginsRow, { configurationId: string; address: string }>((db, param) =>
    db(table)
      .where({ [column]: param('configurationId'), address: param('address') })
      .select(`${column} as configurationId`, 'address', 'failures', 'lockedUntil', 'expiresAt'),
  );

const findSql = {
  universalAuth: findSqlOf(places.universalAuth),
  loginMethod: findSqlOf(places.loginMethod),
};

/** Written only in transactions of the identity, so that counts are exact. */
export class FailedLoginStore extends Store {
  readonly #kind: keyof typeof places;

  constructor(db: Db, kind: keyof typeof places) {
    super(db);
    this.#kind = kind;
  }

  async find(configurationId: string, address: string): Promise<FailedLoginsRow | undefined> {
    return (await this.db.read(findSql[this.#kind], { configurationId, address }))[0];
  }

  async save({ configurationId, ...row }: FailedLoginsRow): Promise<void> {
    const { column } = places[this.#kind];
    this.db.write(
      this.#rows()
        .insert({ [column]: configurationId, ...row })
        .onConflict([column, 'address'])
        .merge(),
    );
  }

  async delete(configurationId: string, address: string): Promise<void> {
    this.db.write(this.#rowsOf(configurationId).where({ address }).delete());
  }

  /** Deletes all but `count` addresses: unlocked ones before locked ones, and those that expire first before others. */
  async trim(configurationId: string, count: number, now: Timestamp): Promise<void> {
    const surplus = this.#rowsOf(configurationId)
      .orderByRaw('case when "lockedUntil" > ? then 0 else 1 end', [now])
      .orderBy([{ column: 'expiresAt', order: 'desc' }, 'address'])
      .offset(count)
      .select('address');
    this.db.write(this.#rowsOf(configurationId).whereIn('address', surplus).delete());
  }

  /** Counts the locked addresses. */
  async countLocked(configurationId: string, now: Timestamp): Promise<number> {
    const [row] = await this.#rowsOf(configurationId)
      .where('lockedUntil', '>', now)
      .count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  async deleteAll(configurationId: string): Promise<void> {
    this.db.write(this.#rowsOf(configurationId).delete());
  }

  /**
   * Deletes up to `limit` rows that expired before that time, and returns how many. A row that a login renews meanwhile
   * is checked again, and stays.
   */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const { column } = places[this.#kind];
    const expired = this.#rows().where('expiresAt', '<', before).limit(limit).select(column, 'address');
    return this.#rows().where('expiresAt', '<', before).whereIn([column, 'address'], expired).delete();
  }

  #rows() {
    return this.db(places[this.#kind].table);
  }

  #rowsOf(configurationId: string) {
    return this.#rows().where(places[this.#kind].column, configurationId);
  }
}
