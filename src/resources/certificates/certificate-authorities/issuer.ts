import { timestamp } from '../../../platform/clock.ts';
import type { Issuer, Pointers } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { decryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import type { AuthorityCertificateRow, AuthorityRow } from './store.ts';

type Deps = Pick<PublicScope, 'stores' | 'dataKeys' | 'config'>;

export interface Signer {
  readonly issuer: Issuer;
  readonly certificate: AuthorityCertificateRow;
  /** The URLs that each signed certificate contains. */
  readonly pointers: Pointers;
}

type IssuingColumns = Pick<AuthorityRow, 'id' | 'name' | 'status' | 'activeCertificateId' | 'notAfter'>;

export const authorityNotFound = () => notFound('This certificate authority does not exist.');

/** 400 unless the authority may sign new certificates now. Checked again in the transaction that stores them. */
export const requireIssuing = ({ name, status, activeCertificateId, notAfter }: IssuingColumns, now: Date): void => {
  if (status === 'disabled') throw badRequest(`The certificate authority "${name}" is disabled. Enable it first.`);
  if (activeCertificateId === null)
    throw badRequest(
      `The certificate authority "${name}" has no certificate yet. Import one, or have a parent sign it.`,
    );
  if (notAfter! <= timestamp(now))
    throw badRequest(`The certificate of the certificate authority "${name}" has expired. Renew it first.`);
};

/** Returns the public URL of the revocation list. */
export const crlUrl = ({ siteUrl }: Deps['config'], listId: string): string =>
  `${siteUrl}/api/v1/cert-manager/crl/${listId}/der`;

/** Returns the public URL of the OCSP responder. */
export const ocspUrl = ({ siteUrl }: Deps['config'], authorityId: string): string =>
  `${siteUrl}/api/v1/cert-manager/ocsp/${authorityId}`;

const certificateUrl = ({ siteUrl }: Deps['config'], { id, authorityId }: AuthorityCertificateRow): string =>
  `${siteUrl}/api/v1/cert-manager/ca/internal/${authorityId}/certificates/${id}/der`;

export const decryptAuthorityKey = async (scope: Deps, authority: AuthorityRow): Promise<string> =>
  decryptPrivateKey(await findDataKey(scope, authority.dataKeyId), { kind: 'authority', id: authority.id }, authority);

/** Loads the key and certificate that the authority signs with, whatever its status; it must have a certificate. */
export const findSigner = async (scope: Deps, authority: AuthorityRow): Promise<Signer> => {
  const { stores, config } = scope;
  const certificate = await stores.authorities.findCertificate(authority.activeCertificateId!);
  const listId = await stores.revocationLists.findIdByAuthority(authority.id);
  // The authority may be deleted between these reads.
  if (!certificate || !listId) throw authorityNotFound();
  return {
    issuer: {
      certificate: certificate.certificate,
      privateKey: await decryptAuthorityKey(scope, authority),
      keyAlgorithm: authority.keyAlgorithm,
    },
    certificate,
    pointers: {
      crlUrls: [crlUrl(config, listId), ...authority.crlDistributionPointUrls],
      ocspUrls: [ocspUrl(config, authority.id)],
      issuerUrls: [certificateUrl(config, certificate)],
    },
  };
};

/** Loads the key and certificate for a new certificate; 400 if the authority may not sign. */
export const requireSigner = async (
  scope: Deps & Pick<PublicScope, 'clock'>,
  authority: AuthorityRow,
): Promise<Signer> => {
  requireIssuing(authority, scope.clock.now());
  return findSigner(scope, authority);
};
