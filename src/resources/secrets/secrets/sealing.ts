import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { MetadataEntry, Sealed } from '../secret-versions/store.ts';

/** The encrypted parts of a version, in plain text. */
export interface Content {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
}

/** Identifies a version of a secret. */
export interface VersionOf {
  readonly secretId: string;
  readonly version: number;
}

/** Binds a ciphertext to its version and column, so that it cannot be decrypted anywhere else. */
const contextOf = ({ secretId, version }: VersionOf, part: string): string => `secret:${secretId}:${version}:${part}`;

const metadataContext = (of: VersionOf, index: number): string => contextOf(of, `metadata:${index}`);

export const sealContent = (
  key: DataKey,
  of: VersionOf,
  { value, comment, metadata }: Content,
): Sealed & { metadata: MetadataEntry[] } => ({
  dataKeyId: key.id,
  sealedValue: seal(key, value, contextOf(of, 'value')),
  sealedComment: comment === '' ? '' : seal(key, comment, contextOf(of, 'comment')),
  metadata: metadata.map((entry, index) =>
    entry.isEncrypted ? { ...entry, value: seal(key, entry.value, metadataContext(of, index)) } : entry,
  ),
});

/** Decrypts the value, which is empty for a redacted version. */
export const openValue = (key: DataKey, of: VersionOf, { sealedValue }: Pick<Sealed, 'sealedValue'>): string =>
  sealedValue === '' ? '' : open(key, sealedValue, contextOf(of, 'value')).toString();

export const openComment = (key: DataKey, of: VersionOf, { sealedComment }: Pick<Sealed, 'sealedComment'>): string =>
  sealedComment === '' ? '' : open(key, sealedComment, contextOf(of, 'comment')).toString();

export const openMetadata = (key: DataKey, of: VersionOf, metadata: readonly MetadataEntry[]): MetadataEntry[] =>
  metadata.map((entry, index) =>
    entry.isEncrypted ? { ...entry, value: open(key, entry.value, metadataContext(of, index)).toString() } : entry,
  );

export const openContent = (
  key: DataKey,
  of: VersionOf,
  sealed: Sealed & { metadata: readonly MetadataEntry[] },
  newValue?: string,
): Content => ({
  value: newValue ?? openValue(key, of, sealed),
  comment: openComment(key, of, sealed),
  metadata: openMetadata(key, of, sealed.metadata),
});
