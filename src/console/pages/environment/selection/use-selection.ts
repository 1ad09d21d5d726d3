import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListedSecret } from '../../../secrets/use-secrets.ts';
import type { Row } from '../rows.ts';

export interface Selection {
  /** Ids. */
  readonly ids: ReadonlySet<string>;
  /** The selected secrets, in the order of the table. */
  readonly secrets: readonly ListedSecret[];
  readonly areAll: boolean;
  /** Selects a secret or not; with `isRange`, also those between it and the last one. */
  readonly select: (id: string, isSelected: boolean, isRange: boolean) => void;
  readonly selectAll: (isSelected: boolean) => void;
}

const noIds: ReadonlySet<string> = new Set();

/** The secrets that are selected among the rows of the table; what a filter hides is not selected. */
export const useSelection = (rows: readonly Row[]): Selection => {
  const [chosen, setChosen] = useState(noIds);
  const shown = useMemo(() => rows.flatMap((row) => (row.kind === 'secret' ? [row.secret] : [])), [rows]);
  const last = useRef<string>(undefined);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  });
  const secrets = useMemo(() => (chosen.size === 0 ? [] : shown.filter(({ id }) => chosen.has(id))), [shown, chosen]);
  const ids = useMemo(() => (secrets.length === 0 ? noIds : new Set(secrets.map(({ id }) => id))), [secrets]);

  const select = useCallback((id: string, isSelected: boolean, isRange: boolean): void => {
    const all = latest.current.map((secret) => secret.id);
    const [at, from] = [all.indexOf(id), isRange ? all.indexOf(last.current ?? '') : -1];
    const range = from < 0 ? [id] : all.slice(Math.min(at, from), Math.max(at, from) + 1);
    last.current = id;
    setChosen((before) => {
      const next = new Set(before);
      for (const each of range)
        if (isSelected) next.add(each);
        else next.delete(each);
      return next;
    });
  }, []);
  const selectAll = useCallback((isSelected: boolean): void => {
    setChosen(isSelected ? new Set(latest.current.map(({ id }) => id)) : noIds);
  }, []);
  return { ids, secrets, areAll: shown.length > 0 && secrets.length === shown.length, select, selectAll };
};
