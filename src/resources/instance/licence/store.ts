import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** One row, or none where an evaluation is not to be granted. */
interface EvaluationRow {
  id: 1;
  /** Both are null until it is granted. */
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

  /** True for exactly one caller, ever, and only where it has been due since the beginning. */
  async grantEvaluation(times: Evaluation): Promise<boolean> {
    return (
      (await this.db<EvaluationRow>('evaluation_licence')
        .where({ id: 1, grantedAt: null })
        .update({ ...times })) === 1
    );
  }
}
