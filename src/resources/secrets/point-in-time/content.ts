import { isDeepStrictEqual } from 'node:util';
import type { TagRow } from '../../project/tags/store.ts';
import type { SecretContent } from '../secrets/encryption.ts';
import type { VersionFacts } from './store.ts';

/** Everything of a version that a rollback restores, except its name and folder. */
export interface ComparableVersion extends SecretContent {
  readonly facts: Pick<VersionFacts, 'skipMultilineEncoding' | 'redactedAt'>;
  /** Those that still exist. */
  readonly tags: readonly TagRow[];
}

const comparable = ({ facts, tags, value, comment, metadata }: ComparableVersion) => ({
  value,
  comment,
  metadata,
  tags: tags.map(({ id }) => id),
  skipMultilineEncoding: facts.skipMultilineEncoding,
});

/** Whether two versions have the same content; that of a redacted one is unknown. */
export const hasSameContent = (one: ComparableVersion, other: ComparableVersion): boolean =>
  one.facts.redactedAt === null &&
  other.facts.redactedAt === null &&
  isDeepStrictEqual(comparable(one), comparable(other));
