import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { openPrivateKey, sealPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { AuthorityRow, SealedKey } from './store.ts';

export const sealAuthorityKey = (key: DataKey, id: string, privateKey: string): SealedKey =>
  sealPrivateKey(key, { kind: 'authority', id }, privateKey);

export const openAuthorityKey = (key: DataKey, { id, sealedKey }: Pick<AuthorityRow, 'id' | 'sealedKey'>): string =>
  openPrivateKey(key, { kind: 'authority', id }, { sealedKey });
