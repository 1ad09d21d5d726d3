import { timestamp } from '../../../platform/clock.ts';
import type { Issuer, Pointers } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { keyOf } from '../../project/data-keys/sealing.ts';
import { openAuthorityKey } from './sealing.ts';
import type { AuthorityCertificateRow, AuthorityRow } from './store.ts';

type Means = Pick<PublicScope, 'stores' | 'dataKeys' | 'config'>;

export interface Signer {
  readonly issuer: Issuer;
  readonly certificate: AuthorityCertificateRow;
  /** What whatever it signs says of where to ask. */
  readonly pointers: Pointers;
}

type Named = Pick<AuthorityRow, 'id' | 'name' | 'status' | 'activeCertificateId' | 'notAfter'>;

export const noSuchAuthority = () => notFound('There is no such certificate authority.');

/** 400 unless it may sign something new now. Asked again in the transaction that keeps what was signed. */
export const requireIssuing = ({ name, status, activeCertificateId, notAfter }: Named, now: Date): void => {
  if (status === 'disabled') throw badRequest(`The certificate authority "${name}" is disabled.`);
  if (activeCertificateId === null)
    throw badRequest(
      `The certificate authority "${name}" has no certificate yet. Import one, or have a parent sign it.`,
    );
  if (notAfter! <= timestamp(now))
    throw badRequest(`The certificate of the certificate authority "${name}" has ended. Renew it first.`);
};

/** Where everybody finds its revocation list. */
export const crlUrl = ({ siteUrl }: Means['config'], listId: string): string =>
  `${siteUrl}/api/v1/cert-manager/crl/${listId}/der`;

const certificateUrl = ({ siteUrl }: Means['config'], { id, authorityId }: AuthorityCertificateRow): string =>
  `${siteUrl}/api/v1/cert-manager/ca/internal/${authorityId}/certificates/${id}/der`;

export const privateKeyOf = async (scope: Means, authority: AuthorityRow): Promise<string> =>
  openAuthorityKey(await keyOf(scope, authority.dataKeyId), authority);

/** What it signs with, whatever its status; it has to have a certificate. */
export const signerOf = async (scope: Means, authority: AuthorityRow): Promise<Signer> => {
  const { stores, config } = scope;
  const certificate = await stores.authorities.findCertificate(authority.activeCertificateId!);
  const listId = await stores.revocationLists.idOf(authority.id);
  // It may go while we look.
  if (!certificate || !listId) throw noSuchAuthority();
  return {
    issuer: {
      certificate: certificate.certificate,
      privateKey: await privateKeyOf(scope, authority),
      keyAlgorithm: authority.keyAlgorithm,
    },
    certificate,
    pointers: {
      crlUrls: [crlUrl(config, listId), ...authority.crlDistributionPointUrls],
      issuerUrls: [certificateUrl(config, certificate)],
    },
  };
};

/** What it issues with; 400 if it may not. */
export const issuerOf = async (scope: Means & Pick<PublicScope, 'clock'>, authority: AuthorityRow): Promise<Signer> => {
  requireIssuing(authority, scope.clock.now());
  return signerOf(scope, authority);
};
