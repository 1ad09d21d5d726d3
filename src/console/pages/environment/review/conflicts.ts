import type { ListedSecret } from '../../../secrets/use-secrets.ts';
import type { Draft, Drafts } from '../drafts.ts';

/** What somebody else did to a secret since editing began. */
export type Conflict =
  | { readonly kind: 'changed'; readonly draft: Draft; readonly current: ListedSecret }
  | { readonly kind: 'deleted'; readonly draft: Draft }
  /** Another secret has the name of the draft. */
  | { readonly kind: 'taken'; readonly draft: Draft; readonly current: ListedSecret };

const conflictOf = (
  draft: Draft,
  drafts: Drafts,
  byId: ReadonlyMap<string, ListedSecret>,
  byName: ReadonlyMap<string, ListedSecret>,
): Conflict | undefined => {
  const { original, name, isDeleted } = draft;
  const own = original && byId.get(original.id);
  if (original && !own) return { kind: 'deleted', draft };
  if (original && own && own.version !== original.version) return { kind: 'changed', draft, current: own };
  const other = byName.get(name);
  const isTaken = other !== undefined && !isDeleted && other.id !== draft.id && !drafts.has(other.id);
  return isTaken ? { kind: 'taken', draft, current: other } : undefined;
};

/** Drafts that somebody else's changes touch, by the ids of the drafts. */
export const conflictsOf = (drafts: Drafts, secrets: readonly ListedSecret[]): ReadonlyMap<string, Conflict> => {
  const byId = new Map(secrets.map((secret) => [secret.id, secret]));
  const byName = new Map(secrets.map((secret) => [secret.secretKey, secret]));
  const conflicts = new Map<string, Conflict>();
  for (const draft of drafts.values()) {
    const conflict = conflictOf(draft, drafts, byId, byName);
    if (conflict) conflicts.set(draft.id, conflict);
  }
  return conflicts;
};
