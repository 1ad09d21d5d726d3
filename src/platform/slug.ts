/**
 * Lower-case ASCII words joined by single hyphens, letters without their accents; empty when the text has no letter or
 * digit.
 */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** A slug made of a name, which the suffix keeps apart from others of that name; at most so long. */
export const derivedSlug = (name: string, suffix: string, longest: number, fallback: string): string =>
  `${slugify(slugify(name).slice(0, longest - suffix.length - 1)) || fallback}-${suffix}`;
