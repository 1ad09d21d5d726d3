import type { FolderChangeRow } from '../folder-changes/store.ts';
import { momentOf, type Moment } from './moment.ts';

/** A recorded change of where a secret or a folder is, or of its name. */
export type PlaceChange = Pick<
  FolderChangeRow,
  'sequence' | 'changeId' | 'folderId' | 'kind' | 'name' | 'otherFolderId' | 'otherName' | 'version'
>;

/** The folder that a secret or a folder is in, and its name there. */
export interface Placement {
  readonly folderId: string;
  readonly name: string;
  /** The current version of a secret when this was recorded; null if it is not known. */
  readonly version: number | null;
}

/** Returns where the object is after a change; undefined if the change does not tell. */
const after = ({ kind, folderId, name, version }: PlaceChange): Placement | 'gone' | undefined => {
  if (/-(deleted|removed)$/.test(kind)) return 'gone';
  return kind.endsWith('-moved-away') ? undefined : { folderId, name, version };
};

/** Returns where the object was before the first of its recorded changes. */
const before = ({ kind, folderId, name, otherFolderId, otherName }: PlaceChange): Placement | undefined => {
  if (/-(created|restored)$/.test(kind)) return undefined;
  if (kind.endsWith('-moved-here')) return { folderId: otherFolderId!, name, version: null };
  return { folderId, name: otherName ?? name, version: null };
};

/**
 * Returns where a secret or a folder was at a moment, by its recorded changes in the order of their sequence; `now` is
 * where it is now. Undefined if it was deleted or not created yet.
 */
export const placementAt = (
  changes: readonly PlaceChange[],
  now: Placement | undefined,
  moment: Moment,
): Placement | undefined => {
  for (let i = changes.length - 1; i >= 0; i -= 1) {
    const change = changes[i]!;
    const placement = momentOf(change.changeId) <= moment ? after(change) : undefined;
    if (placement !== undefined) return placement === 'gone' ? undefined : placement;
  }
  return changes.length > 0 ? before(changes[0]!) : now;
};

/** Returns the name of a secret at a version: restoring it from the trash may rename it without a new version. */
export const nameAt = (placement: Placement, version: { readonly version: number; readonly key: string }): string =>
  placement.version === version.version ? placement.name : version.key;
