import type { Timestamp } from '../platform/clock.ts';

export type EnvironmentColor = 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink';

export interface EnvironmentRow {
  id: string;
  projectId: string;
  name: string;
  slug: string;
  /** Counts from 1 without gaps among active environments; a deleted one has its former position. */
  position: number;
  /** A name of the palette; null: the console chooses one. */
  color: EnvironmentColor | null;
  /** Whether the console and the command line ask before a change of its secrets; the API does not. */
  isProtected: boolean;
  /** Set if the environment is deleted and can be restored. */
  softDeletedAt: Timestamp | null;
  deleteAfter: Timestamp | null;
  deletedByUserId: string | null;
  deletedByIdentityId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}
