import type { Log } from '../log.ts';
import { unitTimeLimitMs, type Database } from './database.ts';
import { openPostgres } from './postgres/database.ts';
import { openSqlite } from './sqlite/database.ts';

export type Location =
  | { readonly kind: 'sqlite'; readonly file: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      /** The URL for what needs a session of its own, if `url` leads through a pooler that shares sessions out. */
      readonly directUrl?: string;
      readonly poolSize: number;
    };

/** `timeLimitMs` is how long a unit of work may take; a connection may take half of it. */
export const openDatabase = (location: Location, log: Log, timeLimitMs = unitTimeLimitMs): Database =>
  location.kind === 'sqlite'
    ? openSqlite(location.file, { log, timeLimitMs })
    : openPostgres(location.url, { ...location, log, timeLimitMs });
