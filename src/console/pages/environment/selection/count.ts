/** "3 secrets", or the name of the only one. */
export const countOf = (secrets: readonly { readonly secretKey: string }[]): string =>
  secrets.length === 1 ? secrets[0]!.secretKey : `${secrets.length} secrets`;
