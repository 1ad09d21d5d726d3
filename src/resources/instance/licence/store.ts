import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The table has one row, or none if no evaluation may be granted. */
interface EvaluationRow {
  id: 1;
  /** Null, like the end, until the evaluation is granted. */
  grantedAt: Timestamp | null;
  expiresAt: Timestamp | null;
}

export interface Evaluation {
  readonly grantedAt: Timestamp;
  readonly expiresAt: Timestamp;
}

export class LicenceStore extends Store {
  async findEvaluation(): Promise<Evaluation | undefined> {
    const row = await this.db<EvaluationRow>('evaluation_licence')
      .where({ id: 1 })
      .whereNotNull('grantedAt')
      .first('grantedAt', 'expiresAt');
    return row as Evaluation | undefined;
  }

  /** Grants the evaluation; false if it was granted before, or the row does not exist. */
  async grantEvaluation(times: Evaluation): Promise<boolean> {
    return (
      (await this.db<EvaluationRow>('evaluation_licence')
        .where({ id: 1, grantedAt: null })
        .update({ ...times })) === 1
    );
  }
}
