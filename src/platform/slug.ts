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

/** Derives a slug of at most `longest` characters from a name; the suffix makes it unique among equal names. */
export const derivedSlug = (name: string, suffix: string, longest: number, fallback: string): string =>
  `${slugify(slugify(name).slice(0, longest - suffix.length - 1)) || fallback}-${suffix}`;
