/** Where a directory is. */
export interface LdapAddress {
  readonly isLdaps: boolean;
  /** In the form that https URLs have, with brackets around an IPv6 address. */
  readonly host: string;
  readonly port: number;
}

/** Parses `ldaps://host`, `ldap://host` and the same with a port; undefined for anything else. */
export const parseLdapUrl = (text: string): LdapAddress | undefined => {
  const [, scheme, authority] = /^(ldaps?):\/\/([^/?#@\s]+)\/?$/i.exec(text) ?? [];
  // The parser of https URLs also normalizes the host, which that of other URLs leaves as it is.
  if (scheme === undefined || !URL.canParse(`https://${authority}`)) return undefined;
  const isLdaps = scheme.toLowerCase() === 'ldaps';
  const [, port] = /:(\d+)$/.exec(authority!) ?? [];
  if (Number(port) === 0) return undefined;
  const { hostname } = new URL(`https://${authority}`);
  return { isLdaps, host: hostname, port: port === undefined ? (isLdaps ? 636 : 389) : Number(port) };
};
