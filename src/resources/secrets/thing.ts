import type { Place } from '../folders/rules.ts';

/** What conditions on folders may ask for. */
export const folderThing = ({ environment, path }: Place) => ({ environment, secretPath: path });

/** What conditions on secrets may ask for. */
export const secretThing = (place: Place, key: string, tags: readonly { readonly slug: string }[]) => ({
  ...folderThing(place),
  secretName: key,
  secretTags: tags.map(({ slug }) => slug),
});
