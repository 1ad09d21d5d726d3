import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

export interface EnvironmentRow {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  /** From 1, without gaps among those that are not deleted. */
  position: number;
  /** Set while it can still be restored. */
  softDeletedAt: Timestamp | null;
  deleteAfter: Timestamp | null;
  deletedByUserId: string | null;
  deletedByIdentityId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export class EnvironmentStore extends Store {
  async insert(environment: EnvironmentRow): Promise<void> {
    await this.db<EnvironmentRow>('project_environments').insert(environment);
  }

  /** Of these projects, in order, without those that are deleted. */
  listActive(projectIds: readonly string[]): Promise<EnvironmentRow[]> {
    return this.db<EnvironmentRow>('project_environments').whereIn('projectId', projectIds).whereNull('softDeletedAt').orderBy(['position', 'id']);
  }

  /** Of these projects, by position, with who deleted them: what can still be restored. */
  listDeleted(projectIds: readonly string[]): Promise<DeletedEnvironmentRow[]> {
    return this.db('project_environments as e')
      .leftJoin('users as u', 'u.id', 'e.deletedByUserId')
      .leftJoin('identities as i', 'i.id', 'e.deletedByIdentityId')
      .whereIn('e.projectId', projectIds)
      .whereNotNull('e.softDeletedAt')
      .orderBy(['e.position', 'e.id'])
      .select<DeletedEnvironmentRow[]>('e.*', 'u.username', 'u.email', 'u.firstName', 'u.lastName', 'i.name as identityName');
  }
}

/** An environment that is deleted, with what is known of who did that. */
export interface DeletedEnvironmentRow extends EnvironmentRow {
  softDeletedAt: Timestamp;
  deleteAfter: Timestamp;
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  identityName: string | null;
}
