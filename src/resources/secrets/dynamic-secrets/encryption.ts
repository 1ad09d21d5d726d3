import type { Keyring } from '../../../platform/crypto/keys.ts';
import { decryptInputs, encryptInputs } from '../../../platform/crypto/sealing.ts';
import type { Inputs } from './providers/provider.ts';

/** What the inputs belong to; their ciphertext cannot be decrypted for another one. */
export interface InputsOwner {
  readonly kind: 'dynamic-secret' | 'dynamic-secret-lease';
  readonly id: string;
}

const contextOf = ({ kind, id }: InputsOwner): string => `${kind}:${id}`;

export const sealInputs = (keyring: Keyring, owner: InputsOwner, inputs: Inputs): string =>
  encryptInputs(keyring, contextOf(owner), JSON.stringify(inputs));

export const openInputs = (keyring: Keyring, owner: InputsOwner, sealed: string): Inputs =>
  JSON.parse(decryptInputs(keyring, contextOf(owner), sealed)) as Inputs;
