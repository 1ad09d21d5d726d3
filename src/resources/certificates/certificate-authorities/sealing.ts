import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { decryptPrivateKey, encryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { AuthorityRow, SealedKey } from './store.ts';

export const encryptAuthorityKey = (key: DataKey, id: string, privateKey: string): SealedKey =>
  encryptPrivateKey(key, { kind: 'authority', id }, privateKey);

export const decryptAuthorityKey = (key: DataKey, { id, sealedKey }: Pick<AuthorityRow, 'id' | 'sealedKey'>): string =>
  decryptPrivateKey(key, { kind: 'authority', id }, { sealedKey });
