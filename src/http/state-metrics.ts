import { readFileSync } from 'node:fs';
import type * as promClient from 'prom-client';
import packageJson from '../../package.json' with { type: 'json' };
import { endOfCertificate } from '../platform/crypto/pki/pem.ts';
import { lastBackupAt } from '../platform/db/sqlite/data-directory.ts';
import { timestamp } from '../platform/clock.ts';
import type { Parts } from '../scope.ts';

export type StateParts = Pick<Parts, 'config' | 'clock' | 'database' | 'licences' | 'stores' | 'backups'>;

const seconds = (time: Date): number => time.getTime() / 1000;

const authoritiesEveryMs = 60_000;

/** The first end of an active certificate authority; read at most once a minute. */
const firstAuthorityEnd = ({ stores, clock }: StateParts): (() => Promise<Date | undefined>) => {
  let last: Promise<Date | undefined> | undefined;
  let readAt = 0;
  return () => {
    const now = clock.now();
    if (last && now.getTime() - readAt < authoritiesEveryMs) return last;
    readAt = now.getTime();
    last = stores.authorities.firstEndAfter(timestamp(now)).then((end) => (end === null ? undefined : new Date(end)));
    last.catch(() => (last = undefined));
    return last;
  };
};

/** Adds the metrics about the version, what ends when, and connections to the database. */
export const addStateMetrics = (
  { Gauge }: Pick<typeof promClient.default, 'Gauge'>,
  registers: promClient.Registry[],
  parts: StateParts,
): void => {
  const { config, database, licences } = parts;
  new Gauge({
    name: 'sallyport_build_info',
    help: 'Always 1; its labels are the versions of the program and of Node, and the kind of database.',
    labelNames: ['version', 'node', 'database'],
    registers,
    aggregator: 'max',
  }).set({ version: packageJson.version, node: process.version, database: config.database.kind }, 1);

  /** A time in seconds since 1970, absent while there is none; while it cannot be read, the last one stays. */
  const time = (name: string, help: string, read: () => Date | undefined | Promise<Date | undefined>): void => {
    new Gauge({
      name,
      help,
      labelNames: [],
      registers,
      aggregator: 'max',
      async collect() {
        try {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(seconds(value));
        } catch {
          // As it was.
        }
      },
    }).remove();
  };
  time(
    'sallyport_licence_expiry_timestamp_seconds',
    'When the active licence ends; absent without one, and if it has no end.',
    () => (licences.status.daysLeft === null ? undefined : licences.status.licence?.expiresAt),
  );
  time(
    'sallyport_tls_certificate_expiry_timestamp_seconds',
    'When the certificate in TLS_CERT ends; absent without one.',
    () => config.tls && endOfCertificate(readFileSync(config.tls.certFile, 'utf8')),
  );
  time(
    'sallyport_authority_expiry_timestamp_seconds',
    'When the first of the active certificate authorities ends; absent without one.',
    firstAuthorityEnd(parts),
  );
  const { database: storage } = config;
  time(
    'sallyport_last_backup_timestamp_seconds',
    'When the SQLite file was last backed up: by the schedule, a download or `sallyport backup`; absent if it never was.',
    () => (storage.kind === 'sqlite' ? lastBackupAt(storage.directory) : undefined),
  );

  new Gauge({
    name: 'sallyport_backup_failed',
    help: 'Whether the last scheduled backup failed (1 or 0); absent without BACKUP_DIR.',
    labelNames: [],
    registers,
    aggregator: 'max',
    collect() {
      const { hasFailed } = parts.backups;
      if (hasFailed === undefined) this.remove();
      else this.set(Number(hasFailed));
    },
  }).remove();

  new Gauge({
    name: 'sallyport_secret_rotations',
    help: 'Rotations of secrets by the result of their last attempt (success or failed), of all nodes together.',
    labelNames: ['status'],
    registers,
    aggregator: 'max',
    async collect() {
      // While the database is unreachable, the last values stay.
      const counts = await parts.stores.secretRotations.countByStatus().catch(() => undefined);
      for (const [status, count] of Object.entries(counts ?? {})) this.set({ status }, count);
    },
  });

  const { pool } = database;
  if (!pool) return;
  new Gauge({
    name: 'sallyport_database_connections',
    help: 'Connections to PostgreSQL for transactions and long reads, by state.',
    labelNames: ['state'],
    registers,
    collect() {
      const { busy, idle } = pool();
      this.set({ state: 'busy' }, busy);
      this.set({ state: 'idle' }, idle);
    },
  });
  const count = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  };
  count('sallyport_database_connections_max', 'The most such connections.', () => pool().max);
  count('sallyport_database_waiting', 'Requests that wait for such a connection.', () => pool().waiting);
};
