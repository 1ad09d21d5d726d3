import { refuseIssues } from '../../../../platform/errors.ts';
import type { FoundSecret } from './readable-secret.ts';

/** Selects the secrets of a list. */
export interface Filter {
  /** Slugs; a secret needs at least one of them, unless the list is empty. */
  readonly tags: readonly string[];
  /** A secret needs all of these pairs. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

/** Selects all secrets. */
export const everything: Filter = { tags: [], metadata: [] };

const maxPairs = 10;

const refuse = (name: string, message: string): never => {
  refuseIssues([{ code: 'invalid', in: 'query', path: [name], message }]);
  throw new Error('unreachable');
};

/** Parses `key=K1,value=V1|key=K2,value=V2`. */
const readMetadata = (text: string): Filter['metadata'] => {
  const pairs = text
    .split('|')
    .map(
      (pair) =>
        /^key=([^,]+),value=(.*)$/s.exec(pair.trim()) ??
        refuse('metadataFilter', 'must be written as key=K1,value=V1|key=K2,value=V2'),
    );
  if (pairs.length > maxPairs) refuse('metadataFilter', `must not have more than ${maxPairs} pairs`);
  return pairs.map(([, key, value]) => ({ key: key!.trim(), value: value!.trim() }));
};

/** Parses the tag slugs, separated by commas, and the metadata pairs of a query. */
export const readFilter = ({
  tagSlugs = '',
  metadataFilter,
}: {
  tagSlugs?: string | undefined;
  metadataFilter?: string | undefined;
}): Filter => ({
  tags: tagSlugs
    .split(',')
    .map((slug) => slug.trim())
    .filter((slug) => slug !== ''),
  metadata: metadataFilter === undefined ? [] : readMetadata(metadataFilter),
});

/** Whether the filter selects the secret. Encrypted metadata never matches. */
export const fitsFilter = ({ row, tags }: FoundSecret, { tags: slugs, metadata }: Filter): boolean =>
  (slugs.length === 0 || tags.some(({ slug }) => slugs.includes(slug))) &&
  metadata.every((pair) =>
    row.metadata.some(({ key, value, isEncrypted }) => !isEncrypted && key === pair.key && value === pair.value),
  );
