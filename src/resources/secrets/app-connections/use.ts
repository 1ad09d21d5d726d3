import { TargetError, withoutValues } from '../../../platform/targets/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import type { App, Login, Reachable } from './apps/app.ts';
import { apps } from './apps/index.ts';
import { openPassword, openPending } from './encryption.ts';
import type { AppConnectionRow } from './store.ts';

export type UseDeps = Pick<PublicScope, 'keyring' | 'targets'>;

/** A connection that is about to be used. */
export interface OpenConnection {
  readonly app: App;
  readonly system: Reachable;
  /** The user of the connection itself. */
  readonly admin: Login;
}

/** Whether the user can log in; throws a `TargetError` if that cannot be said. */
export const canLogIn = async (app: App, system: Reachable, user: Login): Promise<boolean> => {
  try {
    await app.logIn(system, user);
    return true;
  } catch (error) {
    if (error instanceof TargetError && error.failure === 'refused') return false;
    throw error;
  }
};

export const systemOf = (
  { targets }: UseDeps,
  { credentials, organizationId }: Pick<AppConnectionRow, 'credentials' | 'organizationId'>,
): Reachable => ({ targets, credentials, caller: organizationId });

/**
 * Returns the connection with the password that is valid now. While a change of it is not finished, that is the new one
 * or the old one, so that the system has to be asked.
 */
export const openConnection = async (deps: UseDeps, row: AppConnectionRow): Promise<OpenConnection> => {
  const app = apps[row.app];
  const system = systemOf(deps, row);
  const username = app.usernameIn(row.credentials);
  const pending = openPending(deps.keyring, row);
  const withPending = pending === undefined ? undefined : { username, password: pending };
  if (withPending && (await canLogIn(app, system, withPending))) return { app, system, admin: withPending };
  return { app, system, admin: { username, password: openPassword(deps.keyring, row) } };
};

/** What a system answered, without these values, for a message. */
export const messageOf = (error: TargetError, secrets: readonly string[]): string =>
  withoutValues(error.message, secrets).slice(0, 1000);
