import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { MetadataRow } from './store.ts';

export interface Metadata {
  readonly key: string;
  readonly value: string;
}

/** 422 for a key that is there more than once. */
export const requireDistinctKeys = (metadata: readonly Metadata[] = []): void => {
  const keys = metadata.map(({ key }) => key);
  const issues = keys.flatMap<ValidationIssue>((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [
          {
            code: 'invalid',
            in: 'body',
            path: ['metadata', `${index}`, 'key'],
            message: 'must not be the key of an earlier entry',
          },
        ],
  );
  refuseIssues(issues);
};

/** Whether both say the same, in whatever order; keys are distinct. */
export const isSameMetadata = (some: readonly Metadata[], others: readonly Metadata[]): boolean => {
  const values = new Map(others.map(({ key, value }) => [key, value]));
  return some.length === others.length && some.every(({ key, value }) => values.get(key) === value);
};

/** As templates of rules refer to them. */
export const metadataValues = (metadata: readonly Metadata[]): Readonly<Record<string, string>> =>
  Object.fromEntries(metadata.map(({ key, value }) => [key, value]));

/** As they are stored then, in the order in which they are read. */
export const replaceMetadata = async (
  { stores, ids }: Pick<Scope, 'stores' | 'ids'>,
  membershipId: string,
  metadata: readonly Metadata[],
): Promise<MetadataRow[]> => {
  const rows = metadata.map(({ key, value }) => ({ id: ids.uuid(), membershipId, key, value }));
  await stores.memberships.replaceMetadata(membershipId, rows);
  return stores.memberships.metadataOf([membershipId]);
};
