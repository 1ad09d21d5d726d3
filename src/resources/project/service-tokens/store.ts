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
  /** What scopes and permissions meant when the token was created. */
  rules: readonly Rule[];
  /** For old clients, which encrypt with a key of their own. */
  encryptedKey: string;
  iv: string;
  tag: string;
  /** A user or a machine identity, perhaps gone. */
  createdBy: string;
  expiresAt: Timestamp | null;
  lastUsed: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** What a request needs of the token that it was sent with. */
export interface PresentedServiceToken extends Pick<
  ServiceTokenRow,
  'id' | 'projectId' | 'name' | 'secretHash' | 'scopes' | 'expiresAt' | 'lastUsed'
> {
  rulesJson: string;
  organizationId: string;
}

const table = 'service_tokens';

const presented = new Statement<PresentedServiceToken, { id: string }>((db, param) =>
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
    await this.db.insertRows(table, [token]);
  }

  async findPresented(id: string): Promise<PresentedServiceToken | undefined> {
    return (await this.db.prepared(presented, { id }))[0];
  }

  findInOrganization(organizationId: string, id: string): Promise<ServiceTokenRow | undefined> {
    return this.db<ServiceTokenRow>(table)
      .where({ id })
      .whereIn('projectId', this.db('projects').where({ organizationId }).select('id'))
      .first();
  }

  /** The newest first. */
  list(projectId: string): Promise<ServiceTokenRow[]> {
    return this.db<ServiceTokenRow>(table)
      .where({ projectId })
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id']);
  }

  async count(projectId: string): Promise<number> {
    const [row] = await this.db(table).where({ projectId }).count<{ count: number | string }[]>({ count: '*' });
    return Number(row!.count);
  }

  /** False when there is no such token any more. */
  async delete(id: string): Promise<boolean> {
    return (await this.db(table).where({ id }).delete()) === 1;
  }

  async setLastUsed(id: string, lastUsed: Timestamp): Promise<void> {
    await this.db<ServiceTokenRow>(table).where({ id }).update({ lastUsed });
  }

  /** Removes some of those that expired before then, and tells how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db(table).where('expiresAt', '<', before).limit(limit).select('id');
    return this.db(table).whereIn('id', expired).delete();
  }

  /** The root keys that secrets are hashed under. */
  hashKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'secretHash', this.db(table));
  }
}
