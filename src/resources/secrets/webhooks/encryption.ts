import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { SealedTarget, WebhookRow } from './store.ts';

/** Where a webhook sends its requests, and what it signs them with. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string | null;
}

/** Binds the ciphertext to the webhook and the column, so that it cannot be decrypted for another one. */
const contextOf = (id: string, column: 'url' | 'secret'): string => `webhook:${id}:${column}`;

export const encryptTarget = (key: DataKey, id: string, { url, secret }: WebhookTarget): SealedTarget => ({
  dataKeyId: key.id,
  sealedUrl: seal(key, url, contextOf(id, 'url')),
  sealedSecret: secret === null ? null : seal(key, secret, contextOf(id, 'secret')),
});

export const decryptUrl = (key: DataKey, { id, sealedUrl }: Pick<WebhookRow, 'id' | 'sealedUrl'>): string =>
  open(key, sealedUrl, contextOf(id, 'url')).toString();

export const decryptTarget = (
  key: DataKey,
  row: Pick<WebhookRow, 'id' | 'sealedUrl' | 'sealedSecret'>,
): WebhookTarget => ({
  url: decryptUrl(key, row),
  secret: row.sealedSecret === null ? null : open(key, row.sealedSecret, contextOf(row.id, 'secret')).toString(),
});
