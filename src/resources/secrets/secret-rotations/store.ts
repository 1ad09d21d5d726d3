import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { PasswordRequirements } from '../../../platform/crypto/generated-passwords.ts';
import type { AppName } from '../app-connections/store.ts';

export type RotationTypeName = 'ldap-password' | 'mysql-credentials' | 'postgres-credentials' | 'redis-credentials';

export interface RotationParameters {
  /** The name of a user, or of an entry of a directory. */
  readonly username1: string;
  /** The same as the first if there is only one user, whose password changes in place. */
  readonly username2: string;
  readonly rotationStatement?: string;
  /** The rules of users of Redis, whom the server creates itself. */
  readonly permissionScope?: string;
  readonly passwordRequirements?: PasswordRequirements;
}

/** The names of the two secrets. */
export interface SecretsMapping {
  readonly username: string;
  readonly password: string;
}

/** Users of a system whose passwords the server changes, and the two secrets that hold one of them. */
export interface SecretRotationRow {
  id: string;
  projectId: string;
  folderId: string;
  connectionId: string;
  name: string;
  description: string | null;
  type: RotationTypeName;
  isAutoRotationEnabled: boolean;
  /** Days. */
  rotationInterval: number;
  /** The time of day in UTC. */
  rotateAtHours: number;
  rotateAtMinutes: number;
  parameters: RotationParameters;
  secretsMapping: SecretsMapping;
  /** Null until the rotation has been created completely. */
  usernameSecretId: string | null;
  passwordSecretId: string | null;
  /** Which of the two users the secrets name. */
  activeIndex: number;
  dataKeyId: string;
  sealedPasswords: string;
  rotationStatus: 'success' | 'failed' | null;
  lastRotationAttemptedAt: Timestamp | null;
  lastRotatedAt: Timestamp | null;
  isLastRotationManual: boolean;
  lastRotationMessage: string | null;
  nextRotationAt: Timestamp | null;
  /** How many attempts have failed since the last success. */
  failures: number;
  /** When the server looks at it next: the next rotation, another attempt, or when a run counts as interrupted. */
  dueAt: Timestamp | null;
  /** The run in progress, or one that was interrupted. */
  runId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A rotation with where it is and what it uses. */
export interface SecretRotation extends SecretRotationRow {
  organizationId: string;
  path: string;
  environmentId: string;
  environmentName: string;
  environmentSlug: string;
  connectionName: string;
  app: AppName;
}

/** A rotation that has to be looked at. */
export type DueRotation = Pick<SecretRotation, 'id' | 'projectId' | 'organizationId'>;

type SealedRotation = Pick<SecretRotationRow, 'id' | 'projectId' | 'dataKeyId' | 'sealedPasswords'>;

const table = 'secret_rotations';
const users = 'secret_rotation_users';

const toColumns = ({ parameters, secretsMapping, ...columns }: Partial<SecretRotationRow>) => ({
  ...columns,
  ...(parameters && { parameters: JSON.stringify(parameters) }),
  ...(secretsMapping && { secretsMapping: JSON.stringify(secretsMapping) }),
});

export class SecretRotationStore extends Store {
  async insert(rotation: SecretRotationRow): Promise<void> {
    await this.db(table).insert(toColumns(rotation));
  }

  async update(id: string, changes: Partial<Omit<SecretRotationRow, 'id'>>): Promise<void> {
    await this.db(table).where({ id }).update(toColumns(changes));
  }

  async delete(id: string): Promise<void> {
    await this.db(table).where({ id }).delete();
  }

  /** Replaces the users of the rotation; a `UniqueViolation` if another rotation of the connection has one of them. */
  async setUsers(rotationId: string, connectionId: string, usernames: readonly string[]): Promise<void> {
    await this.db(users).where({ rotationId }).delete();
    await this.db(users).insert(usernames.map((username) => ({ rotationId, connectionId, username })));
  }

  /** Finds a rotation, also one that is not created completely, unless its environment is deleted. */
  find(id: string): Promise<SecretRotation | undefined> {
    return this.#withPlace().where({ 'r.id': id }).first();
  }

  findInOrganization(organizationId: string, id: string): Promise<SecretRotation | undefined> {
    return this.#created().where({ 'r.id': id, 'p.organizationId': organizationId }).first();
  }

  findByName(folderId: string, name: string): Promise<SecretRotation | undefined> {
    return this.#created().where({ 'r.folderId': folderId, 'r.name': name }).first();
  }

  /** Lists the rotations of the project, of one kind if given, ordered by name. */
  list(projectId: string, type?: RotationTypeName): Promise<SecretRotation[]> {
    const query = this.#created().where({ 'r.projectId': projectId }).orderBy(['r.name', 'r.id']);
    return type === undefined ? query : query.where({ 'r.type': type });
  }

  /** Returns the names of these rotations, by id. */
  async namesOf(ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db(table).whereIn('id', ids).select<{ id: string; name: string }[]>('id', 'name');
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Whether one of these folders has a rotation. */
  async isAnyIn(folderIds: readonly string[]): Promise<boolean> {
    return (await this.db(table).whereIn('folderId', folderIds).first('id')) !== undefined;
  }

  async count(projectId: string): Promise<number> {
    const [{ count }] = (await this.db(table).where({ projectId }).count({ count: '*' })) as [{ count: number }];
    return count;
  }

  /** Lists the rotations that have to be looked at, the first that were due first. */
  listDue(now: Timestamp, limit: number): Promise<DueRotation[]> {
    return this.db(`${table} as r`)
      .join('projects as p', 'p.id', 'r.projectId')
      .join('secret_folders as f', 'f.id', 'r.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .whereNull('e.softDeletedAt')
      .where('r.dueAt', '<=', now)
      .orderBy(['r.dueAt', 'r.id'])
      .limit(limit)
      .select<DueRotation[]>('r.id', 'r.projectId', 'p.organizationId');
  }

  /** How many rotations there are by the result of their last attempt. */
  async countByStatus(): Promise<{ success: number; failed: number }> {
    const rows = (await this.db(table)
      .whereNotNull('usernameSecretId')
      .groupBy('rotationStatus')
      .select('rotationStatus', this.db.raw('count(*) as count'))) as { rotationStatus: string; count: number }[];
    const of = (status: string) => rows.find(({ rotationStatus }) => rotationStatus === status)?.count ?? 0;
    return { success: of('success'), failed: of('failed') };
  }

  /** Lists rotations whose last attempt failed, ordered by id. */
  listFailed(limit: number): Promise<Pick<SecretRotationRow, 'id' | 'name' | 'projectId' | 'lastRotationMessage'>[]> {
    return this.db(table)
      .where({ rotationStatus: 'failed' })
      .orderBy('id')
      .limit(limit)
      .select('id', 'name', 'projectId', 'lastRotationMessage');
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db(table).whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  /** Lists rotations whose passwords one of these keys encrypted. */
  listSealedWith(dataKeyIds: readonly string[], limit: number): Promise<SealedRotation[]> {
    return this.db(table)
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .limit(limit)
      .select<SealedRotation[]>('id', 'projectId', 'dataKeyId', 'sealedPasswords');
  }

  #created(): Knex.QueryBuilder {
    return this.#withPlace().whereNotNull('r.usernameSecretId');
  }

  #withPlace(): Knex.QueryBuilder {
    return this.db(`${table} as r`)
      .join('projects as p', 'p.id', 'r.projectId')
      .join('app_connections as c', 'c.id', 'r.connectionId')
      .join('secret_folders as f', 'f.id', 'r.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .whereNull('e.softDeletedAt')
      .select(
        'r.*',
        'p.organizationId',
        'f.path',
        'e.id as environmentId',
        'e.name as environmentName',
        'e.slug as environmentSlug',
        'c.name as connectionName',
        'c.app',
      );
  }
}
