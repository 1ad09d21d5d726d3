import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { SealedKey } from '../../project/data-keys/store.ts';

/** The running or the last rotation; the table has one row. */
export interface KeyRotationRow {
  id: 1;
  rotationId: string;
  startedAt: Timestamp;
  finishedAt: Timestamp | null;
  /** Why the rotation stopped. */
  error: string | null;
  /** The process that runs the rotation; null if none does. */
  runnerId: string | null;
  /** When the runner last renewed its lease. */
  renewedAt: Timestamp;
  projectsDone: number;
  versionsDone: number;
}

export interface RotationProgress extends KeyRotationRow {
  projectsLeft: number;
  versionsLeft: number;
}

/** A project whose data is not re-encrypted completely yet. */
export interface RotatingProject {
  projectId: string;
  organizationId: string;
  /** The new key of the project; null until it has one. */
  dataKeyId: string | null;
  /** The number of versions left of those that existed at the start. */
  versions: number;
}

const rotation = 'key_rotation';
const projects = 'key_rotation_projects';

export class KeyRotationStore extends Store {
  find(): Promise<KeyRotationRow | undefined> {
    return this.db<KeyRotationRow>(rotation).where({ id: 1 }).first();
  }

  /** Reads the rotation and what is left in one statement, so that the numbers match while a rotation runs. */
  findProgress(): Promise<RotationProgress | undefined> {
    return this.db(rotation)
      .where({ id: 1 })
      .first(
        `${rotation}.*`,
        this.db(projects).count('*').as('projectsLeft'),
        this.db(projects).select(this.db.raw('coalesce(sum(versions), 0)')).as('versionsLeft'),
      );
  }

  /** Replaces the last rotation, and enqueues every project that has a key. */
  async begin(row: KeyRotationRow): Promise<void> {
    await this.db<KeyRotationRow>(rotation).insert(row).onConflict('id').merge();
    await this.db(projects).delete();
    await this.#enqueue(this.db('project_data_keys as k'));
  }

  /** Makes another process the runner. */
  async takeOver(runnerId: string, renewedAt: Timestamp): Promise<void> {
    await this.db<KeyRotationRow>(rotation).where({ id: 1 }).update({ runnerId, renewedAt, error: null });
  }

  /** Updates the rotation; false if another process is the runner now. */
  async change(runnerId: string, changes: Partial<Omit<KeyRotationRow, 'id'>>): Promise<boolean> {
    return (await this.db<KeyRotationRow>(rotation).where({ id: 1, runnerId }).update(changes)) === 1;
  }

  /** Enqueues the projects with a key that another root key wraps, and returns how many. */
  enqueueForeign(rootKeyId: string): Promise<number> {
    return this.#enqueue(
      this.db('project_data_keys as k').whereNot(keyIdIn(this.db, 'k.wrapped') as unknown as string, rootKeyId),
    );
  }

  next(): Promise<RotatingProject | undefined> {
    return this.db(`${projects} as r`)
      .join('projects as p', 'p.id', 'r.projectId')
      .orderBy('r.projectId')
      .first('r.*', 'p.organizationId');
  }

  async setDataKey(projectId: string, dataKeyId: string): Promise<void> {
    await this.db<RotatingProject>(projects).where({ projectId }).update({ dataKeyId });
  }

  async countVersions({ projectId, versions }: RotatingProject, count: number): Promise<void> {
    // More versions may have been created since the start.
    await this.db<RotatingProject>(projects)
      .where({ projectId })
      .update({ versions: Math.max(0, versions - count) });
    await this.db<KeyRotationRow>(rotation).where({ id: 1 }).increment('versionsDone', count);
  }

  async finishProject(projectId: string): Promise<void> {
    await this.db(projects).where({ projectId }).delete();
    await this.db<KeyRotationRow>(rotation).where({ id: 1 }).increment('projectsDone', 1);
  }

  async #enqueue(keys: Knex.QueryBuilder): Promise<number> {
    const projectIds = keys
      .leftJoin('secret_versions as v', 'v.dataKeyId', 'k.id')
      .groupBy('k.projectId')
      .select('k.projectId')
      .count('v.id');
    return (await this.db(this.db.raw('?? (??, ??)', [projects, 'projectId', 'versions'])).insert(
      projectIds as never,
    )) as unknown as number;
  }
}

/** The private keys in one table, of authorities or of certificates. */
export class SealedKeyStore extends Store {
  readonly #table: 'certificate_authorities' | 'certificates';

  constructor(db: Db, table: 'certificate_authorities' | 'certificates') {
    super(db);
    this.#table = table;
  }

  /** Lists a batch of the private keys that are encrypted with these data keys. */
  listSealedWith(
    dataKeyIds: readonly string[],
    count: number,
  ): Promise<({ id: string; projectId: string } & SealedKey)[]> {
    return this.db(this.#table)
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .limit(count)
      .select('id', 'projectId', 'dataKeyId', 'sealedKey');
  }

  reseal(id: string, { dataKeyId, sealedKey }: SealedKey): void {
    this.db.write(this.db(this.#table).where({ id }).update({ dataKeyId, sealedKey }));
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db(this.#table).whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }
}

/** The hashing key of a root key that ROOT_KEY may no longer list. */
export interface RetiredKeyRow {
  /** The id of the root key. */
  id: string;
  sealedHashingKey: string;
  createdAt: Timestamp;
}

export class RetiredKeyStore extends Store {
  list(): Promise<RetiredKeyRow[]> {
    return this.db<RetiredKeyRow>('retired_root_keys').orderBy('id');
  }

  /** Lists the ids of the root keys that encrypt the hashing keys. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedHashingKey', this.db('retired_root_keys'));
  }

  /** Replaces all rows. */
  async replace(rows: readonly RetiredKeyRow[]): Promise<void> {
    await this.db('retired_root_keys').delete();
    if (rows.length > 0) await this.db<RetiredKeyRow>('retired_root_keys').insert(rows);
  }
}
