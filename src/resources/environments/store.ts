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
}
