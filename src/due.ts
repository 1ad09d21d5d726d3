import type { Log } from './platform/log.ts';
import { actOnDueRequests } from './resources/project/access-requests/due.ts';
import { announceEndingAccess } from './resources/project/temporary-access/ending.ts';
import { remindOfSecrets } from './resources/secrets/reminders/due.ts';
import type { Parts } from './scope.ts';

const everyMs = 60_000;

type Deps = Pick<Parts, 'database' | 'stores' | 'clock' | 'ids' | 'keyring' | 'config' | 'abilities' | 'mailer'>;

/** Acts on reminders that are due, on requests for access whose time is over, and on access that ends soon; several nodes may do so concurrently. */
export const actOnDue = async (deps: Deps): Promise<number> => {
  const { mailer } = deps;
  const reminders = await remindOfSecrets(deps);
  const requests = await actOnDueRequests(deps);
  return reminders + requests + (mailer ? await announceEndingAccess({ ...deps, mailer }) : 0);
};

/** Looks periodically for what is due; returns a function that stops it. */
export const startDueWork = (deps: Deps, log: Log): (() => Promise<void>) => {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => actOnDue(deps))
      .then((count) => {
        if (count > 0) log.debug({ count }, 'reminders, requests and ends of access acted on');
      })
      .catch((err: unknown) => log.warn({ err }, 'reminders not acted on'));
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
