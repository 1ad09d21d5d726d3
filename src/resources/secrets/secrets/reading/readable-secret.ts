import { isSealedEmpty } from '../../../../platform/crypto/sealing.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { SecretTagRow, SecretWithContent } from '../store.ts';

/** A folder with its id. */
export interface FolderWithId {
  readonly id: string;
  readonly folderRef: FolderRef;
}

/** A secret that may become part of a response: authorized, but not decrypted. */
export interface FoundSecret {
  readonly row: SecretWithContent;
  readonly folder: FolderWithId;
  readonly tags: readonly SecretTagRow[];
  /** The current name of the secret, if this is an old version. */
  readonly nameNow?: string | undefined;
  /** Whether the reader may know that it exists. */
  readonly isVisible: boolean;
  /** Whether the reader may read its value. */
  readonly isReadable: boolean;
}

/** Whether the value is empty; null for those who may not read it, who learn nothing of it. Decrypts nothing. */
export const isEmptyFor = ({ row: { sealedValue }, isReadable }: FoundSecret): boolean | null =>
  isReadable ? sealedValue === '' || isSealedEmpty(sealedValue) : null;
