import { unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Unit } from './database.ts';
import type { Dialect } from './knex/native.ts';
import { createDb, type Execute, type Writing } from './knex/queries.ts';

/** The result of a unit of work, and the hooks to run after the commit. */
interface Success<T> {
  readonly value: T;
  readonly hooks: readonly (() => void)[];
}

/** Runs the hooks of a committed unit. A hook that throws is logged and does not fail the unit. */
export const runHooks = (hooks: Success<unknown>['hooks'], log: Log): void => {
  for (const hook of hooks) {
    try {
      hook();
    } catch (err) {
      log.error({ err }, 'a hook failed after its commit');
    }
  }
};

interface Options {
  readonly timeLimitMs: number;
  readonly addKeys: Unit['addKeys'];
  readonly writing: Writing;
  /** When the time begins; without it, at once. */
  readonly begun?: Promise<void> | undefined;
}

/** Runs the work with a new handle, which is unusable afterwards, within the time limit. */
export const runUnit = async <T>(
  { dialect, execute }: { readonly dialect: Dialect; readonly execute: Execute },
  { timeLimitMs, addKeys, writing, begun }: Options,
  work: (unit: Unit) => T | Promise<T>,
): Promise<Success<T>> => {
  const hooks: (() => void)[] = [];
  let isOver = false;
  const guarded: Execute = (sql, bindings, use, sending) => {
    if (isOver) throw new Error('this unit of work is over');
    return execute(sql, bindings, use, sending);
  };
  const db = createDb(dialect, guarded, writing);

  let timer: NodeJS.Timeout | undefined;
  const timeLimit = new Promise<never>((_, reject) => {
    const begin = (): void => {
      if (isOver) return;
      timer = setTimeout(
        () => reject(unavailable('The change took too long and was undone. Try again shortly.')),
        timeLimitMs,
      );
    };
    if (begun) void begun.then(begin);
    else begin();
  });
  try {
    const value = await Promise.race([work({ db, afterCommit: (hook) => hooks.push(hook), addKeys }), timeLimit]);
    return { value, hooks };
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
};
