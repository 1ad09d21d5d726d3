import type { Server as TlsServer } from 'node:https';
import { migrations } from '../migrations/index.ts';
import { Abilities } from './access/abilities.ts';
import { RevisionCache } from './access/cache.ts';
import { AuditQueue } from './audit/queue.ts';
import { Backups } from './backups/backups.ts';
import { startBackups } from './backups/start.ts';
import { originOf, ownDatabaseOf, type Config } from './config.ts';
import { EventStreams } from './events/streams.ts';
import { ResponseCache } from './http/response-cache.ts';
import { createApp } from './http/app.ts';
import { Draining } from './http/draining.ts';
import { startHealth, type HealthReports } from './http/health.ts';
import { createMetrics, serveMetrics, type Metrics } from './http/metrics.ts';
import { Outgoing } from './http/outgoing.ts';
import { checkPorts, createHttpServer, kindsOf, listen } from './http/server.ts';
import { watchTls, loadTls } from './http/tls.ts';
import type { Validators } from './http/validate.ts';
import { Licences } from './licence/licences.ts';
import { Mailer } from './mail/mailer.ts';
import { LeaseWorker } from './resources/secrets/dynamic-secret-leases/worker.ts';
import { Targets } from './platform/targets/targets.ts';
import { Background } from './platform/background.ts';
import { systemClock } from './platform/clock.ts';
import { DataKeys } from './platform/crypto/data-keys.ts';
import { withoutResumption } from './platform/crypto/tls-options.ts';
import { Passwords } from './platform/crypto/passwords.ts';
import { Pki } from './platform/crypto/pki/pki.ts';
import { openDatabase } from './platform/db/open.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import { SingleFlight } from './platform/single-flight.ts';
import { randomIds } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import { ProviderHosts } from './platform/openid/hosts.ts';
import { OutgoingClient } from './platform/outgoing/client.ts';
import { readAuthorities } from './platform/outgoing/connect.ts';
import { OpenIdProviders } from './platform/openid/providers.ts';
import { SmtpTransport } from './platform/smtp/transport.ts';
import { mailComposers } from './composers.ts';
import { startDueWork } from './due.ts';
import { NewestVersion } from './newest-version.ts';
import { QueueClock } from './queue-clock.ts';
import { loadRetiredKeys } from './resources/instance/key-rotation/root-keys.ts';
import { encryptPlainIgnoreValues } from './resources/project/ignore-values/service.ts';
import { authorizeSubscribers } from './resources/secrets/events/subscribers.ts';
import type { Parts } from './scope.ts';
import { startRotating } from './rotating.ts';
import { openStorage } from './storage.ts';
import { createStores } from './stores.ts';
import { startExpirySweep } from './sweep.ts';
import { WebhookSender } from './webhooks/sender.ts';
import { WebhookWorker } from './webhooks/worker.ts';

/** The most environments that are cached; a project without any counts as one. */
const cachedEnvironments = 100_000;
const cachedResponders = 1000;
const cachedResponseBytes = 8 * 1024 * 1024;

const drainLimitMs = 10_000;

export interface RunningServer {
  readonly url: string;
  /** Where clients are asked for a certificate. */
  readonly clientCertUrl: string | undefined;
  readonly parts: Parts;
  /** The responses that are being written. */
  readonly outgoing: Outgoing;
  /** Drains the connections, then closes everything; repeated calls return the same promise. */
  stop(): Promise<void>;
}

/** The dependencies that tests replace, and how long the database may take where a busy machine must not matter. */
export type TestDeps = Pick<Parts, 'clock' | 'passwords' | 'pki'> & {
  readonly timeLimitMs?: number | undefined;
  readonly validators?: Validators;
};

/** The process that starts this one as a worker: it has checked the ports, and serves health and metrics for all workers. */
export interface Primary {
  readonly health: HealthReports;
  setMetrics(metrics: Metrics): void;
}

const describeMigrations = (count: number): string =>
  count === 0 ? '' : ` (${count} migration${count === 1 ? '' : 's'})`;

/** Starts a server from its configuration. */
export const startServer = async (
  config: Config,
  log: Log,
  { clock, passwords, pki, timeLimitMs, validators }: TestDeps = {
    clock: systemClock,
    passwords: new Passwords(),
    pki: new Pki(),
  },
  primary?: Primary,
): Promise<RunningServer> => {
  // First, so that a server that cannot listen creates no files.
  if (!primary) await checkPorts(config);
  const storage = openStorage(config);
  const releases: (() => unknown)[] = [() => storage.release()];
  const closeAll = async (): Promise<void> => {
    for (const release of releases) await release();
  };
  try {
    const healthServer = primary ? undefined : await startHealth(config, log);
    const health = primary?.health ?? healthServer;
    if (health) releases.unshift(() => health.close());
    const applied = await prepareDatabase(storage.location, { migrations, keyring: storage.keyring, clock });
    // Of several workers, the one that migrated says so.
    if (applied.length > 0 || !primary) log.info(`database ready${describeMigrations(applied.length)}`);
    if (applied.length > 0) log.debug({ migrations: applied }, 'database schema migrated');
    const database = openDatabase(storage.location, log, timeLimitMs);
    releases.unshift(() => database.close());
    const auditQueue = new AuditQueue(database, log);
    // A commit may take long on a busy disk, so it includes the audit entries of earlier reads: a kill does not lose them.
    database.onGroup(() => auditQueue.flushWaiting());
    releases.unshift(() => auditQueue.close());
    const background = new Background(log);
    releases.unshift(() => background.close());
    releases.unshift(() => pki.close());
    const stores = createStores(database.read);
    await loadRetiredKeys(stores, storage.keyring);
    const licences = new Licences({ config, clock, log, database, stores, keyring: storage.keyring });
    releases.unshift(() => licences.close());
    await licences.start();

    const abilities = new Abilities();
    const nodeId = randomIds.uuid();
    const eventStreams = new EventStreams({
      database,
      stores,
      clock,
      log,
      nodeId,
      limit: config.eventStreamLimit,
      authorize: (projectId, subscribers) =>
        authorizeSubscribers({ stores, clock, abilities, licences, config }, projectId, subscribers),
    });
    releases.unshift(() => eventStreams.stop());
    await eventStreams.start();

    const mailer =
      config.mail === null
        ? undefined
        : new Mailer({
            database,
            clock,
            keyring: storage.keyring,
            log,
            transport: new SmtpTransport(config.mail.server, config.mail.from),
            composers: mailComposers({ stores, clock, abilities, keyring: storage.keyring, config }),
          });

    const dataKeys = new DataKeys(storage.keyring);
    await encryptPlainIgnoreValues(database, { clock, keyring: storage.keyring, dataKeys });
    const webhooks = new WebhookWorker({
      ...{ database, stores, clock, ids: randomIds, config, dataKeys, log, nodeId },
      sender: new WebhookSender([...config.allowHosts, ...config.webhookAllowHosts]),
    });
    releases.unshift(() => webhooks.stop());
    await webhooks.start();

    readAuthorities();
    const outgoing = new OutgoingClient(config.allowHosts);
    const targets = new Targets({ outgoing, clock, ownDatabase: ownDatabaseOf(config) });
    const leases = new LeaseWorker({
      ...{ database, stores, clock, ids: randomIds, config, keyring: storage.keyring, log, targets, mailer },
    });
    releases.unshift(() => leases.stop());
    const backups = new Backups({ config, clock, log });
    const draining = new Draining();
    const parts: Parts = {
      config,
      clock,
      ids: randomIds,
      keyring: storage.keyring,
      dataKeys,
      passwords,
      pki,
      ocsp: {
        responders: new RevisionCache(cachedResponders, () => 1),
        responses: new RevisionCache(cachedResponseBytes, ({ bytes }) => bytes.length),
      },
      singleFlight: new SingleFlight(),
      database,
      stores,
      abilities,
      environments: new RevisionCache(cachedEnvironments, ({ active, deleted }) => 1 + active.length + deleted.length),
      auditQueue,
      background,
      licences,
      eventStreams,
      outgoing,
      targets,
      leases,
      openIdProviders: new OpenIdProviders({
        hosts: new ProviderHosts([...config.allowHosts, ...config.oidcAllowHosts]),
        clock,
      }),
      backups,
      newestVersion: new NewestVersion({ url: config.releasesUrl, clock, outgoing }),
      mailer,
      webhooks,
      checkStorage: () => database.check(),
      describeDatabase: () => database.describe(),
      isStopping: () => draining.isStopping,
    };
    releases.unshift(startExpirySweep(parts, log));
    const queueClock = new QueueClock(parts, log);
    releases.unshift(() => queueClock.stop());
    await queueClock.start();
    await leases.start();
    if (mailer) releases.unshift(() => mailer.close());
    mailer?.start();
    releases.unshift(startDueWork(parts, log));
    releases.unshift(startRotating(parts, log));
    releases.unshift(startBackups(backups, log));
    const responses = new Outgoing(config, log);
    const metrics = config.metrics && (await createMetrics(parts, responses));
    if (metrics && primary) primary.setMetrics(metrics);
    else if (metrics && healthServer?.hasMetrics) healthServer.metrics = metrics.render;
    else if (metrics) releases.unshift(await serveMetrics(config.metrics, metrics));
    const app = createApp(parts, log, {
      outgoing: responses,
      responseCache: new ResponseCache(clock),
      isNew: !(await stores.instance.isBootstrapped()),
      validators,
      ...(metrics && { onRequestEnd: metrics.observe }),
    });
    const shared = { draining, isWorker: primary !== undefined, kinds: kindsOf(app.express, draining) };
    const server = createHttpServer(app, config, { ...shared, tls: config.tls && loadTls(config.tls) });
    if (config.tls) releases.unshift(watchTls(server as TlsServer, config.tls, log).stop);
    const { port } = await listen(server, config.host, config.port);
    const servers = [server];
    let clientCertPort: number | undefined;
    if (config.tls && config.clientCertPort !== undefined) {
      const asking = createHttpServer(app, config, { ...shared, tls: loadTls(config.tls), asksForCertificate: true });
      releases.unshift(watchTls(asking as TlsServer, config.tls, log, withoutResumption).stop);
      clientCertPort = (await listen(asking, config.host, config.clientCertPort)).port;
      servers.push(asking);
    }
    const isReady = async (): Promise<boolean> => {
      if (draining.isStopping) return false;
      await stores.instance.ping();
      return !draining.isStopping;
    };
    if (health) {
      health.isReady = isReady;
      await health.report();
    }

    const stop = async (): Promise<void> => {
      draining.begin();
      await health?.report();
      await draining.drain(servers, { delayMs: config.drainDelayMs, limitMs: drainLimitMs }, () =>
        eventStreams.hub.close(),
      );
      await closeAll();
    };
    let stopped: Promise<void> | undefined;
    return {
      url: originOf(config.host, port, config.tls !== undefined),
      clientCertUrl: clientCertPort === undefined ? undefined : originOf(config.host, clientCertPort, true),
      parts,
      outgoing: responses,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
};
