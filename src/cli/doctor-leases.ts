import { systemClock, timestamp } from '../platform/clock.ts';
import { fromDatabase } from './doctor-database.ts';
import { good, note, wrong, type Check } from './doctor-findings.ts';

/** Leases that could not be revoked, or that wait since a restore; a database that cannot be read has a finding already. */
export const leases: Check = async (config) => {
  const found = await fromDatabase(config, async ({ dynamicSecretLeases, instance }) => ({
    counts: await dynamicSecretLeases.countByState(),
    oldest: await dynamicSecretLeases.oldestOverdue(timestamp(systemClock.now())),
    heldSince: await instance.leasesHeldSince(),
  })).catch(() => undefined);
  if (!found) return [];
  const { counts, oldest, heldSince } = found;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  if (total === 0 && heldSince === null) return [];
  if (heldSince !== null)
    return [
      note(
        'leases of dynamic secrets',
        `They wait to be revoked since ${heldSince}, because a backup was restored. Go on with: sallyport leases resume`,
      ),
    ];
  if (counts.failed === 0) return [good(`${total} leases of dynamic secrets`)];
  const since = oldest === undefined ? '' : ` The first ended at ${oldest}.`;
  return [
    wrong(
      'leases of dynamic secrets',
      `${counts.failed} could not be revoked yet; the server tries it again.${since} GET /api/v1/projects/ID/leases?status=failed says why.`,
    ),
  ];
};
