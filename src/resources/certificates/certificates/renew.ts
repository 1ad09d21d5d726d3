import type { Request } from '../../../contract.ts';
import { wholeSecond } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { CertificateFacts } from '../../../platform/crypto/pki/orders.ts';
import type { Scope } from '../../../scope.ts';
import type { Validity } from '../certificate-authorities/rules.ts';
import { readAlternativeName, splitNames } from './alternative-names.ts';
import {
  authorizeSigning,
  certify,
  findIssuingAuthority,
  type CertificateOrder,
  type Key,
  type SignedCertificate,
} from './certify.ts';
import type { CertificateInProject } from './find.ts';
import { privateKeyOf, recordKeyRead } from './private-key.ts';
import { invalidSigningRequest, requireMatchingKeySource, requireRenewable } from './rules.ts';
import type { CertificateRow } from './store.ts';
import { requireCertificate } from './subject-fields.ts';

type Body = Request<'renewCertificate'>['body'];

/** How the key of the new certificate is obtained, once signing is authorized. */
interface KeySource {
  readonly keyAlgorithm: KeyAlgorithm;
  readonly key: () => Promise<Key>;
}

/** 403 for the same key if the server has it and the caller may not read it. */
const keySourceOf = async (
  scope: Scope,
  target: CertificateInProject,
  { publicKey }: CertificateFacts,
  { renewalKeySource, csr }: Body,
): Promise<KeySource> => {
  const { project, certificate } = target;
  const { keyAlgorithm } = certificate;
  if (renewalKeySource === 'csr') {
    const request = await scope.pki.run('readRequest', csr!);
    if (!request) throw invalidSigningRequest();
    return { keyAlgorithm: request.keyAlgorithm, key: async () => ({ publicKey: request.publicKey }) };
  }
  if (renewalKeySource === 'reuse') {
    if (certificate.dataKeyId === null) return { keyAlgorithm, key: async () => ({ publicKey }) };
    requireCertificate(project, 'read-private-key', certificate, scope.clock.now());
    return {
      keyAlgorithm,
      key: async () => ({ publicKey, privateKey: (await privateKeyOf(scope, certificate))! }),
    };
  }
  return {
    keyAlgorithm,
    key: async () => {
      const privateKey = await newPrivateKey(keyAlgorithm);
      return { privateKey, publicKey: publicKeyOf(privateKey) };
    },
  };
};

/** A period that begins now, and is as long as that of the certificate. */
const renewedValidity = ({ notBefore, notAfter }: CertificateRow, now: Date): Validity => {
  const start = wholeSecond(now);
  return {
    notBefore: start,
    notAfter: new Date(start.getTime() + Date.parse(notAfter) - Date.parse(notBefore)),
  };
};

/** Issues a certificate with the content and the duration of another one, which the caller may read, and links both. */
export const renew = async (
  scope: Scope,
  target: CertificateInProject,
  body: Body,
): Promise<SignedCertificate & Pick<Key, 'privateKey'>> => {
  const { project, certificate: renewed } = target;
  requireCertificate(project, 'read', renewed, scope.clock.now());
  requireMatchingKeySource(body.renewalKeySource, body.csr);
  const issuingAuthority = await findIssuingAuthority(scope, renewed.authorityId);
  const facts = await scope.pki.run('readCertificate', renewed.certificate);
  if (!facts) throw new Error(`the stored certificate ${renewed.id} cannot be read`);
  const source = await keySourceOf(scope, target, facts, body);
  const { commonName, keyUsages, extendedKeyUsages, friendlyName, metadata } = renewed;
  const order: CertificateOrder = {
    subject: { ...facts.subject, commonName },
    alternativeNames: splitNames(renewed.altNames).flatMap((name) => readAlternativeName(name) ?? []),
    validity: renewedValidity(renewed, scope.clock.now()),
    keyUsages,
    extendedKeyUsages,
    keyAlgorithm: source.keyAlgorithm,
    friendlyName,
    metadata,
    renewal: { certificateId: renewed.id, keySource: body.renewalKeySource },
  };
  const signer = await authorizeSigning(scope, issuingAuthority, order);
  requireRenewable(renewed, scope.clock.now());
  const key = await source.key();
  const signed = await certify(scope, issuingAuthority, order, signer, key);
  if (key.privateKey === undefined) return signed;
  if (body.renewalKeySource === 'reuse') recordKeyRead(scope, target, 'get-cert-private-key');
  return { ...signed, privateKey: key.privateKey };
};
