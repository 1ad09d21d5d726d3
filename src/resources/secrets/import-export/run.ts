import type { Actor } from '../../../access/actor.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import type { ImportCounts, ImportRunRow, ImportRunWithProject } from './store.ts';
import { ofTask } from '../../../transaction-keys.ts';

/** Is told how far an import is. */
export interface ImportProgress {
  addPrepared(count: number): void;
  /** The transaction begins, perhaps again. */
  beginWriting(): void;
  addWritten(count: number): void;
  /** Records the end of the import in its transaction, so that it is done exactly if that commits. */
  finish(tx: Scope): Promise<void>;
}

const nothing = (): void => undefined;

/** For imports that take no time worth showing. */
export const untracked: ImportProgress = {
  addPrepared: nothing,
  beginWriting: nothing,
  addWritten: nothing,
  finish: () => Promise.resolve(),
};

const reportEveryMs = 1_000;

/** A run without a report for this long counts as interrupted: its node has stopped, and nothing was imported. */
const silentSeconds = 60;

/** The runs of this process. With SQLite, nothing can be written while the transaction of an import is open. */
const running = new Map<string, ImportCounts>();

class TrackedImport implements ImportProgress, ImportCounts {
  readonly id: string;
  prepared = 0;
  written = 0;
  isFinished = false;
  readonly #scope: Scope;
  #reportedAt: number;
  #isReporting = false;

  constructor(scope: Scope, id: string) {
    this.#scope = scope;
    this.id = id;
    this.#reportedAt = scope.clock.now().getTime();
  }

  addPrepared(count: number): void {
    this.prepared += count;
    this.#report();
  }

  beginWriting(): void {
    this.written = 0;
  }

  addWritten(count: number): void {
    this.written += count;
    this.#report();
  }

  async finish(tx: Scope): Promise<void> {
    await tx.stores.importRuns.finish(this.id, 'done', this, this.#now());
    this.isFinished = true;
  }

  async end(outcome: 'done' | 'failed'): Promise<void> {
    await this.#scope.transaction(ofTask(`import ${this.id}`), ({ stores }) =>
      stores.importRuns.finish(this.id, outcome, this, this.#now()),
    );
  }

  #now(): Timestamp {
    return timestamp(this.#scope.clock.now());
  }

  /** For other nodes, about once a second; the import does not wait for it, and does not fail with it. */
  #report(): void {
    const now = this.#scope.clock.now().getTime();
    if (this.#isReporting || now - this.#reportedAt < reportEveryMs) return;
    this.#reportedAt = now;
    this.#isReporting = true;
    this.#scope
      .transaction(ofTask(`import ${this.id}`), ({ stores }) => stores.importRuns.report(this.id, this, this.#now()))
      .catch(nothing)
      .finally(() => (this.#isReporting = false));
  }
}

const nameOf = (actor: Actor): string => (actor.type === 'user' ? actor.username : actor.name);

/** Runs an import whose progress others can see. */
export const tracked = async <T>(
  scope: Scope,
  { row: project }: ProjectAccess,
  secrets: number,
  work: (progress: ImportProgress) => Promise<T>,
): Promise<T> => {
  const { actor, ids, clock } = scope;
  const run = new TrackedImport(scope, ids.uuid());
  const now = timestamp(clock.now());
  await scope.transaction(ofTask('import runs'), ({ stores }) =>
    stores.importRuns.begin({
      id: run.id,
      projectId: project.id,
      actorType: actor.type,
      actorId: actor.id,
      actorName: nameOf(actor),
      secrets,
      prepared: 0,
      written: 0,
      startedAt: now,
      reportedAt: now,
      finishedAt: null,
      outcome: null,
    }),
  );
  running.set(run.id, run);
  try {
    const result = await work(run);
    if (!run.isFinished) await run.end('done');
    return result;
  } catch (error) {
    await run.end('failed').catch(nothing);
    throw error;
  } finally {
    running.delete(run.id);
  }
};

type RunStatus = 'running' | 'done' | 'failed' | 'interrupted';

/** A run with how far it is. */
export interface ImportRun extends ImportRunWithProject {
  readonly status: RunStatus;
}

const statusOf = (row: ImportRunRow, isRunningHere: boolean, now: Date): RunStatus => {
  if (row.outcome) return row.outcome;
  const isReported = isRunningHere || row.reportedAt > timestamp(secondsAfter(now, -silentSeconds));
  return isReported ? 'running' : 'interrupted';
};

/** Lists runs, the latest first, with the counts that this process or else the database has. */
export const listRuns = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  page: Page,
  by?: { projectId?: string; actorId?: string },
): Promise<ImportRun[]> => {
  // Before the rows are read: a run may end meanwhile, and its row is that of its beginning until then.
  const runningHere = new Map(running);
  const rows = await stores.importRuns.list(page, by);
  return rows.map((row) => {
    const { prepared, written } = runningHere.get(row.id) ?? row;
    return { ...row, prepared, written, status: statusOf(row, runningHere.has(row.id), clock.now()) };
  });
};
