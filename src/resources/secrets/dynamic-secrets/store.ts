import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The texts that clients know. */
export type DynamicSecretStatus = 'Revocation in process' | 'Failed to delete';

export interface MetadataEntry extends Readonly<Record<string, string>> {
  readonly key: string;
  readonly value: string;
}

export interface DynamicSecretRow {
  id: string;
  projectId: string;
  folderId: string;
  name: string;
  type: string;
  /** As they were sent. */
  defaultTTL: string;
  maxTTL: string | null;
  usernameTemplate: string | null;
  metadata: readonly MetadataEntry[];
  sealedInputs: string;
  /** Not null while it is deleted with its leases. */
  status: DynamicSecretStatus | null;
  statusDetails: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

const table = 'dynamic_secrets';

export class DynamicSecretStore extends Store {
  insert(row: DynamicSecretRow): void {
    this.db.insert(table, [row]);
  }

  find(folderId: string, name: string): Promise<DynamicSecretRow | undefined> {
    return this.db<DynamicSecretRow>(table).where({ folderId, name }).first();
  }

  findById(projectId: string, id: string): Promise<DynamicSecretRow | undefined> {
    return this.db<DynamicSecretRow>(table).where({ projectId, id }).first();
  }

  /** Lists the dynamic secrets of a folder, ordered by name. */
  list(folderId: string): Promise<DynamicSecretRow[]> {
    return this.db<DynamicSecretRow>(table).where({ folderId }).orderBy('name');
  }

  /** Lists the folders and metadata of the dynamic secrets in these folders. */
  listIn(folderIds: readonly string[]): Promise<Pick<DynamicSecretRow, 'folderId' | 'metadata'>[]> {
    return this.db<DynamicSecretRow>(table).whereIn('folderId', folderIds).select('folderId', 'metadata');
  }

  update(id: string, { metadata, ...columns }: Partial<Omit<DynamicSecretRow, 'id' | 'projectId' | 'folderId'>>): void {
    const changes = { ...columns, ...(metadata && { metadata: JSON.stringify(metadata) }) };
    this.db.write(this.db(table).where({ id }).update(changes));
  }

  delete(id: string): void {
    this.db.write(this.db(table).where({ id }).delete());
  }

  async count(folderId: string): Promise<number> {
    const [row] = await this.db(table).where({ folderId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }
}

type SealedTable = 'dynamic_secrets' | 'dynamic_secret_leases';

export interface SealedInputsRow {
  readonly id: string;
  readonly sealedInputs: string;
}

/** The sealed inputs of dynamic secrets or of leases, for the rotation of keys. */
export class SealedInputsStore extends Store {
  readonly #table: SealedTable;

  constructor(db: Store['db'], of: SealedTable) {
    super(db);
    this.#table = of;
  }

  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedInputs', this.db(this.#table));
  }

  /** Lists inputs that another root key encrypted. */
  listForeign(rootKeyId: string, limit: number): Promise<SealedInputsRow[]> {
    return this.db(this.#table)
      .whereNot(keyIdIn(this.db, 'sealedInputs') as unknown as string, rootKeyId)
      .orderBy('id')
      .limit(limit)
      .select<SealedInputsRow[]>('id', 'sealedInputs');
  }

  /** Stores what another root key encrypted, unless the inputs were changed meanwhile. */
  reseal({ id, sealedInputs }: SealedInputsRow, sealed: string): void {
    this.db.write(this.db(this.#table).where({ id, sealedInputs }).update({ sealedInputs: sealed }));
  }
}
