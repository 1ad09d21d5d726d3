/** A change that the server acknowledged, and the events that it must cause. */
export type AcknowledgedChange =
  | {
      readonly what: 'secrets';
      readonly isRename: boolean;
      /**
       * `kind folder KEYS`, in order; one entry for each possible outcome, because the response does not show which one
       * occurred.
       */
      readonly events: readonly (readonly string[])[];
    }
  | { readonly what: 'folder-deletion'; readonly from: string }
  /** The source is unknown: another writer may have renamed it before. */
  | { readonly what: 'folder-renaming'; readonly to: string }
  | { readonly what: 'import'; readonly folder: string; readonly isNew: boolean };

/** The state that all writers assume. Others may have changed it since. */
export interface AssumedState {
  /** As `folder KEY`. */
  readonly secrets: Set<string>;
  /** Secrets that are moved and never renamed. */
  readonly movable: Map<string, { readonly folder: string; readonly key: string }>;
  readonly folderIds: Map<string, string>;
  readonly importIds: Map<string, string>;
}

export const newAssumedState = (): AssumedState => ({
  secrets: new Set(),
  movable: new Map(),
  folderIds: new Map(),
  importIds: new Map(),
});
