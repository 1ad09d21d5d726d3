import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/sealing.ts';
import { readBody, type FoundCertificate } from './find.ts';
import { openCertificateKey } from './sealing.ts';
import type { CertificateRow } from './store.ts';

/** Null if it was made elsewhere. */
const privateKeyOf = async (scope: Scope, { id, dataKeyId, sealedKey }: CertificateRow): Promise<string | null> =>
  dataKeyId === null || sealedKey === null ? null : openCertificateKey(await keyOf(scope, dataKeyId), id, sealedKey);

const recordRead = (
  { audit }: Scope,
  { project, certificate: { id, commonName, serialNumber } }: FoundCertificate,
  type: string,
): void => audit.recordRead({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.project });

/** 400 if it was made elsewhere. */
export const readPrivateKey = async (scope: Scope, open: FoundCertificate): Promise<{ privateKey: string }> => {
  const privateKey = await privateKeyOf(scope, open.certificate);
  if (privateKey === null)
    throw badRequest('The private key of this certificate was made elsewhere, and is not kept here.');
  recordRead(scope, open, 'get-cert-private-key');
  return { privateKey };
};

/** The certificate with all that a server needs to use it. */
export const readBundle = async (scope: Scope, open: FoundCertificate) => {
  const body = await readBody(scope, open);
  const privateKey = await privateKeyOf(scope, open.certificate);
  recordRead(scope, open, 'get-cert-bundle');
  return { ...body, privateKey };
};
