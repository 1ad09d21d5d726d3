import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import type { Db } from '../../../platform/db/knex/queries.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { SealedKey } from '../../certificates/certificate-authorities/store.ts';

/** The rotation under way, or the last one: one row. */
export interface KeyRotationRow {
  id: 1;
  rotationId: string;
  startedAt: Timestamp;
  finishedAt: Timestamp | null;
  /** Why it could not go on. */
  error: string | null;
  /** Who works on it; null when nobody does. */
  runnerId: string | null;
  /** When that one last said so. */
  renewedAt: Timestamp;
  projectsDone: number;
  versionsDone: number;
}

/** A project that is not finished yet. */
export interface RotatingProject {
  projectId: string;
  /** Its new key; null until it has one. */
  dataKeyId: string | null;
  /** How many are left, as far as they were there at the beginning. */
  versions: number;
}

const rotation = 'key_rotation';
const projects = 'key_rotation_projects';

export class KeyRotationStore extends Store {
  find(): Promise<KeyRotationRow | undefined> {
    return this.db<KeyRotationRow>(rotation).where({ id: 1 }).first();
  }

  /** Which nobody else changes until the transaction ends. */
  lock(): Promise<KeyRotationRow | undefined> {
    return this.db<KeyRotationRow>(rotation).where({ id: 1 }).forUpdate().first();
  }

  /** In place of the last one, with every project that has a key. */
  async begin(row: KeyRotationRow): Promise<void> {
    await this.db<KeyRotationRow>(rotation).insert(row).onConflict('id').merge();
    await this.db(projects).delete();
    await this.#enqueue(this.db('project_data_keys as k'));
  }

  /** Somebody else goes on where it ended. */
  async takeOver(runnerId: string, renewedAt: Timestamp): Promise<void> {
    await this.db<KeyRotationRow>(rotation).where({ id: 1 }).update({ runnerId, renewedAt, error: null });
  }

  /** False if it is somebody else's by now. Until the transaction ends, nobody can take it over. */
  async change(runnerId: string, changes: Partial<Omit<KeyRotationRow, 'id'>>): Promise<boolean> {
    return (await this.db<KeyRotationRow>(rotation).where({ id: 1, runnerId }).update(changes)) === 1;
  }

  /** Once more those that have a key which another root key wraps; tells how many there are. */
  enqueueForeign(rootKeyId: string): Promise<number> {
    return this.#enqueue(
      this.db('project_data_keys as k').whereNot(keyIdIn(this.db, 'k.wrapped') as unknown as string, rootKeyId),
    );
  }

  next(): Promise<RotatingProject | undefined> {
    return this.db<RotatingProject>(projects).orderBy('projectId').first();
  }

  async left(): Promise<{ projects: number; versions: number }> {
    const [row] = await this.db(projects)
      .count({ projects: '*' })
      .sum<{ projects: number; versions: number | null }[]>({ versions: 'versions' });
    return { projects: row!.projects, versions: row!.versions ?? 0 };
  }

  async setDataKey(projectId: string, dataKeyId: string): Promise<void> {
    await this.db<RotatingProject>(projects).where({ projectId }).update({ dataKeyId });
  }

  async countVersions({ projectId, versions }: RotatingProject, count: number): Promise<void> {
    // There may be more than there were at the beginning.
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
    const found = keys
      .leftJoin('secret_versions as v', 'v.dataKeyId', 'k.id')
      .groupBy('k.projectId')
      .select('k.projectId')
      .count('v.id');
    return (await this.db(this.db.raw('?? (??, ??)', [projects, 'projectId', 'versions'])).insert(
      found,
    )) as unknown as number;
  }
}

/** The private keys in one table. */
export class SealedKeyStore extends Store {
  readonly #table: 'certificate_authorities' | 'certificates';

  constructor(db: Db, table: 'certificate_authorities' | 'certificates') {
    super(db);
    this.#table = table;
  }

  /** Some of those that are sealed with these, which nobody else changes until the transaction ends. */
  lockSealedWith(
    dataKeyIds: readonly string[],
    count: number,
  ): Promise<({ id: string; projectId: string } & SealedKey)[]> {
    return this.db(this.#table)
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .limit(count)
      .forUpdate()
      .select('id', 'projectId', 'dataKeyId', 'sealedKey');
  }

  async reseal(id: string, { dataKeyId, sealedKey }: SealedKey): Promise<void> {
    await this.db(this.#table).where({ id }).update({ dataKeyId, sealedKey });
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db(this.#table).whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }
}

/** What is left of a root key that may not be listed any more. */
export interface RetiredKeyRow {
  /** The root key's. */
  id: string;
  sealedHashingKey: string;
  createdAt: Timestamp;
}

export class RetiredKeyStore extends Store {
  list(): Promise<RetiredKeyRow[]> {
    return this.db<RetiredKeyRow>('retired_root_keys').orderBy('id');
  }

  /** The root keys that they are sealed under. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedHashingKey', this.db('retired_root_keys'));
  }

  /** In place of all that there are. */
  async replace(rows: readonly RetiredKeyRow[]): Promise<void> {
    await this.db('retired_root_keys').delete();
    if (rows.length > 0) await this.db<RetiredKeyRow>('retired_root_keys').insert(rows);
  }
}
