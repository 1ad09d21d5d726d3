import { longestDelaySeconds } from './mail/mailer.ts';
import { ClockWatch, secondsAfter, timestamp, type PossibleTimes } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Parts } from './scope.ts';
import { createStores } from './stores.ts';
import { leaseSeconds } from './webhooks/attempt.ts';
import { longestDelay } from './webhooks/retries.ts';
import { ofTask } from './transaction-keys.ts';

const everyMs = 5_000;

type Deps = Pick<Parts, 'database' | 'clock' | 'mailer' | 'webhooks'>;

/** Makes everything due that waits for a later time than it can, in the queues of webhooks and mail. */
const bringForward = async ({ database, clock }: Deps, isAll: boolean): Promise<void> => {
  const now = clock.now();
  const timesFor = (longestSeconds: number): PossibleTimes => ({
    now: timestamp(now),
    furthest: timestamp(isAll ? now : secondsAfter(now, longestSeconds)),
  });
  // Twice as long as a lease lasts, because the clock of the node that sends may be ahead of this one.
  const leaseEnd = timestamp(secondsAfter(now, 2 * leaseSeconds));
  await database.transaction(ofTask('queue clock'), async ({ db }) => {
    const stores = createStores(db);
    await stores.webhooks.bringForward({ ...timesFor(longestDelay), leaseEnd });
    await stores.webhookDeliveries.bringForward({ now: timestamp(now), leaseEnd });
    await stores.mails.bringForward(timesFor(longestDelaySeconds));
  });
};

/**
 * Keeps what is queued from waiting for a time that a clock has set which was ahead: a delivery would come as much
 * later as the clock was set back. Times that people chose, such as the end of a grant, stay as they are.
 */
export class QueueClock {
  readonly #deps: Deps;
  readonly #log: Log;
  readonly #watch: ClockWatch;
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #mustBringForward = false;

  constructor(deps: Deps, log: Log) {
    this.#deps = deps;
    this.#log = log;
    this.#watch = new ClockWatch(deps.clock);
  }

  /** The clock may have been set back before the start. Other nodes may be sending what they have to send later. */
  async start(): Promise<void> {
    const isAlone = !this.#deps.database.channel;
    await bringForward(this.#deps, isAlone);
    this.#timer = setInterval(() => void this.check(), everyMs).unref();
  }

  /** Makes due what waits, if the clock was set back. */
  check(): Promise<void> {
    return (this.#running = this.#running
      .then(() => this.#check())
      .catch((err: unknown) => this.#log.warn({ err }, 'queues not brought forward; retrying')));
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }

  async #check(): Promise<void> {
    const seconds = this.#watch.takeJumpBack();
    if (seconds > 0) this.#log.warn({ seconds }, 'clock set back; queued deliveries and mail are due now');
    this.#mustBringForward ||= seconds > 0;
    if (!this.#mustBringForward) return;
    await bringForward(this.#deps, true);
    this.#mustBringForward = false;
    this.#deps.mailer?.wake();
    void this.#deps.webhooks.poll();
  }
}
