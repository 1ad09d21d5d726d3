import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { changesWhere } from './audit.ts';
import type { World } from '../world/world.ts';

/** The audit log entries of a project, by time. */
export const projectEntriesOf = (world: World, projectId: string): Promise<AuditLogRow[]> =>
  changesWhere(world, { projectId });

/** The audit log entries of a project, by time, reduced to actor, event type and metadata. */
export const eventsOf = async (world: World, projectId: string) =>
  (await projectEntriesOf(world, projectId)).map(({ actorId, eventType, eventMetadata }) => ({
    actorId,
    eventType,
    eventMetadata,
  }));
