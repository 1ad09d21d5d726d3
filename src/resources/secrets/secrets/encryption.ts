import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { MetadataEntry, EncryptedColumns } from './columns.ts';

/** The encrypted parts of a version, in plain text. */
export interface SecretContent {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
}

/** Identifies a version of a secret. */
export interface VersionId {
  readonly secretId: string;
  readonly version: number;
}

/** Binds a ciphertext to its version and column, so that it cannot be decrypted anywhere else. */
const contextOf = ({ secretId, version }: VersionId, part: string): string => `secret:${secretId}:${version}:${part}`;

const metadataContext = (of: VersionId, index: number): string => contextOf(of, `metadata:${index}`);

export const encryptContent = (
  key: DataKey,
  of: VersionId,
  { value, comment, metadata }: SecretContent,
): EncryptedColumns & { metadata: MetadataEntry[] } => ({
  dataKeyId: key.id,
  sealedValue: seal(key, value, contextOf(of, 'value')),
  sealedComment: comment === '' ? '' : seal(key, comment, contextOf(of, 'comment')),
  metadata: metadata.map((entry, index) =>
    entry.isEncrypted ? { ...entry, value: seal(key, entry.value, metadataContext(of, index)) } : entry,
  ),
});

/** Decrypts the value, which is empty for a redacted version. */
export const decryptValue = (
  key: DataKey,
  of: VersionId,
  { sealedValue }: Pick<EncryptedColumns, 'sealedValue'>,
): string => (sealedValue === '' ? '' : open(key, sealedValue, contextOf(of, 'value')).toString());

export const decryptComment = (
  key: DataKey,
  of: VersionId,
  { sealedComment }: Pick<EncryptedColumns, 'sealedComment'>,
): string => (sealedComment === '' ? '' : open(key, sealedComment, contextOf(of, 'comment')).toString());

export const decryptMetadata = (key: DataKey, of: VersionId, metadata: readonly MetadataEntry[]): MetadataEntry[] =>
  metadata.map((entry, index) =>
    entry.isEncrypted ? { ...entry, value: open(key, entry.value, metadataContext(of, index)).toString() } : entry,
  );

export const decryptContent = (
  key: DataKey,
  of: VersionId,
  sealed: EncryptedColumns & { metadata: readonly MetadataEntry[] },
  newValue?: string,
): SecretContent => ({
  value: newValue ?? decryptValue(key, of, sealed),
  comment: decryptComment(key, of, sealed),
  metadata: decryptMetadata(key, of, sealed.metadata),
});
