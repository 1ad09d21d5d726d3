import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { LoadResult } from './load-result.ts';
import { killOnExit, exchange } from './processes.ts';

/** One request; `{n}` in its path or body is a different number each time, `{n%100}` cycles through a hundred. */
export interface LoadRequest {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Load {
  /** The URLs of the nodes, over which connections are spread. */
  readonly urls: readonly string[];
  /** Each connection sends these in turn. */
  readonly requests: readonly LoadRequest[];
  readonly headers: Readonly<Record<string, string>>;
  readonly expects: number;
  readonly connections: number;
  readonly amount: number;
}

/** The load generator process, which runs during the whole benchmark, so that it is warm. */
export class LoadProcess {
  readonly #child = killOnExit(fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: ['--import', 'tsx'] }));

  async run(load: Load): Promise<LoadResult> {
    const { done, failed } = await exchange<{ done?: LoadResult; failed?: string }>(this.#child, load);
    if (failed !== undefined) throw new Error(`${load.requests[0]!.path}: ${failed}`);
    return done!;
  }

  end(): void {
    this.#child.disconnect();
  }
}
