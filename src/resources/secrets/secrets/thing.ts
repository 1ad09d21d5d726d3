import type { Place } from '../folders/rules.ts';

/** Returns the subject fields of a folder, which conditions are checked against. */
export const folderThing = ({ environment, path }: Place) => ({ environment, secretPath: path });

/** Returns the subject fields of a secret, which conditions are checked against. */
export const secretThing = ({ environment, path }: Place, key: string, tags: readonly { readonly slug: string }[]) => ({
  environment,
  secretPath: path,
  secretName: key,
  secretTags: tags.map(({ slug }) => slug),
});
