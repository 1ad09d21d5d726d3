import type { Timestamp } from '../platform/clock.ts';

export interface EnvironmentRow {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  /** Counts from 1 without gaps among active environments; a deleted one has its former position. */
  position: number;
  /** Set if the environment is deleted and can be restored. */
  softDeletedAt: Timestamp | null;
  deleteAfter: Timestamp | null;
  deletedByUserId: string | null;
  deletedByIdentityId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}
