import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { contextTag, encodeDer, tags } from '../../src/platform/crypto/pki/der.ts';
import type { Server } from './server.ts';

/** The paths of requests about a hundred certificates of one authority. */
export interface OcspPaths {
  readonly plain: readonly string[];
  /** With a different nonce each, so that every response has to be signed. */
  readonly withNonce: readonly string[];
}

const oid = (hex: string): Uint8Array => encodeDer(tags.oid, Buffer.from(hex, 'hex'));
const sequence = (...values: Uint8Array[]): Uint8Array => encodeDer(tags.sequence, ...values);
const octets = (bytes: Uint8Array): Uint8Array => encodeDer(tags.octetString, bytes);
const sha1 = (bytes: Uint8Array): Uint8Array => createHash('sha1').update(bytes).digest();

/** The bits of a P-256 key are at the end of its encoding. */
const bitsOfKey = 65;

const requestFor = (issuer: X509Certificate, serialNumber: string, ...extensions: Uint8Array[]): string => {
  const key = issuer.publicKey.export({ type: 'spki', format: 'der' });
  const certId = sequence(
    sequence(oid('2b0e03021a'), encodeDer(tags.null)),
    octets(sha1(Buffer.from(issuer.subject))),
    octets(sha1(key.subarray(-bitsOfKey))),
    encodeDer(tags.integer, Buffer.from(serialNumber, 'hex')),
  );
  return Buffer.from(sequence(sequence(sequence(sequence(certId)), ...extensions))).toString('base64');
};

const newNonce = (): Uint8Array =>
  encodeDer(contextTag(2), sequence(sequence(oid('2b0601050507300102'), octets(octets(randomBytes(16))))));

/** Creates an authority with a hundred certificates. */
export const addCertificates = async (server: Server, admin: string, projectId: string): Promise<OcspPaths> => {
  const { id: caId } = await server.call('POST', '/api/v1/cert-manager/ca/internal', admin, {
    projectId,
    name: 'bench',
    configuration: { type: 'root', commonName: 'Bench', keyAlgorithm: 'EC_prime256v1' },
  });
  const { certificate } = await server.call('GET', `/api/v1/cert-manager/ca/internal/${caId}/certificate`, admin);
  const issuer = new X509Certificate(certificate as string);
  const serialNumbers: string[] = [];
  for (let index = 0; index < 100; index += 1) {
    const issued = await server.call('POST', '/api/v1/cert-manager/certificates/issue-certificate', admin, {
      caId,
      commonName: `service-${index}.example.com`,
      ttl: '90d',
    });
    serialNumbers.push(issued.serialNumber as string);
  }
  const pathOf = (request: string): string => `/api/v1/cert-manager/ocsp/${caId}/${encodeURIComponent(request)}`;
  return {
    plain: serialNumbers.map((serialNumber) => pathOf(requestFor(issuer, serialNumber))),
    withNonce: serialNumbers.map((serialNumber) => pathOf(requestFor(issuer, serialNumber, newNonce()))),
  };
};
