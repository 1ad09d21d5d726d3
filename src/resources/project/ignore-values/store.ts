import type { ProjectRow } from '../../../access/project.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The encrypted values of a project; null if it has none. */
export type SealedIgnoreValues = Pick<ProjectRow, 'ignoreValuesKeyId' | 'sealedIgnoreValues'>;

export type ProjectWithIgnoreValues = Pick<ProjectRow, 'id'> & SealedIgnoreValues;

/** The column in which earlier versions stored the values as they are. */
const plainColumn = 'secretDetectionIgnoreValues';

interface ProjectWithPlainValues {
  id: string;
  [plainColumn]: readonly string[];
}

export class IgnoreValueStore extends Store {
  /** Lists projects whose values these keys encrypted. */
  listSealedWith(dataKeyIds: readonly string[], count: number): Promise<ProjectWithIgnoreValues[]> {
    return this.db<ProjectRow>('projects')
      .whereIn('ignoreValuesKeyId', dataKeyIds)
      .orderBy('id')
      .limit(count)
      .select('id', 'ignoreValuesKeyId', 'sealedIgnoreValues');
  }

  /** Stores what another data key encrypted. */
  reseal(id: string, { ignoreValuesKeyId, sealedIgnoreValues }: SealedIgnoreValues): void {
    this.db.write(this.db('projects').where({ id }).update({ ignoreValuesKeyId, sealedIgnoreValues }));
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db('projects').whereIn('ignoreValuesKeyId', dataKeyIds).first('id')) !== undefined;
  }

  /** Lists projects whose values are stored as they are. */
  listPlain(count: number): Promise<ProjectWithPlainValues[]> {
    return this.db<ProjectWithPlainValues>('projects')
      .whereRaw('cast(?? as text) <> ?', [plainColumn, '[]'])
      .orderBy('id')
      .limit(count)
      .select('id', plainColumn);
  }

  async replacePlain(id: string, sealed: SealedIgnoreValues): Promise<void> {
    this.db.write(
      this.db('projects')
        .where({ id })
        .update({ ...sealed, [plainColumn]: '[]' }),
    );
  }
}
