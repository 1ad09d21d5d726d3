import { useMemo, useState } from 'react';
import type { Project } from '../../layout/project.tsx';
import { isDifferent, useComparison, type Comparison } from './comparison.ts';
import { useOverview, type OverviewQuery, type OverviewRow } from './use-overview.ts';

/** Which names the table shows. */
export type Mode = 'all' | 'missing' | 'different';

/** The most names that a filter looks through. */
const maxFiltered = 2000;

const passes = (row: OverviewRow, mode: Mode, slugs: readonly string[], comparison: Comparison | undefined): boolean =>
  mode === 'all' ||
  (row.kind === 'secret' &&
    (mode === 'missing'
      ? slugs.some((slug) => !row.cells.has(slug))
      : isDifferent(comparison?.get(row.name), slugs.length)));

/** The rows of the overview that the mode leaves; compared are the environments in view. */
export const useFiltered = (
  query: OverviewQuery,
  compared: Project['environments'],
  mode: Mode,
  [first, last]: readonly [number, number],
) => {
  const [count, setCount] = useState(0);
  const isFiltered = mode !== 'all';
  const lastLoaded = isFiltered ? Math.max(0, Math.min(count, maxFiltered) - 1) : last;
  const overview = useOverview(query, isFiltered ? 0 : first, lastLoaded);
  const { total, rows } = overview;
  if (total !== undefined && total !== count) setCount(total);
  const slugs = useMemo(() => compared.map(({ slug }) => slug), [compared]);
  const place = { projectId: query.projectId, path: query.path, environments: slugs };
  const comparison = useComparison(place, mode === 'different' && slugs.length > 1);
  const left = useMemo(() => {
    if (!isFiltered) return undefined;
    const found = [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);
    const names = found.filter((row) => passes(row, mode, slugs, comparison.data));
    return new Map(names.map((row, index) => [index, row]));
  }, [isFiltered, rows, mode, slugs, comparison.data]);
  // Every page has to be there before it is known what is left.
  const isComplete = rows.size >= Math.min(total ?? Infinity, maxFiltered);
  const isReady = !isFiltered || (isComplete && (mode === 'missing' || comparison.data !== undefined));
  return {
    ...overview,
    total: isReady ? (left?.size ?? total) : undefined,
    rows: left ?? rows,
    error: overview.error ?? comparison.error,
    comparison: mode === 'different' ? comparison.data : undefined,
    isCut: isFiltered && (total ?? 0) > maxFiltered,
    refetch: () => Promise.all([overview.refetch(), ...(mode === 'different' ? [comparison.refetch()] : [])]),
  };
};
