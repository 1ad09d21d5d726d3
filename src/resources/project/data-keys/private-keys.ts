import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { SealedKey } from '../../certificates/certificate-authorities/store.ts';

/** Whose private key it is. */
export interface KeyOwner {
  readonly kind: 'authority' | 'certificate';
  readonly id: string;
}

/** Binds the key to its owner, so that it cannot be put anywhere else. */
const contextOf = ({ kind, id }: KeyOwner): string => `${kind}:${id}:key`;

export const sealPrivateKey = (key: DataKey, owner: KeyOwner, privateKey: string): SealedKey => ({
  dataKeyId: key.id,
  sealedKey: seal(key, privateKey, contextOf(owner)),
});

export const openPrivateKey = (key: DataKey, owner: KeyOwner, { sealedKey }: Pick<SealedKey, 'sealedKey'>): string =>
  open(key, sealedKey, contextOf(owner)).toString();
