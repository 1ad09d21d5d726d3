import type { EnvironmentRow } from '../../../access/environment.ts';
import type { ProjectRetention, ProjectRow } from '../../../access/project.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData, bumpDataWithImporters } from '../revisions/store.ts';
import { FolderStore } from '../../secrets/folders/store.ts';
import { SecretVersionStore } from '../../secrets/secret-versions/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** A deleted environment whose time for a restore has ended, with the fields of its audit entry. */
export interface ExpiredEnvironment
  extends Pick<EnvironmentRow, 'id' | 'name' | 'slug' | 'projectId'>, ProjectRetention {
  organizationId: string;
  projectName: string;
}

interface EnvironmentKey extends Record<string, unknown> {
  projectId: string;
  name: string;
}

const findByIdSql = new Statement<EnvironmentRow, EnvironmentKey>((db, param) =>
  db('project_environments').where({ projectId: param('projectId'), id: param('name') }),
);
const findBySlugSql = new Statement<EnvironmentRow, EnvironmentKey>((db, param) =>
  db('project_environments').where({ projectId: param('projectId'), slug: param('name') }),
);
const countActiveSql = new Statement<{ count: number }, { projectId: string }>((db, param) =>
  db('project_environments')
    .where({ projectId: param('projectId') })
    .whereNull('softDeletedAt')
    .count('* as count'),
);
export type EnvironmentChanges = Pick<
  EnvironmentRow,
  'name' | 'slug' | 'position' | 'color' | 'isProtected' | 'updatedAt'
>;

const changed = new Statement<never, Pick<EnvironmentRow, 'id'> & EnvironmentChanges>((db, param) =>
  db('project_environments')
    .where({ id: param('id') })
    .update({
      name: param('name'),
      slug: param('slug'),
      position: param('position'),
      color: param('color'),
      isProtected: param('isProtected'),
      updatedAt: param('updatedAt'),
    }),
);

/** A deleted environment, with the actor who deleted it. */
export interface DeletedEnvironmentRow extends EnvironmentRow {
  softDeletedAt: Timestamp;
  deleteAfter: Timestamp;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  identityName: string | null;
}

const listActiveSql = new Statement<EnvironmentRow, { projectIds: readonly string[] }>(
  (db, _param, isIn) =>
    db('project_environments')
      .where(isIn('projectId', 'projectIds'))
      .whereNull('softDeletedAt')
      .orderBy(['position', 'id']),
  { one: 'cached', many: 'often' },
);

const withDeleters = (db: SqlBuilder): Knex.QueryBuilder =>
  db('project_environments as e')
    .leftJoin('users as u', 'u.id', 'e.deletedByUserId')
    .leftJoin('identities as i', 'i.id', 'e.deletedByIdentityId')
    .whereNotNull('e.softDeletedAt')
    .orderBy(['e.position', 'e.id'])
    .select('e.*', 'u.username', 'u.email', 'u.firstName', 'u.lastName', 'i.name as identityName');
const listDeletedSql = new Statement<DeletedEnvironmentRow, { projectIds: readonly string[] }>(
  (db, _param, isIn) => withDeleters(db).where(isIn('e.projectId', 'projectIds')),
  { one: 'cached', many: 'often' },
);

export class EnvironmentStore extends Store {
  /** Inserts the environment and its root folder. */
  async insert(environment: EnvironmentRow): Promise<void> {
    bumpData(this.db, environment.projectId);
    this.db.insert('project_environments', [environment]);
    await new FolderStore(this.db).insertRoot(environment);
  }

  /** Lists the active environments of these projects, ordered by position. */
  listActive(projectIds: readonly string[]): Promise<EnvironmentRow[]> {
    return this.db.read(listActiveSql, { projectIds });
  }

  /** Deleted ones too, as long as they can be restored. */
  async findById(projectId: string, id: string): Promise<EnvironmentRow | undefined> {
    return (await this.db.read(findByIdSql, { projectId, name: id }))[0];
  }

  /** Deleted ones too, as long as they can be restored. */
  async findBySlug(projectId: string, slug: string): Promise<EnvironmentRow | undefined> {
    return (await this.db.read(findBySlugSql, { projectId, name: slug }))[0];
  }

  /** Finds the environment in any project of the organization, including deleted ones that can be restored. */
  findInOrganization(organizationId: string, id: string): Promise<EnvironmentRow | undefined> {
    return this.db<EnvironmentRow>('project_environments')
      .where({ id })
      .whereIn('projectId', this.db('projects').where({ organizationId }).select('id'))
      .first();
  }

  /** Counts the active environments; the count is also the last position. */
  async countActive(projectId: string): Promise<number> {
    return (await this.db.read(countActiveSql, { projectId }))[0]!.count;
  }

  /** Moves the active environments between two positions up or down by one. */
  async shift(projectId: string, { from, to }: { from: number; to: number }, by: 1 | -1): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(
      this.db<EnvironmentRow>('project_environments')
        .where({ projectId })
        .whereNull('softDeletedAt')
        .whereBetween('position', [from, to])
        .increment('position', by),
    );
  }

  async change(
    { id, projectId }: Pick<EnvironmentRow, 'id' | 'projectId'>,
    changes: EnvironmentChanges,
  ): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(changed, { id, ...changes });
  }

  /** Marks the environment as deleted, or as restored. */
  async mark(
    { id, projectId }: Pick<EnvironmentRow, 'id' | 'projectId'>,
    changes: Partial<
      Pick<
        EnvironmentRow,
        'position' | 'softDeletedAt' | 'deleteAfter' | 'deletedByUserId' | 'deletedByIdentityId' | 'updatedAt'
      >
    >,
  ): Promise<void> {
    await bumpDataWithImporters(this.db, projectId);
    this.db.write(this.db<EnvironmentRow>('project_environments').where({ id }).update(changes));
  }

  async delete(environments: readonly Pick<EnvironmentRow, 'id' | 'projectId'>[]): Promise<void> {
    for (const projectId of new Set(environments.map((row) => row.projectId)))
      await bumpDataWithImporters(this.db, projectId);
    const ids = environments.map(({ id }) => id);
    await new SecretVersionStore(this.db).deleteInEnvironments(ids);
    this.db.write(this.db<EnvironmentRow>('project_environments').whereIn('id', ids).delete());
  }

  /** Lists up to `limit` projects with environments whose time for a restore ended before that time. */
  projectsOfExpired(before: Timestamp, limit: number): Promise<Pick<ProjectRow, 'id' | 'organizationId'>[]> {
    const expired = this.db('project_environments').whereNotNull('softDeletedAt').where('deleteAfter', '<', before);
    return this.db('projects').whereIn('id', expired.select('projectId')).limit(limit).select('id', 'organizationId');
  }

  /** Lists up to `limit` environments of the project whose time for a restore ended before that time. */
  listExpired(projectId: string, before: Timestamp, limit: number): Promise<ExpiredEnvironment[]> {
    return this.db('project_environments as e')
      .join('projects as p', 'p.id', 'e.projectId')
      .where({ 'e.projectId': projectId })
      .whereNotNull('e.softDeletedAt')
      .where('e.deleteAfter', '<', before)
      .orderBy(['e.deleteAfter', 'e.id'])
      .limit(limit)
      .select(
        'e.id',
        'e.name',
        'e.slug',
        'e.projectId',
        'p.organizationId',
        'p.name as projectName',
        'p.auditLogsRetentionDays',
        'p.leastAuditLogsRetentionDays',
      );
  }

  /** Lists the deleted environments of these projects that can be restored, ordered by position. */
  listDeleted(projectIds: readonly string[]): Promise<DeletedEnvironmentRow[]> {
    return this.db.read(listDeletedSql, { projectIds });
  }
}
