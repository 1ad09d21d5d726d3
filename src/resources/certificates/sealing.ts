import { open, seal, type DataKey } from '../../platform/crypto/sealing.ts';

/** Binds the private key to its certificate, so that it cannot be put anywhere else. */
const contextOf = (certificateId: string): string => `certificate:${certificateId}:key`;

export const sealCertificateKey = (key: DataKey, certificateId: string, privateKey: string) => ({
  dataKeyId: key.id,
  sealedKey: seal(key, privateKey, contextOf(certificateId)),
});

export const openCertificateKey = (key: DataKey, certificateId: string, sealedKey: string): string => open(key, sealedKey, contextOf(certificateId)).toString();
