import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';

/** Builds the row of a new environment; does not store it. */
export const newEnvironment = (
  { clock, ids }: Pick<PublicScope, 'clock' | 'ids'>,
  projectId: string,
  fields: Pick<EnvironmentRow, 'name' | 'slug' | 'position'> & Partial<Pick<EnvironmentRow, 'color' | 'isProtected'>>,
): EnvironmentRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    projectId,
    color: null,
    isProtected: false,
    ...fields,
    softDeletedAt: null,
    deleteAfter: null,
    deletedByUserId: null,
    deletedByIdentityId: null,
    createdAt: now,
    updatedAt: now,
  };
};
