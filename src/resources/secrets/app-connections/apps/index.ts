import type { AppName } from '../store.ts';
import type { App } from './app.ts';
import { postgres } from './postgres.ts';

/** The kinds of systems, by the name that requests have for them. */
export const apps: Readonly<Record<AppName, App>> = { postgres };
