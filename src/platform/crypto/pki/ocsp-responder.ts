import { createHash, generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import * as x509 from '@peculiar/x509';
import { certify, usagesExtension } from './certificates.ts';
import { encodeDer, readDer, tags } from './der.ts';
import type { OcspResponder, OcspResponderOrder } from './orders.ts';
import { pemToDer } from './pem.ts';

const generate = promisify(generateKeyPair);

/** Tells clients not to ask whether the responder's own certificate is revoked: it is valid for a few days only. */
const noCheckOid = '1.3.6.1.5.5.7.48.1.5';

/** The algorithms by which clients may identify an issuer: their object identifiers, as DER in hexadecimal. */
const hashNames: Readonly<Record<string, string>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};

/** The bits of a public key, whose hash identifies it. */
const keyBits = (key: KeyObject): Uint8Array => {
  const [info] = readDer(key.export({ type: 'spki', format: 'der' }));
  // The first byte counts the unused bits, of which there are none.
  return readDer(info!.content)[1]!.content.subarray(1);
};

/**
 * Creates a responder for an authority (RFC 6960, 4.2.2.2): a new key with a certificate that allows it to answer for
 * the authority, and nothing else. So the authority's own key signs once in a few days instead of every answer.
 */
export const createOcspResponder = async (order: OcspResponderOrder): Promise<OcspResponder> => {
  const { privateKey, publicKey } = await generate('ec', { namedCurve: 'prime256v1' });
  const certificate = await certify(
    {
      ...order,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
      pointers: { crlUrls: [], ocspUrls: [], issuerUrls: [] },
    },
    [
      new x509.BasicConstraintsExtension(false, undefined, true),
      usagesExtension(['digitalSignature']),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.ocspSigning]),
      new x509.Extension(noCheckOid, false, encodeDer(tags.null)),
    ],
  );
  const issuerBits = keyBits(new X509Certificate(order.issuer.certificate).publicKey);
  const issuerKeyHashes = Object.fromEntries(
    Object.entries(hashNames).map(([oid, name]) => [oid, createHash(name).update(issuerBits).digest('hex')]),
  );
  return {
    privateKey,
    certificate: pemToDer(certificate),
    keyHash: createHash('sha1').update(keyBits(publicKey)).digest(),
    issuerKeyHashes,
  };
};
