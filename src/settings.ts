import { resolve } from 'node:path';
import { parseAddressRange } from './platform/addresses.ts';
import { parseRootKey } from './platform/crypto/keys.ts';
import { parseVerifyingKeys } from './platform/crypto/signatures.ts';
import { parsePostgresUrl } from './platform/db/postgres/url.ts';
import { parseAllowedHost, type AllowedHost } from './platform/outgoing/allowed-hosts.ts';
import { logFormats, logLevels } from './platform/log.ts';
import { parseMailbox, type Mailbox } from './platform/smtp/address.ts';
import { parseSmtpUrl, type SmtpServer } from './platform/smtp/url.ts';

/** An environment variable that configures the server. */
export interface Setting<T> {
  /** The default, as in the table of the guide. */
  readonly fallback: string;
  readonly about: string;
  /** Returns undefined if the text is not valid. */
  readonly parse: (text: string) => T | undefined;
  readonly expects: string;
}

const setting = <T>(
  expects: string,
  fallback: string,
  parse: (text: string) => T | undefined,
  about: string,
): Setting<T> => ({ expects, fallback, parse, about });

const integer = (min: number, max: number, fallback: number, about: string): Setting<number> =>
  setting(
    `a whole number from ${min} to ${max}`,
    String(fallback),
    (text) => (/^\d{1,15}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
    about,
  );

const onOrOff = (fallback: 'on' | 'off', about: string): Setting<boolean> =>
  setting('on or off', fallback, (text) => (text === 'on' ? true : text === 'off' ? false : undefined), about);

const workers = (text: string): number | 'auto' | undefined =>
  text === 'auto' ? text : /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 128 ? Number(text) : undefined;

const list = (text: string): string[] => text.split(',').map((item) => item.trim());

const each = <T>(text: string, parse: (item: string) => T | undefined): T[] | undefined => {
  const items = text === '' ? [] : list(text).map(parse);
  return items.includes(undefined) ? undefined : (items as T[]);
};

const addressOrRange = (text: string): string | undefined => (parseAddressRange(text) ? text : undefined);

const origin = (text: string): string | undefined =>
  URL.canParse(text) && new URL(text).origin === text ? text : undefined;

const hosts = (about: string): Setting<AllowedHost[]> =>
  setting(
    'host names, addresses, endings such as .internal, and networks such as 10.0.0.0/8, without ports, separated by commas',
    '',
    (text) => each(text, parseAllowedHost),
    about,
  );

const siteUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  return /^https?:/.test(text) ? origin(text) : undefined;
};

/** The address of a service elsewhere; null if the text is empty. */
const serviceUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && !/[?#]/.test(text) ? text.replace(/\/+$/, '') : undefined;
};

const port = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;

const path = (text: string): string | null => (text === '' ? null : resolve(text));

/** Parses an address and a port; null if the text is empty. */
const listener = (text: string): { host: string; port: number } | null | undefined => {
  if (text === '') return null;
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  return port !== undefined && Number(port) <= 65535 ? { host: (bracketed ?? plain)!, port: Number(port) } : undefined;
};

const postgresUrl = (text: string): string | null | undefined => {
  if (text === '') return null;
  return parsePostgresUrl(text) ? text : undefined;
};

const smtpServer = (text: string): SmtpServer | null | undefined => (text === '' ? null : parseSmtpUrl(text));

const mailbox = (text: string): Mailbox | null | undefined => (text === '' ? null : parseMailbox(text));

/** Every setting, in the order of the table in the guide. */
export const settings = {
  HOST: setting(
    'an address or host name',
    '127.0.0.1',
    (text) => (/^[\w.:-]+$/.test(text) ? text : undefined),
    'The address to listen on.',
  ),
  PORT: integer(0, 65535, 8080, 'The port to listen on; 0 selects a free one.'),
  SITE_URL: setting(
    'an origin such as https://sallyport.example.com',
    '',
    siteUrl,
    'The public URL of the server, used in links: `https://sallyport.example.com`. Default: `http://HOST:PORT`, or `https://` with `TLS_CERT`, and `localhost` for a loopback address. If it is not a loopback address, the first set-up requires the set-up token.',
  ),
  TLS_CERT: setting(
    'a path',
    '',
    path,
    'The file with the certificate chain for HTTPS (PEM). A renewed certificate is loaded within seconds.',
  ),
  TLS_KEY: setting('a path', '', path, 'The file with the private key of the certificate (PEM).'),
  CLIENT_CERT_PORT: setting(
    'a port from 0 to 65535',
    '',
    (text) => (text === '' ? null : port(text)),
    'A further port for HTTPS, on which clients are asked for a certificate, for logins with TLS certificates; needs `TLS_CERT`. Default: none, so that browsers are not asked.',
  ),
  CLIENT_CERT_HEADER: setting(
    'the name of a header',
    'x-identity-tls-cert-auth-client-cert',
    (text) => (/^[A-Za-z0-9-]+$/.test(text) ? text.toLowerCase() : undefined),
    'The header in which a proxy of `TRUST_PROXY` passes on the certificate of the client, as PEM with percent escapes or DER in base64. The proxy has to replace what clients send in it.',
  ),
  DATA_DIR: setting(
    'a path',
    './data',
    (text) => resolve(text),
    'The directory of the SQLite file and the root key. Not used with `DATABASE_URL`.',
  ),
  DATABASE_URL: setting(
    'a postgres:// URL with one host or several, and target_session_attrs, if any, one of any, read-write, primary',
    '',
    postgresUrl,
    'PostgreSQL instead of SQLite: `postgres://user:password@host/database`. Of several hosts, the first usable one is used: `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`.',
  ),
  DATABASE_DIRECT_URL: setting(
    'a postgres:// URL like DATABASE_URL',
    '',
    postgresUrl,
    'The same database without a connection pooler such as PgBouncer, if `DATABASE_URL` leads through one: for events and migrations.',
  ),
  DATABASE_POOL: integer(
    1,
    1000,
    10,
    'Connections to PostgreSQL for requests, at least two; up to four of them serve short reads of all requests. Workers share them out, with at least two for each; each worker has up to four more for responses that take several reads, three for the audit log of reads and refusals, and one for events.',
  ),
  WORKERS: setting(
    'a whole number from 1 to 128, or auto',
    '1',
    workers,
    'How many processes serve the port; `auto` is one for each core. More than one needs `DATABASE_URL`.',
  ),
  ROOT_KEY: setting(
    'one or more root keys (32 bytes in base64 or hexadecimal), separated by commas',
    '',
    (text) => each(text, parseRootKey),
    'The key that encrypts all other keys, in base64 or hexadecimal; earlier keys may follow, separated by commas. Default: generated once, in `DATA_DIR`. Required with `DATABASE_URL`.',
  ),
  TRUST_PROXY: setting(
    'addresses and CIDR ranges, separated by commas',
    '',
    (text) => each(text, addressOrRange),
    'Proxies whose forwarding headers are trusted: addresses and CIDR ranges, separated by commas.',
  ),
  CORS_ORIGINS: setting(
    'origins such as https://app.example.com, separated by commas',
    '',
    (text) => each(text, origin),
    'Origins of web pages that may call the API; none by default.',
  ),
  LOG_LEVEL: setting(
    `one of ${logLevels.join(', ')}`,
    'info',
    (text) => logLevels.find((level) => level === text),
    'The lowest level that is logged.',
  ),
  LOG_FORMAT: setting(
    `one of ${logFormats.join(', ')}`,
    'auto',
    (text) => logFormats.find((format) => format === text),
    'How lines are logged: `json`, `text` for people, or `auto`, which is text on a terminal and JSON otherwise.',
  ),
  METRICS_LISTEN: setting(
    'an address and a port such as 127.0.0.1:9464',
    '',
    listener,
    'The address that serves metrics for Prometheus, at `/metrics` without a token: `127.0.0.1:9464`. Default: none.',
  ),
  HEALTH_LISTEN: setting(
    'an address and a port such as 127.0.0.1:9465',
    '',
    listener,
    'An additional address that serves `/healthz` and `/readyz`, without TLS, from a thread that responds even if the server is busy: `0.0.0.0:9465`. If it equals `METRICS_LISTEN`, it serves the metrics too. Default: none.',
  ),
  BODY_LIMIT: integer(1024, 104_857_600, 1_048_576, 'The largest request body, in bytes.'),
  ANSWER_LIMIT: integer(
    65_536,
    268_435_456,
    33_554_432,
    'The largest response, in bytes. Each worker buffers at most twice as much of responses that clients have not read yet, and half of that for one caller.',
  ),
  USER_TOKEN_TTL: integer(60, 31_536_000, 864_000, 'How long a login lasts, in seconds.'),
  IDENTITY_TOKEN_MAX_TTL: integer(
    60,
    315_360_000,
    7_776_000,
    "The longest lifetime of a machine identity's token, in seconds.",
  ),
  REQUIRE_SECOND_FACTOR: onOrOff(
    'off',
    'Whether every user needs a second factor: `on` or `off`. Who has none sets one up at the next sign-in. An organization can require it for itself.',
  ),
  LOGIN_RATE_LIMIT: integer(
    1,
    1_000_000,
    20,
    'Logins, second factors and uses of invitations per minute from one client address, on each node; shared out between its workers.',
  ),
  TRASH_DAYS: integer(
    0,
    3650,
    30,
    'How many days deleted secrets and folders stay in the trash, from which they can be restored; 0 deletes them at once.',
  ),
  AUDIT_RETENTION_DAYS: integer(
    1,
    36_500,
    90,
    'How long audit log entries are kept, in days; a project may have its own value, and an organization a least one.',
  ),
  AUDIT_READS: onOrOff(
    'on',
    'Whether the audit log records reads of secrets and private keys, refusals of such reads, and reads of the audit log: `on` or `off`. Refused changes are always recorded.',
  ),
  LICENCE_FILE: setting(
    'a path',
    '',
    path,
    'The file with the licence. It is checked every few seconds, so that a new licence needs no restart. Default with SQLite: `licence` in `DATA_DIR`, where `sallyport licence issue --own` puts it.',
  ),
  LICENCE_PUBLIC_KEY: setting(
    'one or more Ed25519 or P-256 public keys, in PEM or in base64 separated by commas',
    '',
    (text) => (text === '' ? [] : parseVerifyingKeys(text)),
    'For those who host servers for others: the public keys of the issuer of licences, as PEM blocks, or base64 (SPKI) separated by commas. Licences that the server issued for itself are then not accepted.',
  ),
  LICENCE_EVALUATION: onOrOff('on', 'Whether a new server gets an evaluation licence for 30 days: `on` or `off`.'),
  ALLOW_HOSTS: hosts(
    'Hosts inside the network that the server may call: OpenID providers, key sets, API servers of clusters, receivers of webhooks. Names, addresses, endings (`.internal`) and networks (`10.0.0.0/8`), separated by commas. All others need public addresses, and https except for webhooks.',
  ),
  OIDC_ALLOW_HOSTS: hosts('Like `ALLOW_HOSTS`, for OpenID providers and key sets only; from earlier versions.'),
  AWS_STS_URL: setting(
    'an https URL, or an http URL of a host in ALLOW_HOSTS',
    '',
    serviceUrl,
    'Where STS is asked at logins with AWS auth, for a private endpoint: `https://vpce-1.sts.us-east-1.vpce.amazonaws.com`. A private address has to be listed in `ALLOW_HOSTS`. Default: the endpoint of AWS that the request was signed for.',
  ),
  AZURE_LOGIN_URL: setting(
    'an https URL, or an http URL of a host in ALLOW_HOSTS',
    'https://login.microsoftonline.com',
    (text) => serviceUrl(text) ?? undefined,
    'Where the keys of tenants are published, for Azure auth: another one for a national cloud, or a private endpoint.',
  ),
  GCP_KEYS_URL: setting(
    'an https URL, or an http URL of a host in ALLOW_HOSTS',
    'https://www.googleapis.com',
    (text) => serviceUrl(text) ?? undefined,
    'Where the keys of Google are published, for GCP auth; another one for a private endpoint.',
  ),
  SMTP_URL: setting(
    'an smtp:// or smtps:// URL with a host, and user and password both or neither; smtp:// may end with ?tls=required or ?tls=optional',
    '',
    smtpServer,
    'The mail server for invitations, reminders and notices of access that ends: `smtp://user:password@host:587` (STARTTLS), `smtps://user:password@host:465` (TLS). Without TLS nothing is sent, except to a loopback address or with `?tls=optional`. Default: none; no mail is sent.',
  ),
  MAIL_FROM: setting(
    'a mail address, or a name and an address such as Sallyport <sallyport@example.com>',
    '',
    mailbox,
    'The sender of mail: `Sallyport <sallyport@example.com>`. Required with `SMTP_URL`.',
  ),
  WEBHOOK_ALLOW_HOSTS: hosts('Like `ALLOW_HOSTS`, for receivers of webhooks only; from earlier versions.'),
  EVENT_STREAM_LIMIT: integer(
    1,
    1_000_000,
    100,
    'The most open event streams of one project, on all nodes together. Each of its members may have a tenth of them, at least one.',
  ),
  RATE_LIMIT: integer(
    0,
    10_000_000,
    0,
    'Requests per minute from one client address, on each node; shared out between its workers; 0 is no limit.',
  ),
  MAX_CONNECTIONS: integer(
    1,
    1_000_000,
    20_000,
    'The most open connections, shared out between the workers; further ones are closed at once.',
  ),
  HEADERS_TIMEOUT_MS: integer(50, 600_000, 10_000, 'How long a client may take to send its request headers.'),
  REQUEST_TIMEOUT_MS: integer(50, 600_000, 30_000, 'How long a client may take to send its complete request.'),
  IDLE_TIMEOUT_MS: integer(50, 3_600_000, 65_000, 'How long a connection may be idle.'),
  ANSWER_TIMEOUT_MS: integer(
    50,
    600_000,
    10_000,
    'How long a client may not read a pending response before its connection is closed.',
  ),
  DRAIN_DELAY_MS: integer(
    0,
    600_000,
    1_000,
    'How long a stopping server keeps accepting connections, so that load balancers notice first: `/readyz` is 503, and responses have `Connection: close`.',
  ),
} as const;
