import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { FolderWithPath } from '../folders/store.ts';
import type { SecretWithContent } from '../secrets/store.ts';
import type { CommitRow } from './store.ts';

/** Why a change cannot be made: the secret has another version, it or its folder is gone, or its name is taken. */
export type ConflictReason = 'changed' | 'gone' | 'name-taken';

/** A change with what it would meet now. */
export interface ComparedCommit {
  readonly commit: CommitRow;
  /** Undefined if the folder is gone. */
  readonly folder: FolderWithPath | undefined;
  /** The secret that is changed, or the one that has the name of a new one. */
  readonly now: SecretWithContent | undefined;
  readonly conflict: ConflictReason | null;
}

/** What is stored now in the folders of a request. */
interface Stored {
  readonly folders: ReadonlyMap<string, FolderWithPath>;
  readonly byId: ReadonlyMap<string, SecretWithContent>;
  /** By folder id and name. */
  readonly byName: ReadonlyMap<string, SecretWithContent>;
}

const nameOf = (folderId: string, key: string): string => `${folderId} ${key}`;

const readStored = async ({ stores }: Scope, projectId: string, commits: readonly CommitRow[]): Promise<Stored> => {
  const slugs = new Map((await stores.environments.listActive([projectId])).map(({ id, slug }) => [id, slug]));
  const folders = new Map<string, FolderWithPath>();
  const byId = new Map<string, SecretWithContent>();
  const byName = new Map<string, SecretWithContent>();
  for (const folderId of new Set(commits.map((commit) => commit.folderId))) {
    const folder = await stores.folders.findById(projectId, folderId);
    const environment = folder && slugs.get(folder.environmentId);
    if (!folder || environment === undefined) continue;
    folders.set(folderId, { id: folderId, environment, path: folder.path });
    const here = commits.filter((commit) => commit.folderId === folderId);
    const ids = here.flatMap(({ secretId }) => secretId ?? []);
    const [known, named] = await Promise.all([
      ids.length > 0 ? stores.secrets.findByIds(folderId, ids) : [],
      stores.secrets.findByKeys(
        folderId,
        here.map(({ key }) => key),
        'all',
      ),
    ]);
    for (const secret of known) byId.set(secret.id, secret);
    for (const secret of named) byName.set(nameOf(folderId, secret.key), secret);
  }
  return { folders, byId, byName };
};

/** Compares the changes of a request with what is stored now. */
export const compareCommits = async (
  scope: Scope,
  projectId: string,
  commits: readonly CommitRow[],
): Promise<ComparedCommit[]> => {
  const { folders, byId, byName } = await readStored(scope, projectId, commits);
  // Deletions come first, so that they free names; renamed secrets do not, because updates are made at once.
  const deleted = new Set(commits.flatMap(({ op, secretId }) => (op === 'delete' ? (secretId ?? []) : [])));
  return commits.map((commit) => {
    const { op, folderId, key, keyBefore, secretId, baseVersion } = commit;
    const folder = folders.get(folderId);
    const holder = byName.get(nameOf(folderId, key));
    const isTaken = holder !== undefined && holder.id !== secretId && !deleted.has(holder.id);
    const now = secretId === null ? (isTaken ? holder : undefined) : byId.get(secretId);
    const conflictOf = (): ConflictReason | null => {
      if (!folder) return 'gone';
      if (op === 'create') return isTaken ? 'name-taken' : null;
      if (!now) return 'gone';
      if (now.version !== baseVersion || now.key !== (keyBefore ?? key)) return 'changed';
      return isTaken ? 'name-taken' : null;
    };
    return { commit, folder, now, conflict: conflictOf() };
  });
};

/** 409 that lists the changes that cannot be made, if there are any. */
export const refuseConflicts = (compared: readonly ComparedCommit[]): void => {
  const changes = compared.flatMap(({ commit: { id, op, key }, conflict }) =>
    conflict ? [{ op, commitId: id, secretKey: key, reason: conflict }] : [],
  );
  if (changes.length === 0) return;
  throw new ServiceError(
    409,
    'ChangeConflict',
    'What this request changes was changed since. Rebase it, or make another one.',
    { details: { conflicts: [], changes } },
  );
};
