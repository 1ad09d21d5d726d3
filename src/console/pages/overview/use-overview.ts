import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { components } from '../../../../generated/api.d.ts';
import { requests } from '../../api/client.ts';
import { loadIfChanged, type Tagged } from '../../api/conditional.ts';

type Overview = components['schemas']['SecretsOverview'];
export type OverviewSecret = components['schemas']['OverviewSecret'];
export type OverviewFolder = components['schemas']['OverviewFolder'];

/** One name, with what each environment has under it, by the slug of the environment. */
export type OverviewRow =
  | { readonly kind: 'folder'; readonly name: string; readonly cells: ReadonlyMap<string, OverviewFolder> }
  | { readonly kind: 'secret'; readonly name: string; readonly cells: ReadonlyMap<string, OverviewSecret> };

export interface OverviewQuery {
  readonly projectId: string;
  readonly environments: readonly string[];
  readonly path: string;
  readonly search: string;
}

/** How many names are loaded at once. */
const pageSize = 100;

const grouped = <Entry extends { readonly environment: string }>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): Map<string, Map<string, Entry>> => {
  const groups = new Map<string, Map<string, Entry>>();
  for (const entry of entries) {
    const name = nameOf(entry);
    const cells = groups.get(name) ?? new Map<string, Entry>();
    groups.set(name, cells.set(entry.environment, entry));
  }
  return groups;
};

const rowsOf = ({ folders, secrets }: Overview): OverviewRow[] => [
  ...[...grouped(folders, ({ name }) => name)].map(([name, cells]) => ({ kind: 'folder' as const, name, cells })),
  ...[...grouped(secrets, ({ secretKey }) => secretKey)].map(([name, cells]) => ({
    kind: 'secret' as const,
    name,
    cells,
  })),
];

const rowsIn = ({ data }: Tagged<Overview>) => ({ total: data.totalCount, rows: rowsOf(data) });

const pageOptions = ({ projectId, environments, path, search }: OverviewQuery, page: number) => {
  const query = {
    projectId,
    environments: environments.join(','),
    secretPath: path,
    offset: page * pageSize,
    limit: pageSize,
    orderBy: 'natural',
    orderDirection: 'asc',
    includeSecrets: true,
    includeFolders: true,
    includeImports: false,
    includeImportedSecrets: true,
    ...(search !== '' && { search }),
  } as const;
  const queryKey = ['overview', query];
  return {
    queryKey,
    structuralSharing: false,
    queryFn: ({ signal, client: queries }: { signal: AbortSignal; client: Parameters<typeof loadIfChanged>[0] }) =>
      loadIfChanged<Overview>(queries, queryKey, (header) =>
        requests.GET('/api/v1/dashboard/secrets-overview', { params: { query, header }, signal }),
      ),
    select: rowsIn,
  };
};

/** The rows of the overview; those between `first` and `last` are loaded, others only if they were before. */
export const useOverview = (query: OverviewQuery, first: number, last: number) => {
  const firstPage = Math.floor(first / pageSize);
  const pages = Array.from({ length: Math.floor(last / pageSize) - firstPage + 1 }, (_, index) => firstPage + index);
  const results = useQueries({ queries: pages.map((page) => pageOptions(query, page)) });
  const error = results.find((result) => result.error !== null)?.error;
  // Where somebody scrolls to is not loaded at once, but the table keeps its length.
  const [known, setKnown] = useState<number>();
  const total = results.find(({ data }) => data)?.data?.total ?? known;
  useEffect(() => setKnown(total), [total]);
  const rows = useMemo(() => {
    const loaded = new Map<number, OverviewRow>();
    for (const [index, { data }] of results.entries())
      data?.rows.forEach((row, offset) => loaded.set((firstPage + index) * pageSize + offset, row));
    return loaded;
  }, [results, firstPage]);
  return { total, rows, error, refetch: () => Promise.all(results.map((result) => result.refetch())) };
};
