import cluster, { type Worker } from 'node:cluster';
import { isSea } from 'node:sea';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { MergedMetrics } from '../http/merged-metrics.ts';
import { isBuilt } from '../platform/embedded.ts';
import { StartError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import type { StartFacts } from './announcement.ts';
import { workerVariable, type Failure, type PrimaryMessage, type WorkerMessage } from './worker.ts';

/** A worker that exits is started again after a time that doubles, until one has run for `stableMs`. */
const firstDelayMs = 100;
const maxDelayMs = 30_000;
const stableMs = 60_000;

/** How long a worker may take to send its metrics; otherwise those that it sent last are used. */
const metricsMs = 2_000;

/** How often it is checked whether the messages of an exited process have been read. */
const readMs = 5;

interface Slot {
  readonly number: number;
  worker: Worker | undefined;
  facts: StartFacts | undefined;
  isReady: boolean;
  aliveAt: bigint;
  exits: number;
  restart: NodeJS.Timeout | undefined;
  ended: Promise<void>;
  onMetrics: (() => void)[];
}

/** What `fork` has to run: in the executable the program itself, whose first argument is the command. */
const program = (): { exec: string; args: string[] } =>
  isSea()
    ? { exec: 'serve', args: [] }
    : { exec: isBuilt ? fileURLToPath(import.meta.url) : process.argv[1]!, args: ['serve'] };

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/**
 * Returns a function that cleans up after a worker that was killed while a connection was being passed to it, for whose
 * receipt Node waits forever: the client would get no response, and the port would stay open when all workers have
 * stopped.
 */
const watchPassing = (worker: Worker): (() => Promise<void>) => {
  const { process: child } = worker;
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  let passed: { close(): void } | undefined;
  child.send = (...args: unknown[]): boolean => {
    // One at a time; it is closed here once the worker has it, and to close it again does nothing.
    if ((args[0] as { act?: string }).act === 'newconn') passed = args[1] as typeof passed;
    return send(...args);
  };
  return async () => {
    // Connected until all messages have been read.
    while (child.connected) await pause(readMs);
    // The channel is there only while Node waits for a receipt. The event makes Node forget the worker.
    const isWaiting = Boolean(child.channel);
    if (isWaiting) child.emit('disconnect');
    if (isWaiting || !worker.exitedAfterDisconnect) passed?.close();
  };
};

/** Resolves when the process has exited and its messages have been read, or could not be started. */
const untilExit = (worker: Worker): Promise<Exit> =>
  new Promise((resolve) => {
    const cleanUp = watchPassing(worker);
    worker.once('exit', (code: number | null, signal: string | null) => {
      void cleanUp().then(() => resolve({ code, signal }));
    });
    // Also emitted when a message reaches a process that is exiting.
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });

const errorOf = (failure: Failure | undefined, { code, signal }: Exit): Error => {
  if (!failure)
    return new StartError(
      `A worker process ended before it could serve (${signal ?? `exit code ${code ?? 'unknown'}`}).`,
    );
  if (failure.isStartError) return new StartError(failure.message);
  return Object.assign(new Error(failure.message), { stack: failure.stack });
};

/** The worker processes of a server, each of which is started again if it ends. */
export class Workers {
  readonly #slots: readonly Slot[];
  readonly #log: Log;
  readonly #metrics: MergedMetrics | undefined;
  #isStopping = false;
  #onListening: (facts: StartFacts) => void = () => undefined;
  #onFailed: ((error: Error) => void) | undefined;

  constructor(count: number, log: Log, metrics?: MergedMetrics) {
    this.#log = log;
    this.#metrics = metrics;
    this.#slots = Array.from({ length: count }, (_, index) => ({
      number: index + 1,
      worker: undefined,
      facts: undefined,
      isReady: false,
      aliveAt: 0n,
      exits: 0,
      restart: undefined,
      ended: Promise.resolve(),
      onMetrics: [],
    }));
    // Only for an exit at once, on a second signal: otherwise they have ended by then.
    process.once('exit', () => {
      for (const { worker } of this.#slots) worker?.process.kill('SIGKILL');
    });
  }

  /** Resolves when all workers listen; rejects if one cannot. */
  start(): Promise<StartFacts> {
    cluster.setupPrimary(program());
    return new Promise((resolve, reject) => {
      this.#onListening = resolve;
      this.#onFailed = reject;
      for (const slot of this.#slots) this.#fork(slot);
    });
  }

  /** Lets all workers finish their requests; resolves when they have ended. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const slot of this.#slots) {
      clearTimeout(slot.restart);
      this.#send(slot, { kind: 'stop' });
    }
    await Promise.all(this.#slots.map(({ ended }) => ended));
  }

  /** Whether some worker is ready: connections are distributed among those that listen. */
  get isReady(): boolean {
    return !this.#isStopping && this.#slots.some(({ isReady }) => isReady);
  }

  /** When the worker that has been silent for the longest time last reported. */
  get aliveAt(): bigint {
    const now = process.hrtime.bigint();
    return this.#slots.reduce((oldest, { worker, aliveAt }) => (worker && aliveAt < oldest ? aliveAt : oldest), now);
  }

  /** Returns the metrics of all workers, in the text format of Prometheus. */
  async renderMetrics(): Promise<string> {
    const reports = this.#slots.map(
      (slot) =>
        new Promise<void>((resolve) => {
          if (!slot.facts) return resolve();
          slot.onMetrics.push(resolve);
          this.#send(slot, { kind: 'metrics' });
        }),
    );
    await Promise.race([Promise.all(reports), pause(metricsMs, undefined, { ref: false })]);
    return this.#metrics?.render() ?? '';
  }

  #send({ worker }: Slot, message: PrimaryMessage): void {
    // A worker that is exiting does not get it, and needs it no more.
    if (worker?.isConnected()) worker.send(message, () => undefined);
  }

  #fork(slot: Slot): void {
    const worker = cluster.fork({ [workerVariable]: String(slot.number) });
    const startedAt = process.hrtime.bigint();
    let failure: Failure | undefined;
    Object.assign(slot, { worker, aliveAt: startedAt });
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'failed') failure = message.failure;
      else this.#receive(slot, message);
    });
    slot.ended = untilExit(worker).then((exit) => {
      Object.assign(slot, { worker: undefined, facts: undefined, isReady: false });
      this.#metrics?.end(slot.number);
      for (const resolve of slot.onMetrics.splice(0)) resolve();
      if (this.#isStopping) return;
      if (this.#onFailed) return this.#onFailed(errorOf(failure, exit));
      const isStable = process.hrtime.bigint() - startedAt > BigInt(stableMs) * 1_000_000n;
      this.#restart(slot, isStable, { ...exit, reason: failure?.message });
    });
  }

  #restart(slot: Slot, isStable: boolean, exit: Exit & { reason: string | undefined }): void {
    if (isStable) slot.exits = 0;
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** slot.exits);
    slot.exits += 1;
    this.#log.error({ worker: slot.number, ...exit, delayMs }, 'worker ended unexpectedly and is restarted');
    slot.restart = setTimeout(() => this.#fork(slot), delayMs);
  }

  #receive(slot: Slot, message: Exclude<WorkerMessage, { kind: 'failed' }>): void {
    slot.aliveAt = process.hrtime.bigint();
    if (message.kind === 'health') slot.isReady = message.isReady;
    else if (message.kind === 'metrics') {
      this.#metrics?.add(slot.number, message.values);
      for (const resolve of slot.onMetrics.splice(0)) resolve();
    } else {
      slot.facts = message.facts;
      this.#log.info({ worker: slot.number, pid: slot.worker?.process.pid }, 'worker listening');
      if (this.#onFailed && this.#slots.every(({ facts }) => facts)) {
        this.#onFailed = undefined;
        this.#onListening(message.facts);
      }
    }
  }
}
