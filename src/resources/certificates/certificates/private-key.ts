import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { decryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import { findCertificateBody, type CertificateInProject } from './find.ts';
import type { CertificateRow } from './store.ts';

/** Decrypts the private key; null if the server did not generate it. */
const privateKeyOf = async (scope: Scope, { id, dataKeyId, sealedKey }: CertificateRow): Promise<string | null> =>
  dataKeyId === null || sealedKey === null
    ? null
    : decryptPrivateKey(await findDataKey(scope, dataKeyId), { kind: 'certificate', id }, { sealedKey });

const recordRead = (
  { audit }: Scope,
  { project, certificate: { id, commonName, serialNumber } }: CertificateInProject,
  type: string,
): void => audit.recordRead({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.project });

/** Returns the private key; 400 if the server did not generate it. */
export const findPrivateKey = async (scope: Scope, target: CertificateInProject): Promise<{ privateKey: string }> => {
  const privateKey = await privateKeyOf(scope, target.certificate);
  if (privateKey === null)
    throw badRequest('The private key of this certificate is not stored here, because it was created elsewhere.');
  recordRead(scope, target, 'get-cert-private-key');
  return { privateKey };
};

/** Returns the certificate with its chain and private key. */
export const findBundle = async (scope: Scope, target: CertificateInProject) => {
  const body = await findCertificateBody(scope, target);
  const privateKey = await privateKeyOf(scope, target.certificate);
  recordRead(scope, target, 'get-cert-bundle');
  return { ...body, privateKey };
};
