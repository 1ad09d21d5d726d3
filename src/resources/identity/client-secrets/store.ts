import type { Timestamp } from '../../../platform/clock.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** A secret that an identity logs in with; only a keyed hash of it is stored. */
export interface ClientSecretRow {
  id: string;
  universalAuthId: string;
  description: string;
  /** The first characters, by which users recognize the secret. */
  prefix: string;
  secretHash: string;
  numUses: number;
  /** 0 means no limit. */
  numUsesLimit: number;
  /** Seconds from its creation; 0 means that it never expires. */
  ttl: number;
  isRevoked: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

const table = 'universal_auth_client_secrets';

const findUsableSql = new Statement<ClientSecretRow, { universalAuthId: string; hashes: readonly string[] }>(
  (db, param, isIn) =>
    db(table)
      .where({ universalAuthId: param('universalAuthId'), isRevoked: false })
      .where(isIn('secretHash', 'hashes')),
);
const countUseSql = new Statement<never, { id: string; now: Timestamp }>((db, param) =>
  db(table)
    .where({ id: param('id') })
    .increment('numUses', 1)
    .update({ updatedAt: param('now') }),
);

export class ClientSecretStore extends Store {
  async insert(secret: ClientSecretRow): Promise<void> {
    this.db.insert(table, [secret]);
  }

  findById(universalAuthId: string, id: string): Promise<ClientSecretRow | undefined> {
    return this.db<ClientSecretRow>(table).where({ universalAuthId, id }).first();
  }

  /** Finds the secret with one of these hashes that is not revoked. */
  async findUsable(universalAuthId: string, hashes: readonly string[]): Promise<ClientSecretRow | undefined> {
    return (await this.db.read(findUsableSql, { universalAuthId, hashes }))[0];
  }

  /** Lists the secrets that are not revoked, newest first. */
  list(universalAuthId: string): Promise<ClientSecretRow[]> {
    return this.db<ClientSecretRow>(table)
      .where({ universalAuthId, isRevoked: false })
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id']);
  }

  /** Lists the ids of the root keys that hash the secrets that are not revoked. */
  hashKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'secretHash', this.db(table).where({ isRevoked: false }));
  }

  countUse(id: string, now: Timestamp): void {
    this.db.write(countUseSql, { id, now });
  }

  async revoke(id: string, now: Timestamp): Promise<void> {
    this.db.write(this.db<ClientSecretRow>(table).where({ id }).update({ isRevoked: true, updatedAt: now }));
  }
}
