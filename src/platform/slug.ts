/**
 * Turns a text into lower-case ASCII words joined by single hyphens, without accents; empty if the text has no ASCII
 * letter or digit.
 */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** What a slug may be, and what it names, for names that make none. */
export interface SlugRules {
  readonly noun: string;
  readonly shortest: number;
  readonly longest: number;
}

const shorten = (slug: string, length: number): string => slug.slice(0, length).replace(/-$/, '');

/** Names with more slugs than this get a random suffix instead of a number. */
const mostNumbers = 100;

/** The slug that a name suggests, without asking whether it is free. */
export const suggestedSlug = (name: string, { noun, shortest, longest }: SlugRules): string => {
  const slug = shorten(slugify(name), longest);
  if (slug === '') return noun;
  return slug.length < shortest ? `${slug}-${noun}` : slug;
};

/**
 * Derives a slug from a name: `scale`, and `scale-2` if that is taken. `takenOf` returns which of some slugs are taken;
 * the suffix is for names that very many others have.
 */
export const freeSlug = async (
  name: string,
  rules: SlugRules,
  takenOf: (slugs: readonly string[]) => Promise<Iterable<string>>,
  suffix: () => string,
): Promise<string> => {
  const slug = suggestedSlug(name, rules);
  const withEnding = (ending: string): string => `${shorten(slug, rules.longest - ending.length - 1)}-${ending}`;
  const numbered = Array.from({ length: mostNumbers }, (_, index) => (index === 0 ? slug : withEnding(`${index + 1}`)));
  const taken = new Set(await takenOf(numbered));
  return numbered.find((each) => !taken.has(each)) ?? withEnding(suffix());
};
