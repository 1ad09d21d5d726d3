import { timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import { publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { Subject } from '../../../platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../../platform/crypto/pki/serial-number.ts';
import type { Scope } from '../../../scope.ts';
import { requireSigner, authorityNotFound, requireIssuing, type Signer } from './issuer.ts';
import { pathLengthBelow, requireWithin, type Validity } from './rules.ts';
import type { AuthorityCertificateRow, AuthorityRow } from './store.ts';

/** A signed certificate that is not stored yet. */
export type SignedAuthorityCertificate = Omit<AuthorityCertificateRow, 'authorityId' | 'version' | 'createdAt'>;

/** The requested properties of a certificate. */
export interface AuthorityCertificateOrder {
  readonly subject: Subject;
  readonly validity: Validity;
  /** Undefined requests the maximum. */
  readonly maxPathLength: number | null | undefined;
}

type Deps = Pick<Scope, 'stores' | 'dataKeys' | 'config' | 'clock' | 'ids' | 'pki'>;

const signedCertificate = (
  { ids }: Deps,
  { validity }: AuthorityCertificateOrder,
  signed: Omit<SignedAuthorityCertificate, 'id' | 'notBefore' | 'notAfter'>,
): SignedAuthorityCertificate => ({
  id: ids.uuid(),
  notBefore: timestamp(validity.notBefore),
  notAfter: timestamp(validity.notAfter),
  ...signed,
});

/** Signs the certificate of a root with its own key. */
export const signRootCertificate = async (
  scope: Deps,
  key: { privateKey: string; keyAlgorithm: KeyAlgorithm },
  order: AuthorityCertificateOrder,
): Promise<SignedAuthorityCertificate> => {
  const { subject, validity, maxPathLength = null } = order;
  const serialNumber = newSerialNumber();
  const signingOrder = {
    subject,
    ...validity,
    serialNumber,
    publicKey: publicKeyOf(key.privateKey),
    maxPathLength: maxPathLength ?? undefined,
    issuer: key,
    pointers: { crlUrls: [], ocspUrls: [], issuerUrls: [] },
  };
  return signedCertificate(scope, order, {
    serialNumber,
    certificate: await scope.pki.run('certifyAuthority', signingOrder),
    chain: '',
    parentId: null,
    maxPathLength,
  });
};

const chainOf = ({ certificate }: Signer): string => `${certificate.certificate}${certificate.chain}`;

/** Signs a certificate with an authority of the instance; 400 if that one may not sign it. */
export const signAuthorityCertificate = async (
  scope: Deps,
  parent: AuthorityRow,
  publicKey: string,
  order: AuthorityCertificateOrder,
): Promise<SignedAuthorityCertificate> => {
  const { subject, validity } = order;
  const signer = await requireSigner(scope, parent);
  const maxPathLength = pathLengthBelow(parent, order.maxPathLength);
  requireWithin(validity, signer.certificate);
  const serialNumber = newSerialNumber();
  const signingOrder = {
    subject,
    ...validity,
    serialNumber,
    publicKey,
    maxPathLength: maxPathLength ?? undefined,
    issuer: signer.issuer,
    pointers: signer.pointers,
  };
  return signedCertificate(scope, order, {
    serialNumber,
    certificate: await scope.pki.run('certifyAuthority', signingOrder),
    chain: chainOf(signer),
    parentId: parent.id,
    maxPathLength,
  });
};

/**
 * Records the serial number of a signed certificate for OCSP. Checks, in the transaction that stores the certificate,
 * that the authority still exists and may still sign.
 */
export const recordSigning = async (
  { stores, clock }: Pick<Scope, 'stores' | 'clock'>,
  { id }: AuthorityRow,
  serialNumber: string,
): Promise<void> => {
  const authority = await stores.authorities.findById(id);
  if (!authority) throw authorityNotFound();
  requireIssuing(authority, clock.now());
  await stores.authorities.insertSerialNumber(id, serialNumber);
};
