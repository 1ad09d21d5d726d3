import { migrations } from '../migrations/index.ts';
import { Abilities } from './access/abilities.ts';
import { AuditQueue } from './audit/queue.ts';
import { httpUrl, type Config } from './config.ts';
import { EventStreams } from './events/streams.ts';
import { createApp } from './http/app.ts';
import { createHttpServer, drain, listen } from './http/server.ts';
import { Licences } from './licence/licences.ts';
import { Background } from './platform/background.ts';
import { systemClock } from './platform/clock.ts';
import { DataKeys } from './platform/crypto/data-keys.ts';
import { Keyring, type RootKey } from './platform/crypto/keys.ts';
import { Passwords } from './platform/crypto/passwords.ts';
import { Pki } from './platform/crypto/pki/pki.ts';
import { loadRootKeyFile } from './platform/crypto/root-key-file.ts';
import { ensurePrivateFile, openDataDirectory } from './platform/db/data-directory.ts';
import { openDatabase, type Location } from './platform/db/open.ts';
import { prepareDatabase } from './platform/db/prepare.ts';
import { Flights } from './platform/flights.ts';
import { randomIds } from './platform/ids.ts';
import type { Log } from './platform/log.ts';
import { loadRetiredKeys } from './resources/key-rotation/root-keys.ts';
import { judgeSeats } from './resources/events/seats.ts';
import type { Parts } from './scope.ts';
import { createStores } from './stores.ts';
import { startSweeping } from './sweep.ts';

const drainLimitMs = 10_000;

export interface Storage {
  readonly location: Location;
  readonly keyring: Keyring;
  readonly release: () => void;
}

/** Takes hold of where the data is, and of the key that it needs. */
export const openStorage = ({ database, rootKeys }: Config): Storage => {
  if (database.kind === 'postgres') {
    return { location: database, keyring: new Keyring(rootKeys as [RootKey, ...RootKey[]]), release: () => undefined };
  }
  const directory = openDataDirectory(database.directory);
  try {
    const keys = rootKeys.length > 0 ? rootKeys : [loadRootKeyFile(directory.rootKeyFile, directory.databaseFile)];
    ensurePrivateFile(directory.databaseFile);
    return { location: { kind: 'sqlite', file: directory.databaseFile }, keyring: new Keyring(keys as [RootKey, ...RootKey[]]), release: directory.release };
  } catch (error) {
    directory.release();
    throw error;
  }
};

export interface RunningServer {
  readonly url: string;
  readonly parts: Parts;
  /** Resolves when every operation is warmed up. */
  readonly warm: Promise<void>;
  /** Drains, then lets go of everything; asked again, it is the same stop. */
  stop(): Promise<void>;
}

/** What a test brings itself. */
export type Ingredients = Pick<Parts, 'clock' | 'passwords'>;

/** From configuration to a listening server. */
export const startServer = async (config: Config, log: Log, { clock, passwords }: Ingredients = { clock: systemClock, passwords: new Passwords() }): Promise<RunningServer> => {
  const storage = openStorage(config);
  const held: (() => unknown)[] = [() => storage.release()];
  const letGo = async (): Promise<void> => {
    for (const release of held) await release();
  };
  try {
    const applied = await prepareDatabase(storage.location, { migrations, keyring: storage.keyring, clock });
    if (applied.length > 0) log.info({ migrations: applied }, 'the database schema was brought up to date');
    const database = openDatabase(storage.location, log);
    held.unshift(() => database.close());
    const auditQueue = new AuditQueue(database, log);
    held.unshift(() => auditQueue.close());
    const background = new Background(log);
    held.unshift(() => background.close());
    const pki = new Pki();
    held.unshift(() => pki.close());
    const stores = createStores(database.read);
    await loadRetiredKeys(stores, storage.keyring);
    const licences = new Licences({ config, clock, log, database, stores });
    held.unshift(() => licences.close());
    await licences.start();

    const abilities = new Abilities();
    const eventStreams = new EventStreams({
      database,
      stores,
      clock,
      log,
      nodeId: randomIds.uuid(),
      limit: config.eventStreamLimit,
      judge: (projectId, seats) => judgeSeats({ stores, clock, abilities, licences }, projectId, seats),
    });
    held.unshift(() => eventStreams.stop());
    await eventStreams.start();

    let isWarm = false;
    const parts: Parts = {
      config,
      clock,
      ids: randomIds,
      keyring: storage.keyring,
      dataKeys: new DataKeys(storage.keyring),
      passwords,
      pki,
      flights: new Flights(),
      database,
      stores,
      abilities,
      auditQueue,
      background,
      licences,
      eventStreams,
      isWarm: () => isWarm,
    };
    held.unshift(startSweeping(parts, log));
    const app = createApp(parts, log);
    const server = createHttpServer(app.express, config);
    const { port } = await listen(server, config.host, config.port);
    const warm = app.warm().then(() => {
      isWarm = true;
    });

    const stop = async (): Promise<void> => {
      await warm;
      eventStreams.hub.close();
      await drain(server, drainLimitMs);
      await letGo();
    };
    let stopped: Promise<void> | undefined;
    return {
      url: httpUrl(config.host, port),
      parts,
      warm,
      stop: () => (stopped ??= stop()),
    };
  } catch (error) {
    await letGo();
    throw error;
  }
};
