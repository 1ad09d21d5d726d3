/**
 * libpq's `target_session_attrs`: any session, one that can write, or one on a server that is not in recovery.
 */
export type SessionNeed = 'any' | 'read-write' | 'primary';

export interface PostgresServer {
  /** For messages; contains no user and no password. */
  readonly name: string;
  /** Undefined for a single host, which the connection string names. */
  readonly address: { readonly host: string; readonly port: number } | undefined;
}

export interface PostgresUrl {
  /** The URL with only the first host; everything else in it applies to all hosts. */
  readonly connectionString: string;
  readonly servers: readonly [PostgresServer, ...PostgresServer[]];
  readonly need: SessionNeed;
}

const defaultPort = 5432;
const maxServers = 32;

// The authority ends at the first of `/?#`; user and password end at the last @ before that.
const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;
// The host may be the folder of a socket, with escaped slashes.
const hostAndPort = /^(\[[\da-f:.]+\]|(?:[^:[\]\s%]|%[2-7][\da-f])+)(?::(\d{1,5}))?$/i;

const needOf = (parameters: URLSearchParams): SessionNeed | undefined => {
  const text = parameters.get('target_session_attrs') ?? 'any';
  return text === 'any' || text === 'read-write' || text === 'primary' ? text : undefined;
};

const parseServer = (text: string): PostgresServer | undefined => {
  const [, host, port = String(defaultPort)] = hostAndPort.exec(text) ?? [];
  if (host === undefined || Number(port) > 65535 || !URL.canParse(`postgres://${host}`)) return undefined;
  return {
    name: `${host}:${port}`,
    address: { host: decodeURIComponent(host.replace(/^\[|\]$/g, '')), port: Number(port) },
  };
};

const split = (text: string): { scheme: string; user: string; hosts: string[]; rest: string } | undefined => {
  const [, scheme, user, hosts, rest] = parts.exec(text) ?? [];
  return scheme === undefined ? undefined : { scheme, user: user!, hosts: hosts!.split(','), rest: rest! };
};

/**
 * Parses a URL with one host or several:
 * `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`. Returns undefined for an
 * unsupported URL. The URL class is not sufficient, because it rejects several hosts with ports.
 */
export const parsePostgresUrl = (text: string): PostgresUrl | undefined => {
  const { scheme, user, hosts, rest } = split(text) ?? {};
  const [first, ...others] = hosts ?? [];
  const connectionString = others.length === 0 ? text : `${scheme}${user}${first}${rest}`;
  if (!URL.canParse(connectionString)) return undefined;
  const { protocol, host, searchParams } = new URL(connectionString);
  const need = needOf(searchParams);
  if (!['postgres:', 'postgresql:'].includes(protocol) || need === undefined) return undefined;
  if (others.length === 0) return { connectionString, servers: [{ name: host, address: undefined }], need };
  const servers = hosts!.map(parseServer);
  // With these parameters, every connection would go to the same server.
  const isOverridden = searchParams.has('host') || searchParams.has('port');
  if (isOverridden || servers.length > maxServers || servers.includes(undefined)) return undefined;
  return { connectionString, servers: servers as [PostgresServer, ...PostgresServer[]], need };
};

/** Lists the addresses that the servers of a URL are reached at; a socket of the file system is none. */
export const addressesIn = (text: string): { host: string; port: number }[] => {
  const { connectionString, servers } = parsePostgresUrl(text)!;
  const url = new URL(connectionString);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname.replace(/^\[|\]$/g, ''));
  const port = Number(url.searchParams.get('port') ?? (url.port === '' ? defaultPort : url.port));
  const all = servers.map(({ address }) => address ?? { host, port });
  return all.filter((address) => address.host !== '' && !address.host.startsWith('/'));
};

/** Removes the password, for a command line that other users can read. */
export const withoutPassword = (text: string): string => {
  const url = new URL(parsePostgresUrl(text)!.connectionString);
  if (url.searchParams.has('password')) url.searchParams.delete('password');
  const hosts = split(text)?.hosts.join(',') ?? url.host;
  return `${url.protocol}//${url.username === '' ? '' : `${url.username}@`}${hosts}${url.pathname}${url.search}`;
};
