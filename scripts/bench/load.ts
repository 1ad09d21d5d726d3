import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Answered } from './answered.ts';
import { endWithUs, exchange } from './processes.ts';

/** One request; `{n}` in its path or body is another number each time, `{n%100}` one of a hundred in turn. */
export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export interface Load {
  /** Of each node; connections are spread over them. */
  readonly urls: readonly string[];
  /** Each connection asks these in turn. */
  readonly requests: readonly Asked[];
  readonly headers: Readonly<Record<string, string>>;
  readonly expects: number;
  readonly connections: number;
  readonly amount: number;
}

/** The process that asks; it stays for the whole run, so that it is warm. */
export class LoadProcess {
  readonly #child = endWithUs(fork(join(import.meta.dirname, 'load-process.ts'), { execArgv: ['--import', 'tsx'] }));

  async run(load: Load): Promise<Answered> {
    const { done, failed } = await exchange<{ done?: Answered; failed?: string }>(this.#child, load);
    if (failed !== undefined) throw new Error(`${load.requests[0]!.path}: ${failed}`);
    return done!;
  }

  end(): void {
    this.#child.disconnect();
  }
}
