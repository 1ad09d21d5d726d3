import type { Place } from '../../folders/rules.ts';
import type { SecretTagRow, WholeSecret } from '../store.ts';

/** A folder with where it is. */
export interface FolderAt {
  readonly id: string;
  readonly place: Place;
}

/** A secret that may become part of an answer: judged, but not opened. */
export interface FoundSecret {
  readonly row: WholeSecret;
  readonly folder: FolderAt;
  readonly tags: readonly SecretTagRow[];
  /** Of an old version, what the secret is called now. */
  readonly nameNow?: string | undefined;
  /** Whether the reader may know of it. */
  readonly isVisible: boolean;
  /** Whether the reader may know its value. */
  readonly isReadable: boolean;
}
