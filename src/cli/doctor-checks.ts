import packageJson from '../../package.json' with { type: 'json' };
import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { isLoopback, isUnusableSiteUrl, type Config } from '../config.ts';
import { Keyring } from '../platform/crypto/keys.ts';
import { sqliteProblem } from '../platform/db/sqlite/backup.ts';
import { databaseFileIn, rootKeyFileIn } from '../platform/db/sqlite/data-directory.ts';
import { systemClock } from '../platform/clock.ts';
import { MailRefused, SmtpTransport } from '../platform/smtp/transport.ts';
import { smtpServerName } from '../platform/smtp/url.ts';
import { neededRootKeyIds } from '../resources/instance/key-rotation/root-keys.ts';
import { existingRootKeys } from '../storage.ts';
import { backups } from './doctor-backups.ts';
import { fromDatabase, isThere } from './doctor-database.ts';
import { authorities, licence, tlsFiles } from './doctor-ends.ts';
import { good, note, reasonOf, wrong, type Check, type Finding } from './doctor-findings.ts';
import { leases } from './doctor-leases.ts';
import { logins } from './doctor-logins.ts';
import { rotations } from './doctor-rotations.ts';
import { schemaStatus } from './migrate.ts';

const recommendedNode = 24;
const programName = `Sallyport ${packageJson.version} on Node ${process.version}`;

const runtime: Check = () =>
  Number.parseInt(process.versions.node) < recommendedNode
    ? [note(programName, `Node ${recommendedNode} is recommended: the server is faster with it.`)]
    : [good(programName)];

const minFreeBytes = 200 * 1_048_576;

/** Checks that other users cannot read the files, and that this user can write them. */
const filesOf: Check = ({ database, rootKeys }) => {
  if (database.kind === 'postgres') return [];
  const { directory } = database;
  if (!existsSync(directory))
    return [note(`data directory ${directory}`, 'It does not exist yet; `serve` creates it.')];
  const findings: Finding[] = [];
  const files = [
    { path: directory, mode: '700' },
    { path: databaseFileIn(directory), mode: '600' },
    ...(rootKeys.length > 0 ? [] : [{ path: rootKeyFileIn(directory), mode: '600' }]),
  ];
  for (const { path, mode } of files.filter(({ path: file }) => existsSync(file))) {
    const isOpen = (statSync(path).mode & 0o077) !== 0;
    findings.push(
      isOpen
        ? wrong(`permissions of ${path}`, `Other users can read it. Run: chmod ${mode} ${path}`)
        : good(`permissions of ${path}`),
    );
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      findings.push(
        wrong(
          `access to ${path}`,
          'This user cannot read and write it. Run as the user who owns it, or change the owner with chown.',
        ),
      );
    }
  }
  const { bavail, bsize } = statfsSync(directory);
  const free = `${Math.floor((bavail * bsize) / 1_048_576)} MiB`;
  findings.push(
    bavail * bsize < minFreeBytes
      ? note('disk', `Only ${free} are free on the disk of ${directory}.`)
      : good(`disk, ${free} free`),
  );
  return findings;
};

const rootKey: Check = (config) => {
  if (config.database.kind === 'postgres') return [];
  try {
    if (existingRootKeys(config).length > 0) return [good('root key')];
  } catch (error) {
    return [wrong('root key', reasonOf(error))];
  }
  const file = rootKeyFileIn(config.database.directory);
  return isThere(config)
    ? [
        wrong(
          'root key',
          `${file} is missing. Restore the key file, or set ROOT_KEY; without the key, encrypted data cannot be read.`,
        ),
      ]
    : [note('root key', `\`serve\` creates ${file}. Keep a copy elsewhere.`)];
};

const databaseNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const;

const describeDatabase = async (config: Config): Promise<string> => {
  const facts = await fromDatabase(config, (_stores, database) => database.describe());
  return facts
    ? `database, ${databaseNames[facts.kind]} ${facts.version}, ${Math.ceil(facts.bytes / 1_048_576)} MiB`
    : 'database';
};

const schema: Check = async (config) => {
  if (!isThere(config)) return [note('database', 'It does not exist yet; `serve` creates it.')];
  try {
    const problem =
      config.database.kind === 'sqlite' ? sqliteProblem(databaseFileIn(config.database.directory)) : undefined;
    if (problem !== undefined)
      return [wrong('database', `The file is damaged (${problem}). Restore a backup: see \`sallyport restore\`.`)];
    const { pending } = await schemaStatus(config);
    return pending.length === 0
      ? [good(await describeDatabase(config))]
      : [note('database', `${pending.length} migrations are pending; \`serve\` and \`migrate\` apply them.`)];
  } catch (error) {
    return [wrong('database', reasonOf(error))];
  }
};

/** Checks that the stored data can be decrypted with the configured root keys. */
const keysFit: Check = async (config) => {
  try {
    const [first, ...others] = isThere(config) ? existingRootKeys(config) : [];
    if (!first) return [];
    const keyring = new Keyring([first, ...others]);
    const needed = await fromDatabase(config, (stores) => neededRootKeyIds({ stores, keyring, clock: systemClock }));
    if (!needed) return [];
    const missing = needed.filter((id) => !keyring.find(id));
    if (missing.length > 0)
      return [
        wrong(
          'root keys',
          `The stored data needs the root key ${missing.join(', ')}: add it to ROOT_KEY, after the current one.`,
        ),
      ];
    return [
      needed.length === 0
        ? good('root key fits the database')
        : note(
            'root key fits the database',
            'Earlier root keys are still needed; run `sallyport rotate-keys` to replace them.',
          ),
    ];
  } catch (error) {
    return [wrong('root keys', reasonOf(error))];
  }
};

const network: Check = ({ host, siteUrl, trustProxy, tls }) => {
  const isBehindProxy = siteUrl.startsWith('https:') && !tls;
  if (isBehindProxy && trustProxy.length === 0)
    return [
      note(
        'network',
        'SITE_URL is https, so this server is behind a proxy: list it in TRUST_PROXY, or all clients appear to have its address.',
      ),
    ];
  if (!isLoopback(host) && !tls && !isBehindProxy)
    return [
      note(
        'network',
        `${host} is reachable from the network without encryption: set TLS_CERT and TLS_KEY, or use a proxy with TLS.`,
      ),
    ];
  return [good('network')];
};

const address: Check = ({ siteUrl }) =>
  isUnusableSiteUrl(siteUrl)
    ? [note('SITE_URL', `Links and certificates would contain ${siteUrl}, which does not lead to this server: set it.`)]
    : [good(`address ${siteUrl}`)];

/** Checks that the mail server accepts connections and the login; sends nothing. */
const mail: Check = async ({ mail: settings }) => {
  if (!settings) return [];
  const { server, from } = settings;
  const name = `mail from ${from.address} by ${smtpServerName(server)}`;
  try {
    await new SmtpTransport(server, from).verify();
    return [good(name)];
  } catch (error) {
    const code = error instanceof MailRefused ? error.code : reasonOf(error);
    return [wrong(name, `The mail server cannot be used (${code}). Check the host, port, TLS and login in SMTP_URL.`)];
  }
};

/** All checks, the most basic first. */
export const checks: readonly Check[] = [
  runtime,
  filesOf,
  rootKey,
  schema,
  keysFit,
  backups,
  logins,
  rotations,
  leases,
  network,
  address,
  tlsFiles,
  authorities,
  licence,
  mail,
];
