import { Worker } from 'node:worker_threads';
import { embedded } from '../../embedded.ts';
import type { Done, Job, Tasks } from './tasks.ts';

type Input<Name extends keyof Tasks> = Parameters<Tasks[Name]>[0];
type Result<Name extends keyof Tasks> = Awaited<ReturnType<Tasks[Name]>>;

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** The program of the thread, as one script. */
const builtThread = (): string => {
  const source = embedded('pki-thread.cjs');
  if (!source) throw new Error('only the built program has its thread for certificates');
  return source.toString();
};

/** A thread that is started when it is first needed, and again after it has failed. */
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
    thread.on('error', (error) => this.#giveUp(thread, error));
    thread.on('exit', () => this.#giveUp(thread, new Error('the thread for certificates has ended')));
    return thread;
  }

  #finish(done: Done): void {
    const waiting = this.#waiting.get(done.id);
    this.#waiting.delete(done.id);
    // Only while there is work does it keep the process alive.
    if (this.#waiting.size === 0) this.#thread?.unref();
    if ('error' in done) waiting?.reject(done.error);
    else waiting?.resolve(done.result as never);
  }

  /** What comes next gets a new thread. */
  #giveUp(thread: Worker, error: Error): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

/**
 * Certificates, requests and revocation lists, made and read aside, so that nobody else waits for them. A long list
 * takes seconds: such lists have a thread of their own, for everything else takes milliseconds.
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
