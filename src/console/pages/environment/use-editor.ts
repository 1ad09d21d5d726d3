import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { notifyFailure } from '../../components/failure.tsx';
import { readById } from '../../secrets/stored-values.ts';
import { useRevealed } from '../../secrets/use-revealed.ts';
import type { ListedSecret } from '../../secrets/use-secrets.ts';
import { reduceDrafts, type Draft, type DraftAction, type Drafts } from './drafts.ts';

/** The one cell that is being edited. */
export interface Editing {
  readonly key: string;
  readonly column: 'name' | 'value';
  /** What is in the cell without the changes that are being made. */
  readonly before: string | undefined;
  /** The stored value, if it was read for editing. */
  readonly stored?: string;
  /** The version that was read, which may be newer than that of the list. */
  readonly version?: number;
}

/** What the rows of the table can do; the same object as long as the page is shown. */
export interface EditorActions {
  readonly dispatch: (action: DraftAction) => void;
  readonly editName: (key: string, name: string) => void;
  readonly editValue: (target: ListedSecret | Draft, isReadable: boolean) => void;
  readonly typeValue: (target: ListedSecret | Draft, text: string) => void;
  /** Ends editing; `isCancelled` takes back what was typed in this cell since it began. */
  readonly stop: (isCancelled?: boolean) => void;
  readonly show: (id: string) => void;
  readonly hide: (id?: string) => void;
  readonly reveal: (entries: Iterable<readonly [string, string]>) => void;
}

export interface Editor {
  readonly drafts: Drafts;
  /** Ids of the rows whose value is shown, with the stored value. */
  readonly values: ReadonlyMap<string, string>;
  readonly editing: Editing | undefined;
  readonly actions: EditorActions;
}

const isSecret = (target: ListedSecret | Draft): target is ListedSecret => 'secretKey' in target;

/** What somebody edits on the page: the drafts, the values that are shown, and the cell with the cursor. */
export const useEditor = (): Editor => {
  const [drafts, dispatch] = useReducer(reduceDrafts, new Map() as Drafts);
  const { values, reveal, hide } = useRevealed();
  const [editing, setEditing] = useState<Editing>();
  const latest = useRef({ drafts, values, editing });
  useEffect(() => {
    latest.current = { drafts, values, editing };
  });

  const actions = useMemo<EditorActions>(() => {
    const editValue = async (target: ListedSecret | Draft, isReadable: boolean): Promise<void> => {
      const { id } = target;
      const typed = latest.current.drafts.get(id)?.value;
      if (typed !== undefined || !isReadable) {
        reveal([[id, '']]);
        return setEditing({ key: id, column: 'value', before: typed });
      }
      const { value, version } = await readById(id);
      if (document.hidden) return;
      reveal([[id, value]]);
      setEditing({ key: id, column: 'value', before: undefined, stored: value, version });
    };

    return {
      dispatch,
      reveal,
      hide,
      editName: (key, name) => setEditing({ key, column: 'name', before: name }),
      editValue: (target, isReadable) => void editValue(target, isReadable).catch(notifyFailure),
      typeValue: (target, text) => {
        const { stored, version } = latest.current.editing ?? {};
        reveal([[target.id, stored ?? '']]);
        const change = { value: text === stored ? undefined : text };
        if (isSecret(target))
          dispatch({ type: 'edit', secret: { ...target, version: version ?? target.version }, change });
        else dispatch({ type: 'change', id: target.id, change });
      },
      stop: (isCancelled = false) => {
        const current = latest.current.editing;
        setEditing(undefined);
        const draft = current && latest.current.drafts.get(current.key);
        if (!isCancelled || !draft) return;
        const name = current.column === 'name' ? { name: current.before ?? '' } : { value: current.before };
        dispatch({ type: 'change', id: draft.id, change: name });
      },
      show: (id) => {
        if (latest.current.drafts.get(id)?.value !== undefined) return reveal([[id, '']]);
        readById(id)
          .then(({ value }) => (document.hidden ? undefined : reveal([[id, value]])))
          .catch(notifyFailure);
      },
    };
  }, [reveal, hide]);

  // A value that is hidden again is not left open in an editor; what was typed is in its draft.
  const isHiddenAgain = editing?.column === 'value' && !values.has(editing.key);
  useEffect(() => {
    if (isHiddenAgain) setEditing(undefined);
  }, [isHiddenAgain]);

  return { drafts, values, editing, actions };
};
