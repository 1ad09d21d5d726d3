import { Worker } from 'node:worker_threads';
import { embedded } from '../../embedded.ts';
import type { Done, Job, Tasks } from './tasks.ts';

type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Result<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The source of the PKI thread, as one script. */
const builtThread = (): string => {
  const source = embedded('pki-thread.cjs');
  if (!source) throw new Error('the PKI thread exists only in the built program');
  return source.toString();
};

/** A worker thread that starts on first use, and again after a failure. */
class PkiThread {
  readonly #readThread: () => string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #lastId = 0;

  constructor(readThread: () => string) {
    this.#readThread = readThread;
  }

  run<Name extends keyof Tasks>(task: Name, input: Input<Name>): Promise<Result<Name>> {
    const thread = (this.#thread ??= this.#start());
    const id = (this.#lastId += 1);
    return new Promise<Result<Name>>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, task, input } satisfies Job);
    });
  }

  async close(): Promise<void> {
    await this.#thread?.terminate();
  }

  #start(): Worker {
    const thread = new Worker(this.#readThread(), { name: 'pki', eval: true });
    thread.on('message', (done: Done) => this.#finish(done));
    thread.on('error', (error) => this.#fail(thread, error));
    thread.on('exit', () => this.#fail(thread, new Error('the PKI thread has ended')));
    return thread;
  }

  #finish(done: Done): void {
    const waiting = this.#waiting.get(done.id);
    this.#waiting.delete(done.id);
    // The thread keeps the process alive only while it has work.
    if (this.#waiting.size === 0) this.#thread?.unref();
    if ('error' in done) waiting?.reject(done.error);
    else waiting?.resolve(done.result as never);
  }

  /** Rejects all running tasks; the next task starts a new thread. */
  #fail(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Creates and parses certificates, requests and revocation lists in worker threads, so that other requests do not wait.
 * Revocation lists have their own thread: a long one takes seconds, everything else milliseconds.
 */
export class Pki {
  readonly #lists: PkiThread;
  readonly #others: PkiThread;

  constructor(readThread = builtThread) {
    this.#lists = new PkiThread(readThread);
    this.#others = new PkiThread(readThread);
  }

  run<Name extends keyof Tasks>(task: Name, input: Input<Name>): Promise<Result<Name>> {
    return (task === 'signRevocationList' ? this.#lists : this.#others).run(task, input);
  }

  async close(): Promise<void> {
    await Promise.all([this.#lists.close(), this.#others.close()]);
  }
}
