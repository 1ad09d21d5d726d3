import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type AppName = 'ldap' | 'mysql' | 'postgres' | 'redis';
export type ConnectionMethod = 'simple-bind' | 'username-and-password';

/** What is shown of the credentials of a connection; which fields there are depends on the kind of system. */
export type PublicCredentials = Readonly<Record<string, string | number | boolean>>;

/** Where a system is, and how the server logs in there. */
export interface AppConnectionRow {
  id: string;
  organizationId: string;
  /** Null for a connection of the organization itself. */
  projectId: string | null;
  /** The project or the organization, in which the name is unique. */
  ownerId: string;
  name: string;
  description: string | null;
  app: AppName;
  method: ConnectionMethod;
  credentials: PublicCredentials;
  sealedPassword: string;
  /** A password that the system was, or is now, asked to set; null if there is none. */
  sealedPending: string | null;
  /** Which rotation of the password is running, and when another one may take over. */
  runId: string | null;
  runUntil: Timestamp | null;
  /** Whether only the server knows the password. */
  isPlatformManaged: boolean;
  credentialsHash: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A connection with its project; the names are null for a connection of the organization. */
export interface AppConnectionWithProject extends AppConnectionRow {
  projectName: string | null;
  projectSlug: string | null;
  projectType: string | null;
}

/** The passwords of a connection, for the rotation of keys. */
export type SealedPasswords = Pick<
  AppConnectionRow,
  'id' | 'organizationId' | 'projectId' | 'sealedPassword' | 'sealedPending'
>;

const table = 'app_connections';

export class AppConnectionStore extends Store {
  async insert(connection: AppConnectionRow): Promise<void> {
    await this.db(table).insert({ ...connection, credentials: JSON.stringify(connection.credentials) });
  }

  async update(id: string, { credentials, ...columns }: Partial<Omit<AppConnectionRow, 'id'>>): Promise<void> {
    await this.db(table)
      .where({ id })
      .update({ ...columns, ...(credentials && { credentials: JSON.stringify(credentials) }) });
  }

  /** Fails with a `ForeignKeyViolation` while something uses the connection. */
  async delete(id: string): Promise<void> {
    await this.db(table).where({ id }).delete();
  }

  findInOrganization(organizationId: string, id: string): Promise<AppConnectionWithProject | undefined> {
    return this.#withProject().where({ 'c.id': id, 'c.organizationId': organizationId }).first();
  }

  findByName(ownerId: string, app: AppName, name: string): Promise<AppConnectionWithProject | undefined> {
    return this.#withProject().where({ 'c.ownerId': ownerId, 'c.name': name, 'c.app': app }).first();
  }

  async isTaken(ownerId: string, name: string): Promise<boolean> {
    return (await this.db(table).where({ ownerId, name }).first('id')) !== undefined;
  }

  /** Lists the connections of these projects or organizations, of one kind if given, ordered by name. */
  list(ownerIds: readonly string[], app?: AppName): Promise<AppConnectionWithProject[]> {
    const query = this.#withProject().whereIn('c.ownerId', ownerIds).orderBy(['c.name', 'c.id']);
    return app === undefined ? query : query.where({ 'c.app': app });
  }

  async count(ownerId: string): Promise<number> {
    const rows = await this.db(table).where({ ownerId }).count<{ count: number }[]>({ count: '*' });
    return rows[0]!.count;
  }

  async rootKeyIds(): Promise<string[]> {
    return [
      ...(await namedKeyIds(this.db, 'sealedPassword', this.db(table))),
      ...(await namedKeyIds(this.db, 'sealedPending', this.db(table).whereNotNull('sealedPending'))),
    ];
  }

  /** Lists connections with a password that another root key encrypted. */
  listForeign(rootKeyId: string, limit: number): Promise<SealedPasswords[]> {
    const isForeign = (column: string) => this.db.raw('? <> ?', [keyIdIn(this.db, column), rootKeyId]);
    return this.db(table)
      .where(isForeign('sealedPassword'))
      .orWhere(isForeign('sealedPending'))
      .orderBy('id')
      .limit(limit)
      .select<SealedPasswords[]>('id', 'organizationId', 'projectId', 'sealedPassword', 'sealedPending');
  }

  #withProject(): Knex.QueryBuilder {
    return this.db(`${table} as c`)
      .leftJoin('projects as p', 'p.id', 'c.projectId')
      .select('c.*', 'p.name as projectName', 'p.slug as projectSlug', 'p.type as projectType');
  }
}
