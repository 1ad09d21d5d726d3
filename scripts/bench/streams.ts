import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answeredOf, type Answered } from './answered.ts';
import { endWithUs, pause } from './processes.ts';
import type { Measurable } from './rounds.ts';
import type { Server } from './server.ts';

export interface StreamOrder {
  /** The URLs of the nodes, over which streams are spread. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly projectId: string;
  readonly count: number;
}

interface Said {
  readonly opened?: Answered;
  readonly arrivedAt?: number;
  readonly ended?: number;
  readonly failed?: string;
}

const requireOpenFiles = (count: number): void => {
  const [limits, needed] = ['/proc/self/limits', count + 200];
  const allowed = existsSync(limits)
    ? Number(/Max open files\s+(\d+)/.exec(readFileSync(limits, 'utf8'))?.[1] ?? Infinity)
    : Infinity;
  if (allowed < needed)
    throw new Error(
      `Only ${allowed} files may be open here, and ${count} streams need ${needed}: run \`ulimit -n ${needed}\` first.`,
    );
};

/** Many open streams of one project in a separate process, and events that all of them receive. */
export class Streams {
  readonly order: StreamOrder;
  #clients: ChildProcess | undefined;

  constructor(order: StreamOrder) {
    this.order = order;
  }

  get count(): number {
    return this.order.count;
  }

  /** Opens all streams. */
  async open(): Promise<Answered> {
    await this.close();
    requireOpenFiles(this.order.count);
    this.#clients = endWithUs(fork(join(import.meta.dirname, 'stream-clients.ts'), { execArgv: ['--import', 'tsx'] }));
    const opened = this.#heard('opened');
    this.#clients.send(this.order);
    return (await opened).opened!;
  }

  get isOpen(): boolean {
    return this.#clients !== undefined;
  }

  async close(): Promise<void> {
    if (!this.#clients) return;
    const ended = once(this.#clients, 'exit');
    this.#clients.kill('SIGKILL');
    this.#clients = undefined;
    await ended;
  }

  /** Makes a change that all streams receive; returns the delay from its response to the last stream, in ms. */
  async tell(work: () => Promise<unknown>): Promise<number> {
    const arrived = this.#heard('arrivedAt');
    await work();
    const committedAt = Date.now();
    return Math.max(0, (await arrived).arrivedAt! - committedAt);
  }

  #heard(field: keyof Said): Promise<Said> {
    const clients = this.#clients!;
    return new Promise((resolve, reject) => {
      const listener = (said: Said): void => {
        if (said.failed !== undefined || said.ended !== undefined)
          reject(new Error(said.failed ?? `${said.ended} streams ended`));
        if (said[field] === undefined) return;
        clients.off('message', listener);
        resolve(said);
      };
      clients.on('message', listener);
    });
  }
}

const events = 10;

/** Measures opening all streams, and sending events to all of them; each delivery counts as a request. */
export const streamsMeasured = (streams: Streams, server: Server, token: string): Measurable[] => {
  let number = 0;
  const change = (): Promise<unknown> => {
    number += 1;
    const { projectId } = streams.order;
    return server.call('PATCH', '/api/v4/secrets/SECRET_0', token, {
      projectId,
      environment: 'dev',
      secretPath: '/',
      secretValue: `told ${number}`,
    });
  };
  const tellAll = async (): Promise<Answered> => {
    if (!streams.isOpen) await streams.open();
    const times: number[] = [];
    for (let event = 0; event < events; event += 1) {
      times.push(await streams.tell(change));
      await pause(250);
    }
    await streams.close();
    const { p50, p99 } = answeredOf(times, 1);
    return { count: streams.count * events, perSecond: (streams.count * 1000) / Math.max(1, p50), p50, p99 };
  };
  const count = streams.count.toLocaleString('en');
  const warm = async (): Promise<void> => undefined;
  return [
    { name: `open ${count} streams`, warm, measure: () => streams.open() },
    { name: `one event to ${count} streams`, warm, measure: tellAll },
  ];
};
