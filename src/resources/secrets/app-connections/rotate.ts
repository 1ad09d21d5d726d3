import { defaultRequirements, generatePassword } from '../../../platform/crypto/generated-passwords.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Scope } from '../../../scope.ts';
import { apps } from './apps/index.ts';
import { newCredentialsHash, openPassword, openPending, sealPassword, sealPending } from './encryption.ts';
import { connectionNotFound } from './find.ts';
import { keyOf, record } from './record.ts';
import type { AppConnectionRow, AppConnectionWithProject } from './store.ts';
import { canLogIn, messageOf, systemOf } from './use.ts';

/** After this time a run that has not ended was interrupted; it is longer than everything that a run does may take. */
const runSeconds = 120;

interface Run {
  readonly runId: string;
  readonly row: AppConnectionRow;
  /** Whether an earlier run has stored the new password, so that the system may have it. */
  readonly isContinued: boolean;
}

const findAgain = async ({ stores }: Scope, { organizationId, id }: AppConnectionRow) => {
  const row = await stores.appConnections.findInOrganization(organizationId, id);
  if (!row) throw connectionNotFound();
  return row;
};

/** Stores the new password before the system is asked to set it; 400 while another run is in progress. */
const begin = (scope: Scope, connection: AppConnectionRow): Promise<Run> =>
  scope.transaction(keyOf(connection), async (tx) => {
    const row = await findAgain(tx, connection);
    const now = tx.clock.now();
    if (row.runUntil !== null && row.runUntil > timestamp(now))
      throw badRequest('A rotation of this connection is already in progress. Try again shortly.');
    const runId = tx.ids.uuid();
    const changes = {
      runId,
      runUntil: timestamp(secondsAfter(now, runSeconds)),
      sealedPending: row.sealedPending ?? sealPending(tx.keyring, row.id, generatePassword(defaultRequirements)),
    };
    await tx.stores.appConnections.update(row.id, changes);
    return { runId, row: { ...row, ...changes }, isContinued: row.sealedPending !== null };
  });

/** Makes the new password the valid one; returns it. */
const changeInSystem = async (scope: Scope, { row, isContinued }: Run): Promise<string> => {
  const app = apps[row.app];
  const system = systemOf(scope, row);
  const username = app.usernameIn(row.credentials);
  const next = { username, password: openPending(scope.keyring, row)! };
  const current = { username, password: openPassword(scope.keyring, row) };
  try {
    if (!isContinued || !(await canLogIn(app, system, next))) await app.setPassword(system, current, next);
    await app.logIn(system, next);
    return next.password;
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw badRequest(`The password was not rotated: ${messageOf(error, [next.password, current.password])}`);
  }
};

/** Ends the run; false if another one has taken over. */
const end = (
  scope: Scope,
  { row, runId }: Run,
  changes: Partial<AppConnectionRow>,
  more: (tx: Scope) => Promise<void> = () => Promise.resolve(),
): Promise<AppConnectionWithProject> =>
  scope.transaction(keyOf(row), async (tx) => {
    const now = await findAgain(tx, row);
    if (now.runId !== runId) throw badRequest('The connection was changed meanwhile. Test it, and try again.');
    await tx.stores.appConnections.update(row.id, { ...changes, runId: null, runUntil: null });
    await more(tx);
    return { ...now, ...changes };
  });

/**
 * Sets a new password for the connection's own user. It is stored before, so that one of the two stored passwords is
 * valid at any moment.
 */
export const rotateOwnPassword = async (
  scope: Scope,
  connection: AppConnectionRow,
): Promise<AppConnectionWithProject> => {
  const run = await begin(scope, connection);
  try {
    const password = await changeInSystem(scope, run);
    const changes = {
      sealedPassword: sealPassword(scope.keyring, connection.id, password),
      sealedPending: null,
      isPlatformManaged: true,
      credentialsHash: newCredentialsHash(),
      updatedAt: timestamp(scope.clock.now()),
    };
    return await end(scope, run, changes, (tx) => record(tx, 'rotate-app-connection-credentials', connection));
  } catch (error) {
    // The outcome in the system may be unknown: the pending password stays, and is tried first from now on.
    await end(scope, run, {}).catch(() => undefined);
    throw error;
  }
};
