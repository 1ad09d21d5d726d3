import type { Keyring } from '../../../platform/crypto/keys.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';
import { decryptConnectionPassword, encryptConnectionPassword } from '../../../platform/crypto/sealing.ts';
import type { AppConnectionRow } from './store.ts';

type Column = 'sealedPassword' | 'sealedPending';

/** Binds the ciphertext to the connection and the column, so that it cannot be decrypted for another one. */
const contextOf = (id: string, column: Column): string => `app-connection:${id}:${column}`;

export const sealPassword = (keyring: Keyring, id: string, password: string): string =>
  encryptConnectionPassword(keyring, contextOf(id, 'sealedPassword'), password);

export const sealPending = (keyring: Keyring, id: string, password: string): string =>
  encryptConnectionPassword(keyring, contextOf(id, 'sealedPending'), password);

type Sealed = Pick<AppConnectionRow, 'id' | Column>;

export const openPassword = (keyring: Keyring, { id, sealedPassword }: Sealed): string =>
  decryptConnectionPassword(keyring, contextOf(id, 'sealedPassword'), sealedPassword);

/** Undefined if no other password was asked for. */
export const openPending = (keyring: Keyring, { id, sealedPending }: Sealed): string | undefined =>
  sealedPending === null
    ? undefined
    : decryptConnectionPassword(keyring, contextOf(id, 'sealedPending'), sealedPending);

/** Encrypts both passwords again, with the current root key. */
export const reseal = (keyring: Keyring, row: Sealed): Pick<AppConnectionRow, Column> => {
  const pending = openPending(keyring, row);
  return {
    sealedPassword: sealPassword(keyring, row.id, openPassword(keyring, row)),
    sealedPending: pending === undefined ? null : sealPending(keyring, row.id, pending),
  };
};

/** Another text after each change of the credentials; drawn, so that it says nothing about them. */
export const newCredentialsHash = (): string => secretBytes(32).toString('hex');
