import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { Tag } from './state.ts';
import { folderSubjectFields, secretSubjectFields } from '../../../access/secret-fields.ts';

/** 403 if the caller may do the action on no secret of one of these names in the folder; checked before any lookup. */
export const requireSomeOfEach = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  keys: readonly string[],
): void => {
  for (const secretName of keys)
    project.requireSome(action, 'secrets', { secretName, ...folderSubjectFields(folderRef) });
};

/** 403 unless the caller may do the action on a secret of that name and with these tags. */
export const requireSecretAction = (
  project: ProjectAccess,
  action: string,
  folderRef: FolderRef,
  key: string,
  tags: readonly Pick<Tag, 'slug'>[],
): void => project.require(action, 'secrets', secretSubjectFields(folderRef, key, tags));

/** Formats the names in quotes, for a message; only the first of many. */
const quoteNames = (keys: readonly string[]): string => {
  const shown = keys.slice(0, 20).map((key) => `'${key}'`);
  return keys.length > shown.length ? `${shown.join(', ')} and ${keys.length - shown.length} more` : shown.join(', ');
};

const inPlace = ({ environment, path }: FolderRef): string =>
  `in the path '${path}' of the environment '${environment}'`;

/** 400 if there are any. */
export const refuseTaken = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0) throw badRequest(`Secret already exists ${inPlace(folderRef)}: ${quoteNames(keys)}.`);
};

/** The 404 of every operation that names secrets which the folder does not have, or not in this version. */
export const secretsNotFound = (keys: readonly string[], folderRef: FolderRef, version?: number) =>
  notFound(
    `Secret not found ${inPlace(folderRef)}: ${quoteNames(keys)}${version === undefined ? '' : `, version ${version}`}.`,
  );

/** 404 if there are any. */
export const refuseMissing = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0) throw secretsNotFound(keys, folderRef);
};

/** 400 if there are any. */
export const requireSharedSecrets = (keys: readonly string[], folderRef: FolderRef): void => {
  if (keys.length > 0)
    throw badRequest(
      `There is no shared secret ${inPlace(folderRef)} for which a personal one could stand in: ${quoteNames(keys)}.`,
    );
};
