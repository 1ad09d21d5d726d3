import type { FolderRef } from '../folders/rules.ts';

/** Returns the subject fields of a folder, which conditions are checked against. */
export const folderSubjectFields = ({ environment, path }: FolderRef) => ({ environment, secretPath: path });

/** Returns the subject fields of a secret, which conditions are checked against. */
export const secretSubjectFields = (
  { environment, path }: FolderRef,
  key: string,
  tags: readonly { readonly slug: string }[],
) => ({
  environment,
  secretPath: path,
  secretName: key,
  secretTags: tags.map(({ slug }) => slug),
});
