interface FolderFields {
  /** The slug of the environment. */
  readonly environment: string;
  readonly path: string;
}

/** Returns the subject fields of a folder, which conditions are checked against. */
export const folderSubjectFields = ({ environment, path }: FolderFields) => ({ environment, secretPath: path });

/** Returns the subject fields of a secret, which conditions are checked against. */
export const secretSubjectFields = (
  { environment, path }: FolderFields,
  key: string,
  tags: readonly { readonly slug: string }[],
) => ({
  environment,
  secretPath: path,
  secretName: key,
  secretTags: tags.map(({ slug }) => slug),
});
