import type { ProjectAccess } from '../../../access/project-access.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { TagRow } from '../../project/tags/store.ts';
import type { FolderRef } from '../folders/rules.ts';
import { refuseDisclosure } from '../secrets/reading/disclosure.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import { obstacleOf } from './compare.ts';
import { differences, type Change } from './difference.ts';
import { limits, refuseBeyond } from './limits.ts';
import type { NotRestored } from './result.ts';
import { findNow, folderRefsOf, SecretRights, type SecretNow } from './reveal.ts';
import type { FolderThen, SecretThen, TreeState } from './state.ts';
import type { VersionFacts } from './store.ts';

/** The current state of a folder, and the state that it is to have. */
export interface Wanted {
  readonly current: TreeState;
  readonly target: TreeState;
}

/** A secret that gets a former name, content or folder. */
export interface SecretWrite {
  readonly now: SecretNow;
  readonly folderId: string;
  readonly folderRef: FolderRef;
  readonly name: string;
  readonly facts: VersionFacts;
  /** Those of the former version that still exist. */
  readonly tags: readonly TagRow[];
}

/** What a rollback changes. */
export interface Plan {
  readonly writes: readonly SecretWrite[];
  readonly deletions: readonly SecretNow[];
  readonly folders: readonly Change<FolderThen>[];
  readonly notRestored: readonly NotRestored[];
}

export const isMove = ({ now, folderId }: SecretWrite): boolean => !now.row.isTrashed && now.row.folderId !== folderId;

/** Whether the content or the name changes; a restored secret always gets a new version. */
export const addsVersion = ({ now: { row }, facts, name }: SecretWrite): boolean =>
  row.isTrashed || row.version !== facts.version || row.key !== name;

const placeOf = (folderId: string, name: string): string => `${folderId}/${name}`;

/**
 * Separates the writes whose names are free from those whose names other secrets have, which stay where they are and
 * so may take the names of further ones.
 */
const separateTaken = (
  writes: readonly SecretWrite[],
  deletions: readonly SecretNow[],
  current: ReadonlyMap<string, SecretThen>,
): { free: SecretWrite[]; taken: SecretWrite[] } => {
  const deleted = new Set(deletions.map(({ row }) => row.id));
  let free = [...writes];
  const taken: SecretWrite[] = [];
  for (;;) {
    const moving = new Set(free.map(({ now }) => now.row.id));
    const occupied = new Set<string>();
    for (const { id, folderId, name } of current.values())
      if (!moving.has(id) && !deleted.has(id)) occupied.add(placeOf(folderId, name));
    const blocked = free.filter(({ folderId, name }) => occupied.has(placeOf(folderId, name)));
    if (blocked.length === 0) return { free, taken };
    taken.push(...blocked);
    const dropped = new Set(blocked);
    free = free.filter((write) => !dropped.has(write));
  }
};

/** 403 unless the caller may do by hand what the rollback does to each secret. */
const authorizeSecrets = async (
  scope: Scope,
  project: ProjectAccess,
  writes: readonly SecretWrite[],
  deletions: readonly SecretNow[],
): Promise<void> => {
  const rights = new SecretRights(project);
  await eachYielding(deletions, ({ row, folderRef, tags }) => rights.require('delete', folderRef, row.key, tags));
  await eachYielding(writes, (write) => {
    const { now, folderRef, name, facts, tags } = write;
    if (now.row.isTrashed || isMove(write)) {
      if (!now.row.isTrashed) rights.require('delete', now.folderRef, now.row.key, now.tags);
      rights.require('readValue', now.folderRef, now.row.key, now.tags);
      rights.require('create', folderRef, name, tags);
      rights.require('readValue', folderRef, name, tags);
    } else {
      rights.require('edit', now.folderRef, now.row.key, now.tags);
      rights.require('edit', folderRef, name, tags);
    }
    if (facts.version !== now.row.version) rights.require('readValue', now.folderRef, name, now.tags);
  });
  const elsewhere = new Map(
    writes.filter((write) => write.now.row.isTrashed || isMove(write)).map((write) => [write.now.row.id, write]),
  );
  for (const { secretId, key } of await scope.stores.pointInTime.namesOf([...elsewhere.keys()])) {
    const { now } = elsewhere.get(secretId)!;
    rights.require('readValue', now.folderRef, key, now.tags);
  }
  const inPlace = groupBy(
    writes.filter(({ now }) => !elsewhere.has(now.row.id)),
    ({ folderId }) => folderId,
  );
  for (const group of inPlace.values())
    await refuseDisclosure(
      scope,
      project,
      group[0]!.folderRef,
      group.map(({ now, name, tags }) => ({ before: now, keyAfter: name, tagsAfter: tags })),
    );
};

/** 403 unless the caller may roll back every folder in which something changes. */
const authorizeFolders = (project: ProjectAccess, folderRefs: Iterable<FolderRef>): void => {
  for (const folderRef of folderRefs) project.require('perform-rollback', 'commits', folderSubjectFields(folderRef));
};

/** Folder references of everything that the plan touches, each once. */
const involvedFolders = (
  { current, target }: Wanted,
  changes: readonly Change<SecretThen | FolderThen>[],
  environment: string,
): FolderRef[] => {
  const before = new Set(changes.flatMap((change) => change.before?.folderId ?? []));
  const after = new Set(changes.flatMap((change) => change.after?.folderId ?? []));
  const folders = [
    ...[...before].map((id) => current.folders.get(id)),
    ...[...after].map((id) => target.folders.get(id)),
  ];
  const paths = new Set(folders.flatMap((folder) => folder?.path ?? []));
  return [...paths].map((path) => ({ environment, path }));
};

/** Plans the changes that lead from the current to the wanted state, and checks that the caller may make them. */
export const planChanges = async (
  scope: Scope,
  project: ProjectAccess,
  wanted: Wanted,
  environment: string,
): Promise<Plan> => {
  const projectId = project.row.id;
  const secrets = differences(wanted.current.secrets, wanted.target.secrets);
  const folders = differences(wanted.current.subfolders, wanted.target.subfolders);
  refuseBeyond(limits.secrets, secrets.length, 'changed secrets');
  refuseBeyond(limits.folderSteps, folders.length, 'changed folders');
  authorizeFolders(project, involvedFolders(wanted, [...secrets, ...folders], environment));

  const { now, tagsOf } = await findNow(
    scope,
    projectId,
    secrets.flatMap(({ before, after }) => (after ?? before).facts ?? []),
  );
  const refs = await folderRefsOf(scope, projectId, [...wanted.target.folders.keys()]);
  const notRestored: NotRestored[] = [];
  const writes: SecretWrite[] = [];
  const deletions: SecretNow[] = [];
  await eachYielding(secrets, ({ type, before, after }) => {
    const id = (before ?? after).id;
    const isRotated = Boolean(now.get(id)?.row.rotationId);
    const reason = isRotated ? 'rotated' : after && obstacleOf(after);
    if (isRotated)
      return void notRestored.push({ type: 'secret', id, name: (before ?? after).name, reason: 'rotated' });
    if (type === 'delete') deletions.push(now.get(before.id)!);
    else if (reason) notRestored.push({ type: 'secret', id: after.id, name: after.name, reason });
    else {
      const { id, folderId, name, facts } = after;
      const folderRef = { environment, path: wanted.target.folders.get(folderId)!.path };
      writes.push({
        now: now.get(id)!,
        folderId,
        folderRef: refs.get(folderId) ?? folderRef,
        name,
        facts: facts!,
        tags: tagsOf(facts!),
      });
    }
  });
  const { free, taken } = separateTaken(writes, deletions, wanted.current.secrets);
  await authorizeSecrets(scope, project, free, deletions);
  for (const { now: secret, name } of taken)
    notRestored.push({ type: 'secret', id: secret.row.id, name, reason: 'name-taken' });
  return { writes: free, deletions, folders, notRestored };
};

/** Leaves out the secrets whose folders do not exist, once the folders are settled. */
export const inExistingFolders = async ({ stores }: Scope, plan: Plan): Promise<Plan> => {
  const folders = await stores.pointInTime.foldersById([...new Set(plan.writes.map(({ folderId }) => folderId))]);
  const existing = new Set(folders.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id));
  const missing = plan.writes.filter(({ folderId }) => !existing.has(folderId));
  return {
    ...plan,
    writes: plan.writes.filter(({ folderId }) => existing.has(folderId)),
    notRestored: [
      ...plan.notRestored,
      ...missing.map(({ now, name }) => ({
        type: 'secret' as const,
        id: now.row.id,
        name,
        reason: 'folder-missing' as const,
      })),
    ],
  };
};
