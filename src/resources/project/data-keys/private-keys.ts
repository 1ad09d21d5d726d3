import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { SealedKey } from './store.ts';

/** The owner of a private key. */
export interface KeyOwner {
  readonly kind: 'authority' | 'certificate';
  readonly id: string;
}

/** Binds the ciphertext to the owner, so that it cannot be decrypted for another one. */
const contextOf = ({ kind, id }: KeyOwner): string => `${kind}:${id}:key`;

export const encryptPrivateKey = (key: DataKey, owner: KeyOwner, privateKey: string): SealedKey => ({
  dataKeyId: key.id,
  sealedKey: seal(key, privateKey, contextOf(owner)),
});

export const decryptPrivateKey = (key: DataKey, owner: KeyOwner, { sealedKey }: Pick<SealedKey, 'sealedKey'>): string =>
  open(key, sealedKey, contextOf(owner)).toString();
