import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadResultOf, type LoadResult } from './load-result.ts';
import { killOnExit, pause } from './processes.ts';
import type { Measurable } from './rounds.ts';
import type { Server } from './server.ts';

export interface StreamOptions {
  /** The URLs of the nodes, over which streams are spread. */
  readonly urls: readonly string[];
  readonly token: string;
  readonly projectId: string;
  readonly count: number;
}

interface StreamReport {
  readonly opened?: LoadResult;
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
  readonly options: StreamOptions;
  #clients: ChildProcess | undefined;

  constructor(options: StreamOptions) {
    this.options = options;
  }

  get count(): number {
    return this.options.count;
  }

  /** Opens all streams. */
  async open(): Promise<LoadResult> {
    await this.close();
    requireOpenFiles(this.options.count);
    this.#clients = killOnExit(fork(join(import.meta.dirname, 'stream-clients.ts'), { execArgv: ['--import', 'tsx'] }));
    const opened = this.#nextReport('opened');
    this.#clients.send(this.options);
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
  async measureDelay(change: () => Promise<unknown>): Promise<number> {
    const arrived = this.#nextReport('arrivedAt');
    await change();
    const committedAt = Date.now();
    return Math.max(0, (await arrived).arrivedAt! - committedAt);
  }

  #nextReport(field: keyof StreamReport): Promise<StreamReport> {
    const clients = this.#clients!;
    return new Promise((resolve, reject) => {
      const listener = (report: StreamReport): void => {
        if (report.failed !== undefined || report.ended !== undefined)
          reject(new Error(report.failed ?? `${report.ended} streams ended`));
        if (report[field] === undefined) return;
        clients.off('message', listener);
        resolve(report);
      };
      clients.on('message', listener);
    });
  }
}

const events = 10;

/** Measures opening all streams, and sending events to all of them; each delivery counts as a request. */
export const streamMeasurables = (streams: Streams, server: Server, token: string): Measurable[] => {
  let number = 0;
  const change = (): Promise<unknown> => {
    number += 1;
    const { projectId } = streams.options;
    return server.call('PATCH', '/api/v4/secrets/SECRET_0', token, {
      projectId,
      environment: 'dev',
      secretPath: '/',
      secretValue: `value ${number}`,
    });
  };
  const measureDelays = async (): Promise<LoadResult> => {
    if (!streams.isOpen) await streams.open();
    const times: number[] = [];
    for (let event = 0; event < events; event += 1) {
      times.push(await streams.measureDelay(change));
      await pause(250);
    }
    await streams.close();
    const { p50, p99, worst } = loadResultOf(times, 1);
    return { count: streams.count * events, perSecond: (streams.count * 1000) / Math.max(1, p50), p50, p99, worst };
  };
  const count = streams.count.toLocaleString('en');
  const warm = async (): Promise<void> => undefined;
  return [
    { name: `open ${count} streams`, warm, measure: () => streams.open() },
    { name: `one event to ${count} streams`, warm, measure: measureDelays },
  ];
};
