import type { DataKey } from '../../../platform/crypto/sealing.ts';
import type { SealedKey } from '../certificate-authorities/store.ts';
import { decryptPrivateKey, encryptPrivateKey } from '../../project/data-keys/private-keys.ts';

export const encryptCertificateKey = (key: DataKey, id: string, privateKey: string): SealedKey =>
  encryptPrivateKey(key, { kind: 'certificate', id }, privateKey);

export const decryptCertificateKey = (key: DataKey, id: string, sealedKey: string): string =>
  decryptPrivateKey(key, { kind: 'certificate', id }, { sealedKey });
