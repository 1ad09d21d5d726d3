import type { components } from '../../../generated/api.d.ts';

type Schemas = components['schemas'];

export type Commit = Schemas['Commit'];
export type CommitVersion = Schemas['CommitVersion'];
export type Difference = Schemas['Difference'];
export type NotRestoredReason = Schemas['NotRestoredReason'];

export interface FolderAddress {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

export const reasons: Readonly<Record<NotRestoredReason, string>> = {
  redacted: 'its old value was redacted',
  removed: 'it was removed for good',
  'name-taken': 'another one has its name now',
  rotated: 'a rotation changes it',
  'folder-missing': 'its folder does not exist any more',
};

/** What a change shows: a sign, a name, and the versions before and after it. */
export interface Change {
  readonly id: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly name: string;
  readonly isFolder: boolean;
  readonly before: CommitVersion | undefined;
  readonly after: CommitVersion | undefined;
  /** Why a rollback cannot do it. */
  readonly obstacle?: string;
}

type Versions = readonly CommitVersion[];

/** The versions of a change are the new one and, of an update, the previous one. */
export const sidesOf = (kind: Change['kind'], [first, second]: Versions): Pick<Change, 'before' | 'after'> => {
  if (kind === 'create') return { before: undefined, after: first };
  return kind === 'delete' ? { before: first, after: undefined } : { before: second, after: first };
};
