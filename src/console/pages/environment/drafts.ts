import { secretNameError } from '../../secrets/names.ts';
import type { ListedSecret } from '../../secrets/use-secrets.ts';

/** What somebody has typed about one secret, and not saved yet. */
export interface Draft {
  /** The id of the secret; of a new one, any. */
  readonly id: string;
  /** The secret as it was when editing began; undefined for a new one. */
  readonly original: ListedSecret | undefined;
  readonly name: string;
  /** Undefined if the value is not changed. */
  readonly value: string | undefined;
  readonly isDeleted: boolean;
}

export type Drafts = ReadonlyMap<string, Draft>;

export type DraftAction =
  | { readonly type: 'edit'; readonly secret: ListedSecret; readonly change: Partial<Pick<Draft, 'name' | 'value'>> }
  | { readonly type: 'toggle-deletion'; readonly secret: ListedSecret }
  | { readonly type: 'add'; readonly id: string }
  | { readonly type: 'change'; readonly id: string; readonly change: Partial<Draft> }
  /** Goes on from another state of the secret than the one that editing began with. */
  | { readonly type: 'rebase'; readonly secret: ListedSecret }
  | { readonly type: 'drop'; readonly id: string }
  | { readonly type: 'clear' };

const draftOf = (secret: ListedSecret): Draft => ({
  id: secret.id,
  original: secret,
  name: secret.secretKey,
  value: undefined,
  isDeleted: false,
});

const isUnchanged = ({ original, name, value, isDeleted }: Draft): boolean =>
  name === original?.secretKey && value === undefined && !isDeleted;

const put = (drafts: Drafts, draft: Draft): Drafts => {
  const next = new Map(drafts);
  if (isUnchanged(draft)) next.delete(draft.id);
  else next.set(draft.id, draft);
  return next;
};

export const reduceDrafts = (drafts: Drafts, action: DraftAction): Drafts => {
  switch (action.type) {
    case 'edit': {
      const draft = drafts.get(action.secret.id) ?? draftOf(action.secret);
      return put(drafts, { ...draft, ...action.change });
    }
    case 'toggle-deletion': {
      const draft = drafts.get(action.secret.id) ?? draftOf(action.secret);
      return put(drafts, { ...draft, isDeleted: !draft.isDeleted });
    }
    case 'add':
      return put(drafts, { id: action.id, original: undefined, name: '', value: '', isDeleted: false });
    case 'change': {
      const draft = drafts.get(action.id);
      return draft ? put(drafts, { ...draft, ...action.change }) : drafts;
    }
    case 'rebase': {
      const { secret } = action;
      const draft = drafts.get(secret.id) ?? draftOf(secret);
      const isRenamed = draft.name !== draft.original?.secretKey;
      return put(drafts, { ...draft, original: secret, name: isRenamed ? draft.name : secret.secretKey });
    }
    case 'drop': {
      const next = new Map(drafts);
      next.delete(action.id);
      return next;
    }
    case 'clear':
      return new Map();
  }
};

/** Why drafts cannot be saved, by their ids: names that the server would refuse, or that are taken. */
export const draftErrors = (drafts: Drafts, secrets: readonly ListedSecret[]): ReadonlyMap<string, string> => {
  const errors = new Map<string, string>();
  if (drafts.size === 0) return errors;
  const taken = new Set(secrets.filter(({ id }) => !drafts.has(id)).map(({ secretKey }) => secretKey));
  for (const { id, name, isDeleted } of drafts.values()) {
    if (isDeleted) continue;
    const error = secretNameError(name) ?? (taken.has(name) ? 'This name is taken.' : undefined);
    if (error) errors.set(id, error);
    taken.add(name);
  }
  return errors;
};

/** Counts drafts in words: "2 edited, 1 new". */
export const summaryOf = (drafts: Drafts): string => {
  const all = [...drafts.values()];
  const counts = [
    [all.filter(({ original, isDeleted }) => original && !isDeleted).length, 'edited'],
    [all.filter(({ original }) => !original).length, 'new'],
    [all.filter(({ isDeleted }) => isDeleted).length, 'to delete'],
  ] as const;
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
};
