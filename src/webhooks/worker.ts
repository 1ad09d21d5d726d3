import { ConcurrencyLimit } from '../platform/concurrency-limit.ts';
import { timestamp } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { createStores } from '../stores.ts';
import { attemptNext, type AttemptDeps, type Outcome } from './attempt.ts';
import { disableAbandoned } from './abandoned.ts';
import { assignChanges } from './fan-out.ts';
import type { DueWebhook } from '../resources/secrets/webhooks/store.ts';
import type { WebhookSender } from './sender.ts';
import { ofTask } from '../transaction-keys.ts';

const pollMs = 1_000;
/** How often a node looks for webhooks whose member was removed; without webhooks, whether another node has created one. */
const checkMs = 30_000;
/** How long requests may continue while the server stops. */
const drainMs = 5_000;
const dueAtOnce = 200;
/** How many requests run at once, on this node and of one project, so that slow receivers delay few others. */
const limits = { node: 40, project: 4 };

type Deps = AttemptDeps & { readonly log: Log };

/** Delivers the notices of webhooks in the background: each webhook's in order, those of different webhooks side by side. */
export class WebhookWorker {
  /** The requests since the start, by outcome. */
  readonly counts: Record<Outcome, number> = { success: 0, retry: 0, failed: 0 };
  /** Limits the test requests that callers wait for. */
  readonly testLimit = new ConcurrencyLimit({
    atOnce: 10,
    mayWait: 5,
    refusal: 'Too many webhooks are being tested. Try again shortly.',
  });
  readonly #deps: Deps;
  readonly #stopping = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  /** By webhook. */
  readonly #running = new Map<string, { readonly projectId: string; readonly done: Promise<void> }>();
  #polling: Promise<void> | undefined;
  #mustPollAgain = false;
  #isUsed = false;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get sender(): WebhookSender {
    return this.#deps.sender;
  }

  /** Aborted when requests must end. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  async start(): Promise<void> {
    const { database } = this.#deps;
    // With SQLite there is no other node: what is leased belongs to a process that was killed.
    if (!database.channel)
      await database.transaction(ofTask('webhooks'), async ({ db }) => {
        const { webhooks, webhookDeliveries } = createStores(db);
        await webhooks.endLeases();
        await webhookDeliveries.releaseQueue();
      });
    await this.#check();
    this.#timers.push(
      setInterval(() => void this.#check().catch(this.#warn), checkMs).unref(),
      setInterval(() => this.#isUsed && void this.poll(), pollMs).unref(),
    );
  }

  /** Starts to look for deliveries: there is a webhook now. */
  noticeWebhook(): void {
    this.#isUsed = true;
  }

  /** Looks for changes and for deliveries that are due; a call while another one runs makes that one look again. */
  poll(): Promise<void> {
    this.#mustPollAgain = true;
    return (this.#polling ??= this.#pollOnce()
      .catch(this.#warn)
      .then(() => {
        this.#polling = undefined;
        return this.#mustPollAgain && !this.#isClosed ? this.poll() : undefined;
      }));
  }

  /** Resolves when nothing is due and no request is running. */
  async settled(): Promise<void> {
    do {
      await this.poll();
      await Promise.all([...this.#running.values()].map(({ done }) => done));
      await this.#polling;
    } while (this.#running.size > 0);
  }

  countWaiting(): Promise<number> {
    return this.#deps.stores.webhookDeliveries.countWaiting();
  }

  /** Waits a few seconds for running requests, then ends them; they are sent again by another node, or after a restart. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#polling;
    const timer = setTimeout(() => this.#stopping.abort(), drainMs);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
    clearTimeout(timer);
  }

  readonly #warn = (err: unknown): void => this.#deps.log.warn({ err }, 'webhook queue not read; retrying');

  /** Disables webhooks whose responsible member was removed. */
  disableAbandoned(): Promise<void> {
    return disableAbandoned(this.#deps);
  }

  async #check(): Promise<void> {
    this.#isUsed ||= await this.#deps.stores.webhooks.isAny();
    if (this.#isUsed) await this.disableAbandoned();
  }

  async #pollOnce(): Promise<void> {
    while (this.#mustPollAgain && !this.#isClosed) {
      this.#mustPollAgain = false;
      if (await assignChanges(this.#deps)) this.#mustPollAgain = true;
      await this.#startDue();
    }
  }

  async #startDue(): Promise<void> {
    const { stores, clock } = this.#deps;
    for (;;) {
      const due = await stores.webhooks.listDue(timestamp(clock.now()), {
        limit: dueAtOnce,
        exceptProjects: this.#busyProjects(),
      });
      const started = due.filter((webhook) => this.#startIfAllowed(webhook));
      if (started.length === 0 || due.length < dueAtOnce) return;
    }
  }

  #countOf(projectId: string): number {
    return [...this.#running.values()].filter((one) => one.projectId === projectId).length;
  }

  #busyProjects(): string[] {
    const projectIds = new Set([...this.#running.values()].map(({ projectId }) => projectId));
    return [...projectIds].filter((projectId) => this.#countOf(projectId) >= limits.project);
  }

  #startIfAllowed(webhook: DueWebhook): boolean {
    const { id, projectId } = webhook;
    if (this.#isClosed || this.#running.size >= limits.node || this.#running.has(id)) return false;
    if (this.#countOf(projectId) >= limits.project) return false;
    this.#running.set(id, { projectId, done: this.#run(webhook) });
    return true;
  }

  async #run(webhook: DueWebhook): Promise<void> {
    const { id } = webhook;
    try {
      const outcome = await attemptNext(this.#deps, webhook, this.stopping);
      if (outcome) this.counts[outcome] += 1;
      this.#running.delete(id);
      if (!this.#isClosed) void this.poll();
    } catch (err) {
      this.#running.delete(id);
      // The next poll tries it again: at once would be too often while the database fails.
      this.#deps.log.warn({ err, webhookId: id }, 'webhook delivery not stored; retrying');
    }
  }
}
