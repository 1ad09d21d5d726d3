import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import { changesWhere } from './audit.ts';
import type { World } from '../world/world.ts';

/** What is recorded of a project, in the order in which it happened as far as times tell. */
export const entriesOf = (world: World, projectId: string): Promise<AuditLogRow[]> =>
  changesWhere(world, { projectId });

/** The same in short: who, what, and its details. */
export const eventsOf = async (world: World, projectId: string) =>
  (await entriesOf(world, projectId)).map(({ actorId, eventType, eventMetadata }) => ({
    actorId,
    eventType,
    eventMetadata,
  }));
