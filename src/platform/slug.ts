/** Lower-case ASCII words joined by single hyphens, letters without their accents; empty when the text has no letter or digit. */
export const slugify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
