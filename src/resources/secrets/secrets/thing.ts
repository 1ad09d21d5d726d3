import type { Place } from '../folders/rules.ts';

/** What conditions on folders may ask for. */
export const folderThing = ({ environment, path }: Place) => ({ environment, secretPath: path });

/** What conditions on secrets may ask for. */
export const secretThing = ({ environment, path }: Place, key: string, tags: readonly { readonly slug: string }[]) => ({
  environment,
  secretPath: path,
  secretName: key,
  secretTags: tags.map(({ slug }) => slug),
});
