import type { ProjectAccess } from '../../../../access/project-access.ts';
import { notFound, refuseIssues } from '../../../../platform/errors.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { refuseDisclosure } from '../reading/disclosure.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { refuseTaken, requireSecretAction } from '../guard.ts';
import type { Tag } from '../state.ts';
import { folderSubjectFields } from '../../../../access/secret-fields.ts';
import { findByIdsInFolder, findByNames, findFolder, type StoredSecret } from './find.ts';
import { refuseRotated, type RefusedVerb } from './rotated.ts';

/** Secrets to move or copy into another folder of the project. */
export interface Transfer {
  readonly source: FolderRef;
  readonly destination: FolderRef;
  readonly secretIds: readonly string[];
  /** Whether secrets of the same names in the destination are replaced; otherwise they are an error. */
  readonly shouldOverwrite: boolean;
}

/** A secret to transfer, and the one of the same name in the destination. */
export interface Pair {
  readonly source: StoredSecret;
  readonly target: StoredSecret | undefined;
}

/** The folders of a transfer, and its secrets. */
export interface FoundTransfer {
  readonly source: FolderWithPath;
  readonly destination: FolderWithPath;
  /** In the order of the request, each once. */
  readonly pairs: readonly Pair[];
}

/** 422 if source and destination are the same folder. */
export const checkDifferentFolders = ({ source, destination }: Pick<Transfer, 'source' | 'destination'>): void => {
  const isSame = source.environment === destination.environment && source.path === destination.path;
  refuseIssues(
    isSame
      ? [
          {
            code: 'invalid',
            in: 'body',
            path: ['destinationSecretPath'],
            message: 'must not be the folder that the secrets are in',
          },
        ]
      : [],
  );
};

/** 403 for callers who may transfer no secret at all between these folders, before anything is read. */
export const checkTransfer = (
  project: ProjectAccess,
  { source, destination, shouldOverwrite }: Transfer,
  actions: readonly string[],
): void => {
  for (const action of actions) project.requireSome(action, 'secrets', folderSubjectFields(source));
  const mayEdit = shouldOverwrite && project.narrow('edit', 'secrets', folderSubjectFields(destination)).mayAllow;
  if (!mayEdit) project.requireSome('create', 'secrets', folderSubjectFields(destination));
};

/**
 * 403 unless the caller may create each secret in the destination, or edit its counterpart there with its current and
 * its new tags.
 */
const requireArrival = (
  project: ProjectAccess,
  { destination, shouldOverwrite }: Transfer,
  pairs: readonly Pair[],
  tagsThere: (pair: Pair) => readonly Tag[],
): void => {
  for (const pair of pairs) {
    const { source, target } = pair;
    const isChange = target !== undefined && shouldOverwrite;
    if (isChange) requireSecretAction(project, 'edit', destination, source.row.key, target.tags);
    requireSecretAction(project, isChange ? 'edit' : 'create', destination, source.row.key, tagsThere(pair));
  }
};

/** Finds both folders and the secrets with their counterparts, and checks every permission. */
export const findTransfer = async (
  tx: Scope,
  project: ProjectAccess,
  transfer: Transfer,
  {
    requireDeparture,
    tagsThere,
    verb,
  }: {
    requireDeparture: (secret: StoredSecret) => void;
    tagsThere: (pair: Pair) => readonly Tag[];
    verb: RefusedVerb;
  },
): Promise<FoundTransfer> => {
  const source = await findFolder(tx, project.row.id, transfer.source);
  const destination = await findFolder(tx, project.row.id, transfer.destination);
  const ids = [...new Set(transfer.secretIds)];
  const found = await findByIdsInFolder(tx, source, ids);
  for (const secret of found.values()) requireDeparture(secret);
  if (found.size < ids.length)
    throw notFound(
      `Not all of these secrets are in the folder '${source.path}' of the environment '${source.environment}'.`,
    );

  const targets = await findByNames(
    tx,
    destination,
    '',
    [...found.values()].map(({ row }) => row.key),
  );
  const pairs = ids.map((id) => ({ source: found.get(id)!, target: targets.get(found.get(id)!.row.key) }));
  requireArrival(project, transfer, pairs, tagsThere);
  const replaced = transfer.shouldOverwrite
    ? pairs.flatMap((pair) =>
        pair.target ? [{ before: pair.target, keyAfter: pair.target.row.key, tagsAfter: tagsThere(pair) }] : [],
      )
    : [];
  await refuseDisclosure(tx, project, transfer.destination, replaced);
  await refuseRotated(
    tx,
    pairs.map(({ source: { row } }) => row),
    verb,
  );
  if (!transfer.shouldOverwrite) refuseTaken([...targets.keys()], destination);
  await refuseRotated(
    tx,
    [...targets.values()].map(({ row }) => row),
    'replace',
  );
  return { source, destination, pairs };
};

/** Returns what the audit log records about the two folders. */
export const auditedTransfer = ({ source, destination }: Transfer) => ({
  ...folderSubjectFields(source),
  destinationEnvironment: destination.environment,
  destinationSecretPath: destination.path,
});
