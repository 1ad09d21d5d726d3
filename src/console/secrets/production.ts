/** Whether an environment is what users depend on, by its slug or its name: nothing is created there by default. */
export const isProduction = ({ slug, name }: { readonly slug: string; readonly name: string }): boolean =>
  [slug, name].some((text) => /(^|[^a-z])(prod|production|live)([^a-z]|$)/i.test(text));
