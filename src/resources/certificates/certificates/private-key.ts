import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/encryption.ts';
import { readBody, type FoundCertificate } from './find.ts';
import { decryptCertificateKey } from './sealing.ts';
import type { CertificateRow } from './store.ts';

/** Decrypts the private key; null if the server did not generate it. */
const privateKeyOf = async (scope: Scope, { id, dataKeyId, sealedKey }: CertificateRow): Promise<string | null> =>
  dataKeyId === null || sealedKey === null ? null : decryptCertificateKey(await keyOf(scope, dataKeyId), id, sealedKey);

const recordRead = (
  { audit }: Scope,
  { project, certificate: { id, commonName, serialNumber } }: FoundCertificate,
  type: string,
): void => audit.recordRead({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.project });

/** Returns the private key; 400 if the server did not generate it. */
export const readPrivateKey = async (scope: Scope, open: FoundCertificate): Promise<{ privateKey: string }> => {
  const privateKey = await privateKeyOf(scope, open.certificate);
  if (privateKey === null)
    throw badRequest('The private key of this certificate is not stored here, because it was created elsewhere.');
  recordRead(scope, open, 'get-cert-private-key');
  return { privateKey };
};

/** Returns the certificate with its chain and private key. */
export const readBundle = async (scope: Scope, open: FoundCertificate) => {
  const body = await readBody(scope, open);
  const privateKey = await privateKeyOf(scope, open.certificate);
  recordRead(scope, open, 'get-cert-bundle');
  return { ...body, privateKey };
};
