import { expect } from 'chai';
import { join } from 'node:path';
import { scratchFolder } from './folders.ts';
import { run, waitForExit } from './program.ts';
import type { Environment } from './world.ts';

const program = join(import.meta.dirname, '..', '..', '..', 'dist', 'sallyport.cjs');

interface Options {
  readonly input?: string;
  readonly env?: Environment;
  /** The directory that the program is run in. */
  readonly at?: string;
}

/** Runs the built program in a directory of its own. */
export class CommandLine {
  readonly directory = scratchFolder();
  readonly #env: () => Environment;

  constructor(env: () => Environment) {
    this.#env = env;
  }

  async run(args: readonly string[], { input = '', env = this.#env(), at = this.directory }: Options = {}) {
    const words = ['-c', 'cd "$1" && shift && exec "$@"', 'sh', at, process.execPath, program, ...args];
    const child = run('sh', words, env);
    child.stdin!.end(input);
    return waitForExit(child);
  }

  /** Runs it, and asserts that it succeeds. */
  async good(args: readonly string[], options?: Options) {
    const result = await this.run(args, options);
    expect(result.code, result.err).to.equal(0);
    return result;
  }

  /** Runs it, and asserts that it exits with the code. */
  async bad(code: number, args: readonly string[], options?: Options) {
    const result = await this.run(args, options);
    expect(result.code, result.err).to.equal(code);
    return result;
  }
}
