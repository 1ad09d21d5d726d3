import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** An environment, and a folder or a pattern of folders in it. */
export interface ServiceTokenScope {
  readonly environment: string;
  readonly secretPath: string;
}

export type ServiceTokenPermission = 'read' | 'write';

/** A token for secrets of one project; only a keyed hash of its secret is stored. */
export interface ServiceTokenRow {
  id: string;
  projectId: string;
  name: string;
  secretHash: string;
  scopes: readonly ServiceTokenScope[];
  permissions: readonly ServiceTokenPermission[];
  /** The rules of the scopes and permissions at the creation of the token. */
  rules: readonly Rule[];
  /** Older clients encrypt with this key. */
  encryptedKey: string;
  iv: string;
  tag: string;
  /** A user or a machine identity, which may be deleted. */
  createdBy: string;
  expiresAt: Timestamp | null;
  lastUsed: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** The columns that authenticating a request needs. */
export interface PresentedServiceToken extends Pick<
  ServiceTokenRow,
  'id' | 'projectId' | 'name' | 'secretHash' | 'scopes' | 'expiresAt' | 'lastUsed'
> {
  rulesJson: string;
  organizationId: string;
}

const table = 'service_tokens';

const findPresentedSql = new Statement<PresentedServiceToken, { id: string }>((db, param) =>
  db(`${table} as t`)
    .join('projects as p', 'p.id', 't.projectId')
    .where('t.id', param('id'))
    .select(
      't.id',
      't.projectId',
      't.name',
      't.secretHash',
      't.scopes',
      't.expiresAt',
      't.lastUsed',
      'p.organizationId',
    )
    .select(db.raw('cast(?? as text) as ??', ['t.rules', 'rulesJson'])),
);

export class ServiceTokenStore extends Store {
  async insert(token: ServiceTokenRow): Promise<void> {
    this.db.insert(table, [token]);
  }

  async findPresented(id: string): Promise<PresentedServiceToken | undefined> {
    return (await this.db.read(findPresentedSql, { id }))[0];
  }

  findInOrganization(organizationId: string, id: string): Promise<ServiceTokenRow | undefined> {
    return this.db<ServiceTokenRow>(table)
      .where({ id })
      .whereIn('projectId', this.db('projects').where({ organizationId }).select('id'))
      .first();
  }

  /** Lists the tokens, newest first. */
  list(projectId: string): Promise<ServiceTokenRow[]> {
    return this.db<ServiceTokenRow>(table)
      .where({ projectId })
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id']);
  }

  /** Lists the tokens that are valid at that time with their rules, ordered by id. */
  listValid(
    projectId: string,
    at: Timestamp,
    after: string,
    limit: number,
  ): Promise<Pick<PresentedServiceToken, 'id' | 'name' | 'rulesJson' | 'expiresAt'>[]> {
    return this.db(table)
      .where({ projectId })
      .where('id', '>', after)
      .where((query) => void query.whereNull('expiresAt').orWhere('expiresAt', '>', at))
      .orderBy('id')
      .limit(limit)
      .select('id', 'name', 'expiresAt', this.db.raw('cast(?? as text) as ??', ['rules', 'rulesJson']));
  }

  async count(projectId: string): Promise<number> {
    const [row] = await this.db(table).where({ projectId }).count<{ count: number | string }[]>({ count: '*' });
    return Number(row!.count);
  }

  /** Returns false if the token does not exist. */
  async delete(id: string): Promise<boolean> {
    return (await this.db(table).where({ id }).delete()) === 1;
  }

  async setLastUsed(id: string, lastUsed: Timestamp): Promise<void> {
    this.db.write(this.db<ServiceTokenRow>(table).where({ id }).update({ lastUsed }));
  }

  /** Deletes up to `limit` tokens that expired before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db(table).where('expiresAt', '<', before).limit(limit).select('id');
    return this.db(table).whereIn('id', expired).delete();
  }

  /** Lists the ids of the root keys that hash the tokens. */
  hashKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'secretHash', this.db(table));
  }
}
