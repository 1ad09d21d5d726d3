/** A mail server that takes messages. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the connection, rather than with STARTTLS. */
  readonly isImplicitTls: boolean;
  /** Whether nothing is sent without TLS. */
  readonly requiresTls: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

const ports = { 'smtp:': 587, 'smtps:': 465 } as const;
const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/;

const decoded = (text: string): string | undefined => {
  try {
    const plain = decodeURIComponent(text);
    // Control characters could end a line of the protocol.
    return /\p{Cc}/u.test(plain) ? undefined : plain;
  } catch {
    return undefined;
  }
};

/** Reads user and password; undefined if only one of them is present or they cannot be decoded. */
const loginOf = ({ username, password }: URL): { login: SmtpServer['login'] } | undefined => {
  if (username === '' && password === '') return { login: undefined };
  const [user, secret] = [decoded(username), decoded(password)];
  return user && secret ? { login: { user, password: secret } } : undefined;
};

/** Reads `?tls=required` or `?tls=optional`; undefined for any other query. */
const tlsOf = ({ protocol, search }: URL, host: string): boolean | undefined => {
  if (search === '') return protocol === 'smtps:' || !loopback.test(host);
  if (protocol !== 'smtp:') return undefined;
  return { '?tls=required': true, '?tls=optional': false }[search];
};

/** Parses `smtp://user:password@host:port` or `smtps://…`; undefined for any other text. */
export const parseSmtpUrl = (text: string): SmtpServer | undefined => {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol } = url;
  if (protocol !== 'smtp:' && protocol !== 'smtps:') return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const login = loginOf(url);
  const requiresTls = tlsOf(url, host);
  const isPlain = ['', '/'].includes(url.pathname) && url.hash === '' && /^([\w.-]+|[\da-f:.]+)$/.test(host);
  if (!isPlain || !login || requiresTls === undefined || url.port === '0') return undefined;
  return {
    host,
    port: url.port === '' ? ports[protocol] : Number(url.port),
    isImplicitTls: protocol === 'smtps:',
    requiresTls,
    ...login,
  };
};

/** Names the server without its password. */
export const smtpServerName = ({ host, port, isImplicitTls, login }: SmtpServer): string =>
  `${isImplicitTls ? 'smtps' : 'smtp'}://${login ? `${login.user}@` : ''}${host.includes(':') ? `[${host}]` : host}:${port}`;
