import type { Audit } from '../../../audit/audit.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';

/** Deletes up to `limit` environments of the project whose time for a restore ended before that moment, and returns how many. */
export const purgeEnvironments = async (
  { environments }: Pick<Stores, 'environments'>,
  audit: Pick<Audit, 'record'>,
  projectId: string,
  before: Timestamp,
  limit: number,
): Promise<number> => {
  const expired = await environments.listExpired(projectId, before, limit);
  await environments.delete(expired);
  for (const { id, name, slug, organizationId, projectName, ...retention } of expired) {
    await audit.record({
      type: 'delete-environment',
      metadata: { environmentId: id, name, slug, hardDelete: true },
      actor: { type: 'platform' },
      organizationId,
      project: { id: projectId, name: projectName, ...retention },
    });
  }
  return expired.length;
};
