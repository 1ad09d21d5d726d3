import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { AsnConvert, AsnSerializer, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AuthorityKeyIdentifier,
  Certificate,
  CertificateList,
  CRLNumber,
  CRLReason,
  CRLReasons,
  Extension,
  id_ce_authorityKeyIdentifier,
  id_ce_cRLNumber,
  id_ce_cRLReasons,
  KeyIdentifier,
  RevokedCertificate,
  TBSCertList,
  Time,
  Version,
} from '@peculiar/asn1-x509';
import { PemConverter, X509Certificate } from '@peculiar/x509';
import { keyIdOf } from './certificates.ts';
import { wholeSecond } from '../../clock.ts';
import { keyKinds } from './key-algorithms.ts';
import type { RevocationListOrder, RevocationReason, RevokedCertificate as Revoked } from './orders.ts';

const signAsync = promisify(sign) as (hash: string, data: Uint8Array, key: object) => Promise<Buffer>;

const extension = (extnID: string, value: object): Extension =>
  new Extension({ extnID, critical: false, extnValue: new OctetString(AsnSerializer.serialize(value)) });

/**
 * Serializes each reason once; doing it for every entry would take most of the time. An unspecified reason is omitted,
 * as RFC 5280 recommends.
 */
const reasonsOf = (revoked: readonly Revoked[]): Map<RevocationReason, Extension[]> =>
  new Map(
    [...new Set(revoked.map(({ reason }) => reason))]
      .filter((reason) => reason !== 'unspecified')
      .map((reason) => [reason, [extension(id_ce_cRLReasons, new CRLReason(CRLReasons[reason]))]]),
  );

/**
 * Signs a certificate revocation list, as DER. Built from its ASN.1 parts: the generator of @peculiar/x509 takes ten
 * times as long, and does not support the CRL number.
 */
export const signRevocationList = async ({
  issuer,
  number,
  thisUpdate,
  nextUpdate,
  revoked,
}: RevocationListOrder): Promise<Uint8Array> => {
  const { subject } = AsnConvert.parse(PemConverter.decodeFirst(issuer.certificate), Certificate).tbsCertificate;
  const keyId = Buffer.from(await keyIdOf(new X509Certificate(issuer.certificate)), 'hex');
  const { oid, hash, hasParameters } = keyKinds[issuer.keyAlgorithm].signature;
  const algorithm = new AlgorithmIdentifier({ algorithm: oid, ...(hasParameters && { parameters: null }) });
  const reasons = reasonsOf(revoked);
  const entries = revoked.map(({ serialNumber, revokedAt, reason }) => {
    const reasonExtensions = reasons.get(reason);
    const entry = {
      userCertificate: new Uint8Array(Buffer.from(serialNumber, 'hex')).buffer,
      revocationDate: new Time(wholeSecond(revokedAt)),
    };
    return new RevokedCertificate({ ...entry, ...(reasonExtensions && { crlEntryExtensions: reasonExtensions }) });
  });
  const authority = new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(new Uint8Array(keyId).buffer) });
  const list = new TBSCertList({
    version: Version.v2,
    signature: algorithm,
    issuer: subject,
    thisUpdate: new Time(wholeSecond(thisUpdate)),
    nextUpdate: new Time(wholeSecond(nextUpdate)),
    // An empty list must be omitted.
    ...(entries.length > 0 && { revokedCertificates: entries }),
    crlExtensions: [
      extension(id_ce_authorityKeyIdentifier, authority),
      extension(id_ce_cRLNumber, new CRLNumber(number)),
    ],
  });
  const signature = await signAsync(hash, new Uint8Array(AsnConvert.serialize(list)), {
    key: createPrivateKey(issuer.privateKey),
  });
  return new Uint8Array(
    AsnConvert.serialize(
      new CertificateList({
        tbsCertList: list,
        signatureAlgorithm: algorithm,
        signature: new Uint8Array(signature).buffer,
      }),
    ),
  );
};
