import type { Log } from '../log.ts';
import type { Database } from './database.ts';
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

export const openDatabase = (location: Location, log: Log): Database =>
  location.kind === 'sqlite' ? openSqlite(location.file, { log }) : openPostgres(location.url, { ...location, log });
