import { refuseIssues, type ValidationIssue } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { MetadataRow } from './store.ts';

export interface Metadata {
  readonly key: string;
  readonly value: string;
}

/** 422 for each repeated key. */
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
            message: 'must not repeat the key of an earlier entry',
          },
        ],
  );
  refuseIssues(issues);
};

/** Whether both have the same entries, in any order; their keys are distinct. */
export const isSameMetadata = (first: readonly Metadata[], second: readonly Metadata[]): boolean => {
  const values = new Map(second.map(({ key, value }) => [key, value]));
  return first.length === second.length && first.every(({ key, value }) => values.get(key) === value);
};

/** Returns the values by key, as templates of rules refer to them. */
export const metadataValues = (metadata: readonly Metadata[]): Readonly<Record<string, string>> =>
  Object.fromEntries(metadata.map(({ key, value }) => [key, value]));

/** Replaces the metadata of a membership, and returns the stored rows in reading order. */
export const replaceMetadata = async (
  { stores, ids }: Pick<Scope, 'stores' | 'ids'>,
  membershipId: string,
  metadata: readonly Metadata[],
): Promise<MetadataRow[]> => {
  const rows = metadata.map(({ key, value }) => ({ id: ids.uuid(), membershipId, key, value }));
  await stores.memberships.replaceMetadata(membershipId, rows);
  return stores.memberships.listMetadata([membershipId]);
};
