import type { Log } from './platform/log.ts';
import { createPublicScope } from './request-scope.ts';
import { rotateDue } from './resources/secrets/secret-rotations/due.ts';
import type { Caller, Parts } from './scope.ts';

const everyMs = 60_000;

/** The request data of what no request caused. */
const noCaller: Caller = {
  requestId: '',
  operation: 'secret-rotations',
  ip: '',
  userAgent: '',
  isForwarded: false,
  isFromOwnPage: false,
  isFromUnknownPage: false,
  refreshToken: undefined,
  passkeyChallenge: undefined,
  clientCertificates: [],
  bearerToken: '',
  signOnCookie: () => undefined,
};

/** Rotates what is due now, and returns how many; several nodes may do so concurrently. */
export const rotateDueSecrets = (parts: Parts, log: Log): Promise<number> =>
  rotateDue(createPublicScope(parts, noCaller), log);

/** Looks periodically for secrets that are due for a rotation; returns a function that stops it. */
export const startRotating = (parts: Parts, log: Log): (() => Promise<void>) => {
  let running: Promise<void> | undefined;
  const look = (): void => {
    running ??= rotateDueSecrets(parts, log)
      .then((count) => {
        if (count > 0) log.debug({ count }, 'secrets rotated');
      })
      .catch((err: unknown) => log.warn({ err }, 'secrets not rotated'))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
};
