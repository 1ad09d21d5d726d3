import { useMutation } from '@tanstack/react-query';
import { readVersion } from '../../../secrets/stored-values.ts';
import { useRevealed } from '../../../secrets/use-revealed.ts';
import type { Draft, Drafts } from '../drafts.ts';
import type { Conflict } from './conflicts.ts';

type Entry = readonly [key: string, value: string];

const unreadable = '(you may not read this value)';

/** The keys of what others have changed stand beside those of the drafts. */
const nowKey = (id: string): string => `${id} now`;

const read = async (secretId: string, version: number): Promise<string> =>
  (await readVersion(secretId, version)) ?? unreadable;

const entriesOf = async ({ id, original }: Draft, conflict: Conflict | undefined): Promise<Entry[]> => {
  if (!original) return [[id, '']];
  if (conflict?.kind === 'deleted') return [[id, '(deleted)']];
  const before = await read(id, original.version);
  if (conflict?.kind !== 'changed') return [[id, before]];
  return [
    [id, before],
    [nowKey(id), await read(id, conflict.current.version)],
  ];
};

/** How many values are read at once. */
const atOnce = 8;

/** The values before the changes, while somebody looks at them. */
export const useShownChanges = (drafts: Drafts, conflicts: ReadonlyMap<string, Conflict>) => {
  const { values, reveal, hide } = useRevealed();
  const load = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const queue = [...ids];
      const entries: Entry[] = [];
      const work = async (): Promise<void> => {
        for (let id = queue.shift(); id !== undefined; id = queue.shift())
          entries.push(...(await entriesOf(drafts.get(id)!, conflicts.get(id))));
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      if (!document.hidden) reveal(entries);
    },
  });
  return {
    areShown: values.size > 0,
    isLoading: load.isPending,
    before: (id: string) => values.get(id),
    /** What somebody else changed a value from and to. */
    theirs: (id: string) => {
      const [before, now] = [values.get(id), values.get(nowKey(id))];
      return before === undefined || now === undefined ? undefined : { before, now };
    },
    show: (id: string) => load.mutate([id]),
    showAll: () => load.mutate([...drafts.keys()]),
    hide,
  };
};
