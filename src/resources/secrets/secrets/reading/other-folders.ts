import type { FolderRef } from '../../folders/rules.ts';
import { folderSubjectFields } from '../../../../access/secret-fields.ts';
import type { FoundSecret } from './readable-secret.ts';
import type { SecretReader } from './reader.ts';

/** The part of an audit event that names the folders of the project besides the one that the entry is about. */
export interface OtherFolders {
  readonly otherFolders?: readonly ReturnType<typeof folderSubjectFields>[];
  readonly hasMoreFolders?: true;
}

const maxNamed = 50;

/**
 * Names the other folders of the project from which values are shown: those below, imported ones, and those of
 * references. Without them, the audit log could not tell who read a value. Folders of other projects have entries there.
 */
export const otherFoldersOf = (
  reader: SecretReader,
  folderRef: FolderRef,
  secrets: Iterable<FoundSecret>,
): OtherFolders => {
  const names = new Map<string, FolderRef>();
  for (const { folder, isReadable } of secrets)
    if (isReadable && !names.has(folder.id) && !reader.isInOtherProject(folder)) names.set(folder.id, folder.folderRef);
  const others = [...names.values()].filter(
    ({ environment, path }) => environment !== folderRef.environment || path !== folderRef.path,
  );
  if (others.length === 0) return {};
  return {
    otherFolders: others.slice(0, maxNamed).map(folderSubjectFields),
    ...(others.length > maxNamed && { hasMoreFolders: true }),
  };
};
