import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** How many secrets are encrypted, and how many are in the transaction. */
export interface ImportCounts {
  readonly prepared: number;
  readonly written: number;
}

/** A large import that runs or has ended. */
export interface ImportRunRow extends ImportCounts {
  id: string;
  projectId: string;
  actorType: 'user' | 'identity' | 'service';
  actorId: string;
  actorName: string;
  /** How many secrets the request has. */
  secrets: number;
  startedAt: Timestamp;
  /** When its node last reported. */
  reportedAt: Timestamp;
  finishedAt: Timestamp | null;
  /** Null until it ends. */
  outcome: 'done' | 'failed' | null;
}

export interface ImportRunWithProject extends ImportRunRow {
  projectName: string;
  organizationId: string;
  organizationName: string;
}

/** The most runs that are stored. */
const maxRuns = 100;

export class ImportRunStore extends Store {
  /** Stores the run, and deletes the oldest ones that are too many. */
  async begin(row: ImportRunRow): Promise<void> {
    await this.db<ImportRunRow>('import_runs').insert(row);
    const tooMany = await this.db('import_runs')
      .orderBy([
        { column: 'startedAt', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .offset(maxRuns)
      .limit(maxRuns)
      .pluck<string[]>('id');
    if (tooMany.length > 0) await this.db('import_runs').whereIn('id', tooMany).delete();
  }

  async report(id: string, counts: ImportCounts, reportedAt: Timestamp): Promise<void> {
    const { prepared, written } = counts;
    await this.db<ImportRunRow>('import_runs')
      .where({ id, finishedAt: null })
      .update({ prepared, written, reportedAt });
  }

  async finish(id: string, outcome: 'done' | 'failed', counts: ImportCounts, finishedAt: Timestamp): Promise<void> {
    const { prepared, written } = counts;
    await this.db<ImportRunRow>('import_runs')
      .where({ id, finishedAt: null })
      .update({ outcome, prepared, written, finishedAt, reportedAt: finishedAt });
  }

  /** Lists the runs, the latest first. */
  list({ offset, limit }: Page, by: { projectId?: string; actorId?: string } = {}): Promise<ImportRunWithProject[]> {
    return this.db('import_runs as r')
      .join('projects as p', 'p.id', 'r.projectId')
      .join('organizations as o', 'o.id', 'p.organizationId')
      .where(Object.fromEntries(Object.entries(by).map(([column, value]) => [`r.${column}`, value])))
      .orderBy([
        { column: 'r.startedAt', order: 'desc' },
        { column: 'r.id', order: 'desc' },
      ])
      .offset(offset)
      .limit(limit)
      .select<ImportRunWithProject[]>(
        'r.*',
        'p.name as projectName',
        'o.id as organizationId',
        'o.name as organizationName',
      );
  }

  async count(): Promise<number> {
    const [row] = await this.db('import_runs').count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }
}
