import type { AppName } from '../store.ts';
import type { App } from './app.ts';
import { ldap } from './ldap.ts';
import { mysql } from './mysql.ts';
import { postgres } from './postgres.ts';
import { redis } from './redis.ts';

/** The kinds of systems, by the name that requests have for them. */
export const apps: Readonly<Record<AppName, App>> = { ldap, mysql, postgres, redis };
