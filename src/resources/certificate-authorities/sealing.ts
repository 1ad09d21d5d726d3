import { open, seal, type DataKey } from '../../platform/crypto/sealing.ts';
import type { SealedKey } from './store.ts';

/** Binds the private key to its authority, so that it cannot be put anywhere else. */
const contextOf = (authorityId: string): string => `authority:${authorityId}:key`;

export const sealAuthorityKey = (key: DataKey, authorityId: string, privateKey: string): SealedKey => ({
  dataKeyId: key.id,
  sealedKey: seal(key, privateKey, contextOf(authorityId)),
});

export const openAuthorityKey = (key: DataKey, { id, sealedKey }: { id: string } & Pick<SealedKey, 'sealedKey'>): string => open(key, sealedKey, contextOf(id)).toString();
