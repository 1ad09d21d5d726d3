import { open, seal, type DataKey } from '../../../platform/crypto/sealing.ts';
import type { SecretRotationRow } from './store.ts';

/** What a rotation knows of the passwords of its users. */
export interface RotationPasswords {
  /** The password of each user, null if nobody knows it. */
  readonly known: readonly (string | null)[];
  /** The password that the system was, or is now, asked to set for the next user; null if there is none. */
  readonly pending: string | null;
}

type Sealed = Pick<SecretRotationRow, 'dataKeyId' | 'sealedPasswords'>;

/** Binds the ciphertext to the rotation, so that it cannot be decrypted for another one. */
const contextOf = (id: string): string => `secret-rotation:${id}:passwords`;

export const sealPasswords = (key: DataKey, id: string, passwords: RotationPasswords): Sealed => ({
  dataKeyId: key.id,
  sealedPasswords: seal(key, JSON.stringify(passwords), contextOf(id)),
});

export const openPasswords = (
  key: DataKey,
  { id, sealedPasswords }: Pick<SecretRotationRow, 'id' | 'sealedPasswords'>,
): RotationPasswords => JSON.parse(open(key, sealedPasswords, contextOf(id)).toString()) as RotationPasswords;
