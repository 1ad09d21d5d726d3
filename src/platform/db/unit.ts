import { unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Unit } from './database.ts';
import type { Dialect } from './knex/native.ts';
import { createDb, type Db, type Execute } from './knex/queries.ts';

/** A unit of work while it runs: its handle works until it is over, then never again. */
export interface RunningUnit<T> {
  readonly value: T;
  readonly hooks: readonly (() => void)[];
}

/** The work is durable, whatever its hooks do: one that throws is reported, and keeps nobody from their answer. */
export const runHooks = (hooks: RunningUnit<unknown>['hooks'], log: Log): void => {
  for (const hook of hooks) {
    try {
      hook();
    } catch (err) {
      log.error({ err }, 'a hook failed after its commit');
    }
  }
};

/** All transactions run them in the same order, so that no two wait for each other. */
const runLastSteps = async (steps: ReadonlyMap<string, (db: Db) => Promise<unknown>>, db: Db): Promise<void> => {
  for (const key of [...steps.keys()].sort()) await steps.get(key)!(db);
};

/** Runs the work on a handle of its own, within the time limit. */
export const runUnit = async <T>(
  dialect: Dialect,
  execute: Execute,
  timeLimitMs: number,
  work: (unit: Unit) => Promise<T>,
): Promise<RunningUnit<T>> => {
  const hooks: (() => void)[] = [];
  let isOver = false;
  const guarded: Execute = (sql, bindings, use) => {
    if (isOver) throw new Error('this unit of work is over');
    return execute(sql, bindings, use);
  };
  const lastSteps = new Map<string, (db: Db) => Promise<unknown>>();
  const db = createDb(dialect, guarded, lastSteps);

  let timer: NodeJS.Timeout | undefined;
  const timeLimit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(unavailable('The change took too long and was undone. Try again shortly.')),
      timeLimitMs,
    );
  });
  try {
    const value = await Promise.race([work({ db, afterCommit: (hook) => hooks.push(hook) }), timeLimit]);
    if (lastSteps.size > 0) await Promise.race([runLastSteps(lastSteps, db), timeLimit]);
    return { value, hooks };
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
};
