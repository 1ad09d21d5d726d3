/** The slug that a name suggests. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-+|-+$/g, '');

/** The slug that the server derives from the name of a project, if no other project has it. */
export const projectSlugOf = (name: string): string => {
  const slug = slugOf(name);
  return slug !== '' && slug.length < 5 ? `${slug}-project` : slug;
};

/** Why the server would refuse the slug of an environment or a tag; null if it would not. */
export const wordsError = (slug: string): string | null =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? null : 'Use lower-case letters, digits and single hyphens between them.';

/** Why the server would refuse the slug of a project; null if it would not. */
export const slugError = (slug: string): string | null =>
  wordsError(slug) ?? (slug.length < 5 ? 'Use at least 5 characters.' : null);
