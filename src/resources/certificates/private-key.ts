import { badRequest } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { keyOf } from '../data-keys/sealing.ts';
import type { OpenCertificate } from './find.ts';
import { openCertificateKey } from './sealing.ts';
import type { CertificateRow } from './store.ts';

/** Null if it was made elsewhere. */
export const privateKeyOf = async (scope: Scope, { id, dataKeyId, sealedKey }: CertificateRow): Promise<string | null> =>
  dataKeyId === null || sealedKey === null ? null : openCertificateKey(await keyOf(scope, dataKeyId), id, sealedKey);

export const requirePrivateKey = async (scope: Scope, certificate: CertificateRow): Promise<string> => {
  const privateKey = await privateKeyOf(scope, certificate);
  if (privateKey === null) throw badRequest('The private key of this certificate was made elsewhere, and is not kept here.');
  return privateKey;
};

export const recordKeyRead = ({ audit }: Scope, { project, certificate: { id, commonName, serialNumber } }: OpenCertificate, type: string): void =>
  audit.recordRead({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.project });
