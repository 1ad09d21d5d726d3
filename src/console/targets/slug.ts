/** What is wrong with the name of something that clients refer to. */
export const slugError = (name: string): string | null =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name) ? null : 'Use lower-case letters, digits and single hyphens.';
