import type { Request } from '../../../contract.ts';
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { decryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import { findCertificateBody, type CertificateInProject } from './find.ts';
import type { CertificateRow } from './store.ts';

/** Decrypts the private key; null if the server did not generate it. */
export const privateKeyOf = async (
  scope: Scope,
  { id, dataKeyId, sealedKey }: CertificateRow,
): Promise<string | null> =>
  dataKeyId === null || sealedKey === null
    ? null
    : decryptPrivateKey(await findDataKey(scope, dataKeyId), { kind: 'certificate', id }, { sealedKey });

/** Records that the private key was read. */
export const recordKeyRead = (
  { audit }: Scope,
  { project, certificate: { id, commonName, serialNumber } }: CertificateInProject,
  type: string,
): void => audit.recordRead({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.row });

/** Decrypts the private key; 400 if the server did not generate it. */
const requirePrivateKey = async (scope: Scope, { certificate }: CertificateInProject): Promise<string> => {
  const privateKey = await privateKeyOf(scope, certificate);
  if (privateKey === null)
    throw badRequest('The private key of this certificate is not stored here, because it was created elsewhere.');
  return privateKey;
};

/** Returns the private key; 400 if the server did not generate it. */
export const findPrivateKey = async (scope: Scope, target: CertificateInProject): Promise<{ privateKey: string }> => {
  const privateKey = await requirePrivateKey(scope, target);
  recordKeyRead(scope, target, 'get-cert-private-key');
  return { privateKey };
};

/** Returns the certificate with its chain and private key. */
export const findBundle = async (scope: Scope, target: CertificateInProject) => {
  const body = await findCertificateBody(scope, target);
  const privateKey = await privateKeyOf(scope, target.certificate);
  recordKeyRead(scope, target, 'get-cert-bundle');
  return { ...body, privateKey };
};

/** Deriving keys from a password is slow on purpose, and certificates are signed in the same thread. */
const pkcs12Limit = new ConcurrencyLimit({
  atOnce: 1,
  mayWait: 16,
  refusal: 'Too many PKCS #12 files are being created at once. Try again shortly.',
});

/** Returns the private key, the certificate and its chain as a PKCS #12 file; 400 if the key was created elsewhere. */
export const exportPkcs12 = async (
  scope: Scope,
  target: CertificateInProject,
  { password, alias }: Request<'exportCertificatePkcs12'>['body'],
): Promise<Uint8Array> => {
  const privateKey = await requirePrivateKey(scope, target);
  const { certificate, certificateChain: chain } = await findCertificateBody(scope, target);
  const order = { privateKey, certificate, chain, friendlyName: alias, password };
  const file = await pkcs12Limit.take(() => scope.pki.run('createPkcs12', order), scope.actor.id);
  recordKeyRead(scope, target, 'export-cert-pkcs12');
  return file;
};
