import type { FolderRef } from '../../folders/rules.ts';
import type { SecretTagRow, SecretWithContent } from '../store.ts';

/** A folder with where it is. */
export interface FolderWithId {
  readonly id: string;
  readonly place: FolderRef;
}

/** A secret that may become part of an answer: judged, but not opened. */
export interface FoundSecret {
  readonly row: SecretWithContent;
  readonly folder: FolderWithId;
  readonly tags: readonly SecretTagRow[];
  /** Of an old version, what the secret is called now. */
  readonly nameNow?: string | undefined;
  /** Whether the reader may know of it. */
  readonly isVisible: boolean;
  /** Whether the reader may know its value. */
  readonly isReadable: boolean;
}
