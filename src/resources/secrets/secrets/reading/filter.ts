import { refuseIssues } from '../../../../platform/errors.ts';
import type { FoundSecret } from './readable-secret.ts';

/** What a secret has to have to be listed. */
export interface Filter {
  /** At least one of them; none asks for none. */
  readonly tags: readonly string[];
  /** All of them. */
  readonly metadata: readonly { readonly key: string; readonly value: string }[];
}

/** Asks for nothing. */
export const everything: Filter = { tags: [], metadata: [] };

const maxPairs = 10;

const refuse = (name: string, message: string): never => {
  refuseIssues([{ code: 'invalid', in: 'query', path: [name], message }]);
  throw new Error('unreachable');
};

/** `key=K1,value=V1|key=K2,value=V2` */
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

/** The comma list of tags' slugs, and the pairs of metadata, of a query. */
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

/** What is encrypted cannot be searched for. */
export const fitsFilter = ({ row, tags }: FoundSecret, { tags: wanted, metadata }: Filter): boolean =>
  (wanted.length === 0 || tags.some(({ slug }) => wanted.includes(slug))) &&
  metadata.every((pair) =>
    row.metadata.some(({ key, value, isEncrypted }) => !isEncrypted && key === pair.key && value === pair.value),
  );
