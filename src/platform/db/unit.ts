import { unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Unit } from './database.ts';
import type { Dialect } from './knex/native.ts';
import { createDb, isSharing, runLastSteps, type Ending, type Execute, type SharedEnding } from './knex/queries.ts';

/** The result of a unit of work, and the hooks to run after the commit. */
export interface UnitResult<T> {
  readonly value: T;
  readonly hooks: readonly (() => void)[];
  /** The end of a unit that shares its commit: its last steps have not run. */
  readonly shared?: SharedEnding;
}

/** Runs the hooks of a committed unit. A hook that throws is logged and does not fail the unit. */
export const runHooks = (hooks: UnitResult<unknown>['hooks'], log: Log): void => {
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
  readonly isRetry?: boolean;
  /** Whether the unit can share its commit, if it wants to. */
  readonly mayShare?: () => boolean;
}

/** Runs the work with a new handle, which is unusable afterwards, within the time limit. */
export const runUnit = async <T>(
  dialect: Dialect,
  execute: Execute,
  { timeLimitMs, isRetry = false, mayShare }: Options,
  work: (unit: Unit) => Promise<T>,
): Promise<UnitResult<T>> => {
  const hooks: (() => void)[] = [];
  let isOver = false;
  const guarded: Execute = (sql, bindings, use, sending) => {
    if (isOver) throw new Error('this unit of work is over');
    return execute(sql, bindings, use, sending);
  };
  const ending: Ending = { lastSteps: new Map() };
  const db = createDb(dialect, guarded, ending);

  let timer: NodeJS.Timeout | undefined;
  const timeLimit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable('The change took too long and was undone. Try again shortly.')),
      timeLimitMs,
    );
  });
  try {
    const value = await Promise.race([work({ db, isRetry, afterCommit: (hook) => hooks.push(hook) }), timeLimit]);
    if (isSharing(ending) && mayShare?.()) return { value, hooks, shared: ending };
    runLastSteps(ending, db);
    return { value, hooks };
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
};
