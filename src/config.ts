import { availableParallelism } from 'node:os';
import { isWithin, parseAddressRange } from './platform/addresses.ts';
import type { RootKey } from './platform/crypto/keys.ts';
import type { VerifyingKey } from './platform/crypto/signatures.ts';
import { addressesIn } from './platform/db/postgres/url.ts';
import { StartError } from './platform/errors.ts';
import type { LogFormat, LogLevel } from './platform/log.ts';
import type { AllowedHost } from './platform/outgoing/allowed-hosts.ts';
import type { Mailbox } from './platform/smtp/address.ts';
import type { SmtpServer } from './platform/smtp/url.ts';
import { settings } from './settings.ts';
import type { Setting } from './setting.ts';

type Value<S> = S extends Setting<infer T> ? T : never;
type Values = { readonly [Name in keyof typeof settings]: Value<(typeof settings)[Name]> };

export interface Config {
  readonly host: string;
  readonly port: number;
  /** An origin, without a trailing slash. */
  readonly siteUrl: string;
  /** Whether SITE_URL is set; otherwise `siteUrl` is where the server listens. */
  readonly isSiteUrlSet: boolean;
  /** Undefined for plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** A further port for TLS on which clients are asked for a certificate. */
  readonly clientCertPort: number | undefined;
  /** The header in which a trusted proxy passes on the certificate of the client; in lower case. */
  readonly clientCertHeader: string;
  readonly database:
    | { readonly kind: 'sqlite'; readonly directory: string }
    | { readonly kind: 'postgres'; readonly url: string; readonly directUrl?: string; readonly poolSize: number };
  /** The schedule of backups of the SQLite file; null if there is none. */
  readonly backups: { readonly directory: string; readonly everyHours: number; readonly keep: number } | null;
  /** How many processes serve the port. */
  readonly workers: number;
  readonly rootKeys: readonly RootKey[];
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly health: { readonly host: string; readonly port: number } | null;
  readonly bodyLimit: number;
  readonly answerLimit: number;
  readonly userTokenTtl: number;
  readonly identityTokenMaxTtl: number;
  /** Whether users need a second factor in every organization. */
  readonly requireSecondFactor: boolean;
  readonly loginRateLimit: number;
  /** How long deleted secrets and folders can be restored; 0 if they cannot. */
  readonly trashDays: number;
  readonly auditRetentionDays: number;
  readonly auditReads: boolean;
  readonly licenceFile: string | null;
  readonly licenceKeys: readonly VerifyingKey[];
  readonly licenceEvaluation: boolean;
  readonly allowHosts: readonly AllowedHost[];
  readonly oidcAllowHosts: readonly AllowedHost[];
  /** Where STS is asked; null for the endpoint of AWS. */
  readonly awsStsUrl: string | null;
  /** Where the keys of tenants of Azure are. */
  readonly azureLoginUrl: string;
  /** Where the keys of Google are. */
  readonly gcpKeysUrl: string;
  /** Where the newest version is asked for; null if it is not. */
  readonly releasesUrl: string | null;
  /** Null if no mail is sent. */
  readonly mail: { readonly server: SmtpServer; readonly from: Mailbox } | null;
  readonly webhookAllowHosts: readonly AllowedHost[];
  /** The most leases of one dynamic secret. */
  readonly maxLeases: number;
  readonly eventStreamLimit: number;
  readonly rateLimit: number;
  readonly maxConnections: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly answerTimeoutMs: number;
  readonly drainDelayMs: number;
}

const readValues = (environment: Readonly<Record<string, string | undefined>>): Values => {
  const problems: string[] = [];
  const values = Object.entries(settings).map(([name, { fallback, parse, expects }]) => {
    const text = environment[name]?.trim() ?? '';
    const value = parse(text === '' ? fallback : text);
    // The value may contain a secret, so it is not repeated.
    if (value === undefined) problems.push(`${name} must be ${expects}.`);
    return [name, value];
  });
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  return Object.fromEntries(values) as Values;
};

const tlsFiles = ({ TLS_CERT: certFile, TLS_KEY: keyFile }: Values): Config['tls'] => {
  if (certFile !== null && keyFile !== null) return { certFile, keyFile };
  if (certFile !== null || keyFile !== null) throw new StartError('Set both TLS_CERT and TLS_KEY, or neither.');
  return undefined;
};

const clientCertPortOf = ({ CLIENT_CERT_PORT: port }: Values, tls: Config['tls']): number | undefined => {
  if (port === null) return undefined;
  if (!tls) throw new StartError('CLIENT_CERT_PORT needs TLS_CERT and TLS_KEY.');
  return port;
};

const databaseOf = ({ DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, ...values }: Values): Config['database'] => {
  if (url !== null)
    return { kind: 'postgres', url, ...(directUrl !== null && { directUrl }), poolSize: values.DATABASE_POOL };
  if (directUrl !== null) throw new StartError('DATABASE_DIRECT_URL needs DATABASE_URL: the URL of the pooler.');
  return { kind: 'sqlite', directory: values.DATA_DIR };
};

const backupsOf = (values: Values): Config['backups'] => {
  const { BACKUP_DIR: directory, DATABASE_URL: url } = values;
  if (directory === null) return null;
  if (url !== null)
    throw new StartError('BACKUP_DIR is for SQLite. Back up PostgreSQL with pg_dump: see `sallyport backup`.');
  return { directory, everyHours: values.BACKUP_EVERY_HOURS, keep: values.BACKUP_KEEP };
};

const mailOf = ({ SMTP_URL: server, MAIL_FROM: from }: Values): Config['mail'] => {
  if (server !== null && from !== null) return { server, from };
  if (server !== null || from !== null) throw new StartError('Set both SMTP_URL and MAIL_FROM, or neither.');
  return null;
};

export const originOf = (host: string, port: number, isTls: boolean): string =>
  `${isTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Browsers have passkeys on `localhost`, and not on an address. */
const siteHost = (host: string): string => (['127.0.0.1', '::1'].includes(host) ? 'localhost' : host);

/** Reads the configuration from the environment; throws one error that lists all problems. */
export const readConfig = (environment: Readonly<Record<string, string | undefined>>): Config => {
  const values = readValues(environment);
  const url = values.DATABASE_URL;
  const rootKeys = values.ROOT_KEY;
  if (url && rootKeys.length === 0) {
    throw new StartError(
      'ROOT_KEY is required with DATABASE_URL: every node needs the same one. Generate one with: openssl rand -base64 32',
    );
  }
  if (values.HEADERS_TIMEOUT_MS > values.REQUEST_TIMEOUT_MS)
    throw new StartError('HEADERS_TIMEOUT_MS must not be greater than REQUEST_TIMEOUT_MS.');
  if (values.WORKERS !== 1 && !url) {
    throw new StartError(
      'WORKERS must be 1 with SQLite: one process writes its file, and caches and events live in that process. Set DATABASE_URL to use PostgreSQL, or leave WORKERS out.',
    );
  }
  const tls = tlsFiles(values);
  return {
    host: values.HOST,
    port: values.PORT,
    siteUrl: values.SITE_URL ?? originOf(siteHost(values.HOST), values.PORT, tls !== undefined),
    isSiteUrlSet: values.SITE_URL !== null,
    tls,
    clientCertPort: clientCertPortOf(values, tls),
    clientCertHeader: values.CLIENT_CERT_HEADER,
    database: databaseOf(values),
    backups: backupsOf(values),
    workers: values.WORKERS === 'auto' ? availableParallelism() : values.WORKERS,
    rootKeys,
    trustProxy: values.TRUST_PROXY,
    corsOrigins: values.CORS_ORIGINS,
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    metrics: values.METRICS_LISTEN,
    health: values.HEALTH_LISTEN,
    bodyLimit: values.BODY_LIMIT,
    answerLimit: values.ANSWER_LIMIT,
    userTokenTtl: values.USER_TOKEN_TTL,
    identityTokenMaxTtl: values.IDENTITY_TOKEN_MAX_TTL,
    requireSecondFactor: values.REQUIRE_SECOND_FACTOR,
    loginRateLimit: values.LOGIN_RATE_LIMIT,
    trashDays: values.TRASH_DAYS,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    auditReads: values.AUDIT_READS,
    licenceFile: values.LICENCE_FILE,
    licenceKeys: values.LICENCE_PUBLIC_KEY,
    licenceEvaluation: values.LICENCE_EVALUATION,
    allowHosts: values.ALLOW_HOSTS,
    oidcAllowHosts: values.OIDC_ALLOW_HOSTS,
    awsStsUrl: values.AWS_STS_URL,
    azureLoginUrl: values.AZURE_LOGIN_URL,
    gcpKeysUrl: values.GCP_KEYS_URL,
    releasesUrl: values.RELEASES_URL,
    mail: mailOf(values),
    webhookAllowHosts: values.WEBHOOK_ALLOW_HOSTS,
    maxLeases: values.MAX_LEASE_LIMIT,
    eventStreamLimit: values.EVENT_STREAM_LIMIT,
    rateLimit: values.RATE_LIMIT,
    maxConnections: values.MAX_CONNECTIONS,
    headersTimeoutMs: values.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    idleTimeoutMs: values.IDLE_TIMEOUT_MS,
    answerTimeoutMs: values.ANSWER_TIMEOUT_MS,
    drainDelayMs: values.DRAIN_DELAY_MS,
  };
};

const minPoolSize = 2;

/** The configuration of one of the workers, which share out what is limited for all of them together. */
export const workerConfig = (config: Config): Config => {
  const { workers, database } = config;
  const share = (limit: number): number => Math.ceil(limit / workers);
  return {
    ...config,
    rateLimit: share(config.rateLimit),
    loginRateLimit: share(config.loginRateLimit),
    maxConnections: share(config.maxConnections),
    database:
      database.kind === 'postgres'
        ? { ...database, poolSize: Math.max(minPoolSize, Math.floor(database.poolSize / workers)) }
        : database,
  };
};

const loopback = ['127.0.0.0/8', '::1'].map((range) => parseAddressRange(range)!);

/** Where the servers of the database are that this server uses itself; none with SQLite or a socket of the file system. */
export const ownDatabaseOf = ({ database }: Pick<Config, 'database'>): { host: string; port: number }[] => {
  if (database.kind !== 'postgres') return [];
  const urls = [database.url, ...(database.directUrl === undefined ? [] : [database.directUrl])];
  return urls.flatMap((url) => addressesIn(url));
};

/** Whether only this machine can reach the server. */
export const isLoopback = (host: string): boolean => host === 'localhost' || isWithin(loopback, host);

/** Whether browsers reach the server with TLS. */
export const isHttpsSite = ({ siteUrl }: Pick<Config, 'siteUrl'>): boolean => siteUrl.startsWith('https:');

/** Whether the site URL is a loopback address, so that no network or proxy is involved. */
export const isLocalSite = (siteUrl: string): boolean => isLoopback(new URL(siteUrl).hostname.replace(/^\[|\]$/g, ''));

/** Whether links with this URL cannot work, because it has a wildcard address or port 0. */
export const isUnusableSiteUrl = (siteUrl: string): boolean => {
  const { hostname, port } = new URL(siteUrl);
  return ['0.0.0.0', '[::]'].includes(hostname) || port === '0';
};
