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

/**
 * Certificates, requests and revocation lists, made and read by a thread of its own: a long list takes a second, and nobody else should wait for that.
 * The thread is started when it is first needed.
 */
export class Pki {
  readonly #readThread: () => string;
  readonly #waiting = new Map<number, Waiting>();
  #thread: Worker | undefined;
  #lastId = 0;

  constructor(readThread = builtThread) {
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
