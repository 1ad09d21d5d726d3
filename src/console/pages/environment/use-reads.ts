import { useMemo } from 'react';
import { useCan } from '../../access/use-can.ts';
import { api } from '../../api/client.ts';
import type { FolderRef, ListedSecret } from '../../secrets/use-secrets.ts';

/** Who read the value of a secret last, and how often it was read today. */
export interface Reads {
  readonly count: number;
  readonly lastReadAt: string;
  readonly lastReader: string;
}

/** Reads of one secret and of all secrets of its folder together. */
const sumOf = (own: Reads | undefined, ofFolder: Reads | undefined): Reads | undefined => {
  if (!own || !ofFolder) return own ?? ofFolder;
  const { lastReadAt, lastReader } = own.lastReadAt > ofFolder.lastReadAt ? own : ofFolder;
  return { count: own.count + ofFolder.count, lastReadAt, lastReader };
};

const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

/**
 * The reads of secrets today, by their names, for those who may read the audit log. It is one request after the list
 * of the secrets is there, of which the server examines a bounded part of the log.
 */
export const useReads = (
  { projectId, environment, path }: FolderRef,
  secrets: readonly ListedSecret[] | undefined,
): ReadonlyMap<string, Reads> => {
  const mayRead = useCan({ id: projectId }).can('read', 'audit-logs');
  const since = midnight();
  const { data } = api.useQuery(
    'get',
    '/api/v1/dashboard/secret-reads',
    { params: { query: { projectId, environment, secretPath: path, since } } },
    { enabled: mayRead && secrets !== undefined },
  );
  return useMemo(() => {
    const reads = new Map(data?.reads.map((each) => [each.secretName, each]));
    const byName = (secrets ?? []).flatMap(({ secretKey }) => {
      const sum = sumOf(reads.get(secretKey), reads.get(null));
      return sum ? [[secretKey, sum] as const] : [];
    });
    return new Map(byName);
  }, [data, secrets]);
};
