/** Why something cannot be restored. */
export type NotRestoredReason = 'redacted' | 'removed' | 'name-taken' | 'folder-missing' | 'rotated';

/** Something that cannot be restored. */
export interface NotRestored {
  readonly type: 'secret' | 'folder';
  readonly id: string;
  readonly name: string;
  readonly reason: NotRestoredReason;
}

/** What a rollback changed. */
export interface RollbackResult {
  readonly secrets: number;
  readonly folders: number;
  readonly notRestored: readonly NotRestored[];
  /** The commit of the folder itself; undefined if nothing was changed in it. */
  readonly commitId: string | undefined;
}
