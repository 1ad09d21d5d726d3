import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { ContentChange } from '../secrets/writing/input.ts';
import type { CommitRow } from './store.ts';

/** What a request sets of a secret; what is undefined stays as it is. Reminders cannot be requested. */
export type RequestedContent = Pick<
  ContentChange,
  'value' | 'references' | 'comment' | 'metadata' | 'tagIds' | 'skipMultilineEncoding'
>;

/** Binds the ciphertext to the change, so that it cannot be decrypted for another one. */
const contextOf = (commitId: string): string => `change-request-commit:${commitId}`;

export const sealRequestedContent = (
  key: DataKey,
  commitId: string,
  content: RequestedContent,
): Pick<CommitRow, 'dataKeyId' | 'sealedContent'> => ({
  dataKeyId: key.id,
  sealedContent: seal(key, JSON.stringify(content), contextOf(commitId)),
});

export const openRequestedContent = (
  key: DataKey,
  { id, sealedContent }: Pick<CommitRow, 'id' | 'sealedContent'>,
): RequestedContent => JSON.parse(open(key, sealedContent, contextOf(id)).toString()) as RequestedContent;
