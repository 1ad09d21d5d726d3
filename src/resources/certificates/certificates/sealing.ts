import type { DataKey } from '../../../platform/crypto/sealing.ts';
import type { SealedKey } from '../certificate-authorities/store.ts';
import { openPrivateKey, sealPrivateKey } from '../../project/data-keys/private-keys.ts';

export const sealCertificateKey = (key: DataKey, id: string, privateKey: string): SealedKey =>
  sealPrivateKey(key, { kind: 'certificate', id }, privateKey);

export const openCertificateKey = (key: DataKey, id: string, sealedKey: string): string =>
  openPrivateKey(key, { kind: 'certificate', id }, { sealedKey });
