import type pg from 'pg';
import { badRequest } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Key, Unit } from '../database.ts';
import { GroupCommit } from '../group-commit.ts';
import type { StorageHealth } from '../health.ts';
import { combineKeys, MoreKeys, requireKeys } from '../locks.ts';
import type { PostgresServers } from './servers.ts';
import { PostgresWriter } from './writer.ts';

interface Options {
  readonly servers: PostgresServers;
  readonly health: StorageHealth;
  readonly log: Log;
  readonly timeLimitMs: number;
}

type Work<T> = (unit: Unit) => T | Promise<T>;

/** How often a transaction may find that it needs more keys, which bounds how often it runs. */
const maxTries = 50;

const tooManyKeys = () =>
  badRequest('This change depends on too many projects and accounts at once. Make it in parts.');

/** Runs transactions with the same keys in groups, and others at the same time, on the connections of a pool. */
export class PostgresWriters {
  readonly #pool: pg.Pool;
  readonly #options: Options;
  readonly #groups = new Map<string, GroupCommit>();

  constructor(pool: pg.Pool, options: Options) {
    this.#pool = pool;
    this.#options = options;
  }

  async transaction<T>(of: readonly Key[], work: Work<T>): Promise<T> {
    let keys = combineKeys(of);
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#groupOf(keys).run(work);
      } catch (error) {
        if (!(error instanceof MoreKeys)) throw this.#options.health.note(error);
        if (tries >= maxTries) throw tooManyKeys();
        keys = combineKeys([...keys, ...error.keys]);
      }
    }
  }

  /** Returns the group of the keys; a new one without keys, which excludes nobody. */
  #groupOf(keys: readonly Key[]): GroupCommit {
    if (keys.length === 0) return this.#newGroup(keys, () => undefined);
    const name = keys
      .map((key) => key.name)
      .sort()
      .join('\n');
    const known = this.#groups.get(name);
    if (known) return known;
    const group = this.#newGroup(keys, () => void this.#groups.delete(name));
    this.#groups.set(name, group);
    return group;
  }

  #newGroup(keys: readonly Key[], onIdle: () => void): GroupCommit {
    const { servers, health, log, timeLimitMs } = this.#options;
    const writer = new PostgresWriter({ pool: this.#pool, servers, health }, keys);
    return new GroupCommit(writer, { timeLimitMs, log, onIdle, addKeys: (...more) => requireKeys(keys, more) });
  }
}
