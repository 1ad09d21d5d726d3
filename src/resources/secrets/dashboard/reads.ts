import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Reply } from '../../../contract.ts';
import { parseTime, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { SearchedFolder } from '../../organization/audit-logs/columns.ts';
import type { CountedReads } from '../../organization/audit-logs/store.ts';

type SecretReads = Reply<'listSecretReads'>;
type Reads = SecretReads['reads'][number];

/** The newest entries of the project that are looked at. */
const maxEntries = 10_000;

const readerOf = ({ actorMetadata }: CountedReads): string => {
  const { email, username, name } = JSON.parse(actorMetadata) as Record<string, string | undefined>;
  return email ?? username ?? name ?? '';
};

const addTo = (sum: Reads | undefined, secretName: string | null, row: CountedReads): Reads => {
  const { lastAt: lastReadAt, count } = row;
  if (sum === undefined) return { secretName, count, lastReadAt, lastReader: readerOf(row) };
  const total = { ...sum, count: sum.count + count };
  return lastReadAt > sum.lastReadAt ? { ...total, lastReadAt, lastReader: readerOf(row) } : total;
};

const readTime = (since: string): Timestamp => {
  const time = parseTime(since);
  // A leap second has the right format, but cannot be represented.
  refuseIssues(
    time === undefined ? [{ code: 'format', in: 'query', path: ['since'], message: 'must be a valid time' }] : [],
  );
  return timestamp(new Date(time!));
};

/** Counts who read the secrets of a folder, from the entries of the audit log that name it. */
export const listReads = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  { row: { id, organizationId } }: ProjectAccess,
  folder: SearchedFolder,
  since: string,
): Promise<SecretReads> => {
  const filter = {
    organizationId,
    projects: { only: id },
    eventTypes: ['get-secret', 'get-secrets'],
    metadata: [],
    secret: {},
    from: readTime(since),
    now: timestamp(clock.now()),
  };
  const oldest = await stores.auditLogs.findTimeAt(filter, maxEntries);
  const rows = await stores.auditLogs.countReads({ ...filter, from: oldest ?? filter.from }, folder);
  const reads = new Map<string | null, Reads>();
  await eachYielding(rows, (row) => {
    const { secretKey = null, ...at } = JSON.parse(row.eventMetadata) as Partial<SearchedFolder> & {
      secretKey?: string;
    };
    const isHere = at.environment === folder.environment && at.secretPath === folder.secretPath;
    // A secret of another folder only refers to this one.
    if (secretKey === null || isHere) reads.set(secretKey, addTo(reads.get(secretKey), secretKey, row));
  });
  return { reads: [...reads.values()], isLimitReached: oldest !== undefined };
};
