import type { MetadataEntry, Reference } from '../resources/secrets/secrets/columns.ts';
import type { FolderWithPath } from '../resources/secrets/folders/store.ts';

/** The whole content of a version, in plain text. */
export interface WrittenContent {
  readonly value: string;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
  readonly references: readonly Reference[];
  readonly tags: readonly { readonly id: string; readonly slug: string }[];
  readonly skipMultilineEncoding: boolean | null;
}

interface OfFolder {
  readonly folder: Pick<FolderWithPath, 'id'>;
  readonly key: string;
}

/** A version of a secret that exists. */
export interface StoredVersion {
  readonly secretId: string;
  readonly version: number;
}

/** What a request writes of one shared secret. */
export type Write =
  | (OfFolder & { readonly op: 'create'; readonly content: WrittenContent | StoredVersion })
  | (OfFolder & StoredVersion & { readonly op: 'update'; readonly keyBefore: string; readonly content: WrittenContent })
  | (OfFolder & StoredVersion & { readonly op: 'delete' });

/** A write with the folder that it is in. */
export type HeldWrite = Write & { readonly folder: FolderWithPath };

/**
 * Ends a transaction whose changes of secrets a policy holds back, so that nothing is changed: the edge stores them as a
 * request instead. The plain texts are private, so that no log shows them.
 */
export class HeldBack extends Error {
  override readonly name = 'HeldBack';
  readonly projectId: string;
  readonly policyId: string;
  readonly #writes: readonly HeldWrite[];
  readonly #message: string | null;

  constructor(
    { projectId, policyId }: { readonly projectId: string; readonly policyId: string },
    writes: readonly HeldWrite[],
    message: string | null,
  ) {
    super('a policy of changes holds this back');
    this.projectId = projectId;
    this.policyId = policyId;
    this.#writes = writes;
    this.#message = message;
  }

  get writes(): readonly HeldWrite[] {
    return this.#writes;
  }

  get commitMessage(): string | null {
    return this.#message;
  }
}
